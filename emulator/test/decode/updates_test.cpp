// Which stores put back what was computed from a load of the same place.
#include "emulator/decode/race_intent.hpp"

#include <doctest/doctest.h>

#include "emulator/test/decode/parsed.hpp"

using namespace simt;
using namespace simt::exec;

namespace {

bool updates_with(u32 n, const std::string& body) {
    const Parsed parsed(body);
    return find_updates(parsed.kernel(), find_control_flow(parsed.kernel())).contains(parsed.at(n));
}

std::string counted(const std::string& load, const std::string& between, const std::string& store) {
    return "ld." + load + ".u32 %r1, [%out+4];\n" + between + "st." + store + ", %r2;";
}

const std::string kSum = "add.u32 %r2, %r1, 1;\n";

}  // namespace

TEST_CASE("a volatile or relaxed store of a sum with what was loaded there is an update") {
    CHECK(updates_with(2, counted("volatile.global", kSum, "volatile.global.u32 [%out+4]")));
    CHECK(updates_with(2, counted("relaxed.gpu.global", kSum, "relaxed.gpu.global.u32 [%out+4]")));
    CHECK(updates_with(3, counted("volatile.global", "mul.lo.u32 %r3, %r1, 5;\nadd.u32 %r2, %r3, %r4;\n",
                                  "volatile.global.u32 [%out+4]")));
}

TEST_CASE("a store elsewhere, of something else, to shared memory or an ordinary one is no update") {
    CHECK_FALSE(updates_with(2, counted("volatile.global", kSum, "volatile.global.u32 [%out]")));
    CHECK_FALSE(updates_with(2, counted("volatile.global", kSum, "volatile.global.u32 [%in+4]")));
    CHECK_FALSE(updates_with(
        2, counted("volatile.global", "add.u32 %r2, %r3, 1;\n", "volatile.global.u32 [%out+4]")));
    CHECK_FALSE(updates_with(2, counted("volatile.shared", kSum, "volatile.shared.u32 [%out+4]")));
    CHECK_FALSE(updates_with(2, counted("global", kSum, "global.u32 [%out+4]")));
}

TEST_CASE("who has waited for a turn may take the next one: no update") {
    CHECK_FALSE(updates_with(4, R"(
W:
ld.volatile.global.u32 %r1, [%out+4];
setp.ne.u32 %p1, %r1, %t;
@%p1 bra W;
add.u32 %r2, %r1, 1;
st.volatile.global.u32 [%out+4], %r2;)"));
}
