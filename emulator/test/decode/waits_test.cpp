// Which volatile loads a loop waits with.
#include "emulator/decode/race_intent.hpp"

#include <doctest/doctest.h>

#include "emulator/test/decode/parsed.hpp"

using namespace simt;
using namespace simt::exec;

namespace {

// Whether a loop waits with instruction n of a body.
bool waits_with(u32 n, const std::string& body) {
    const Parsed parsed(body);
    return find_waits(find_control_flow(parsed.kernel())).contains(parsed.at(n));
}

}  // namespace

TEST_CASE(
    "a loop waits with a volatile load that decides whether it goes on, directly or by what is computed") {
    CHECK(waits_with(0, "W:\nld.volatile.global.u32 %r1, [%in];\nsetp.eq.u32 %p1, %r1, 0;\n@%p1 bra W;"));
    CHECK(waits_with(0, R"(
W:
ld.volatile.global.u32 %r1, [%in];
and.b32 %r2, %r1, 1;
setp.eq.u32 %p1, %r2, 0;
@!%p1 bra OUT;
bra W;
OUT:)"));
}

TEST_CASE("a loop waits with a load whose value only selects, by a guard, what decides") {
    CHECK(waits_with(0, R"(
W:
ld.volatile.global.u32 %r1, [%in];
setp.eq.u32 %p2, %r1, 0;
mov.u32 %r2, 0;
@%p2 mov.u32 %r2, 1;
setp.eq.u32 %p1, %r2, 0;
@%p1 bra W;)"));
}

TEST_CASE(
    "no loop waits with a load outside of any, with one that decides nothing, or with an ordinary one") {
    CHECK_FALSE(waits_with(0, "ld.volatile.global.u32 %r1, [%in];\nsetp.eq.u32 %p1, %r1, 0;\n@%p1 ret;"));
    CHECK_FALSE(waits_with(0, R"(
W:
ld.volatile.global.u32 %r1, [%in];
add.u32 %r2, %r2, 1;
setp.lt.u32 %p1, %r2, 10;
@%p1 bra W;)"));
    CHECK_FALSE(waits_with(0, "W:\nld.global.u32 %r1, [%in];\nsetp.eq.u32 %p1, %r1, 0;\n@%p1 bra W;"));
}

TEST_CASE("a value that goes through memory decides nothing") {
    CHECK_FALSE(waits_with(0, R"(
W:
ld.volatile.global.u32 %r1, [%in];
atom.global.add.u32 %r2, [%out], %r1;
setp.eq.u32 %p1, %r2, 0;
@%p1 bra W;)"));
}

TEST_CASE("an instruction without operands, under a guard that the load decides, gives no register a value") {
    CHECK(waits_with(0, R"(
W:
ld.volatile.global.u32 %r1, [%in];
setp.eq.u32 %p1, %r1, 0;
setp.eq.u32 %p2, %r1, 1;
@%p2 ret;
@%p1 bra W;)"));
}
