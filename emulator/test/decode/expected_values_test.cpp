// Which registers a compare-and-swap compares with.
#include "emulator/decode/race_intent.hpp"

#include <doctest/doctest.h>

#include "emulator/test/decode/parsed.hpp"

using namespace simt;
using namespace simt::exec;

namespace {

using Names = std::set<std::string>;

Names expected_values(const std::string& body) { return find_expected_values(Parsed(body).kernel()); }

}  // namespace

TEST_CASE("a compare-and-swap expects what its third operand names, and what was moved there") {
    CHECK(expected_values("ld.global.u32 %r1, [%out];\natom.global.cas.b32 %r2, [%out], %r1, %r3;") ==
          Names{"%r1"});
    CHECK(expected_values(R"(
ld.global.u64 %rd1, [%out];
mov.u64 %rd2, %rd1;
AGAIN:
mov.b64 %rd3, %rd2;
atom.global.relaxed.gpu.cas.b64 %rd2, [%out], %rd3, %rd4;
setp.ne.u64 %p1, %rd2, %rd3;
@%p1 bra AGAIN;)") == Names{"%rd1", "%rd2", "%rd3"});
}

TEST_CASE("other atomics expect nothing, and what is computed is not what was loaded") {
    CHECK(expected_values("atom.global.add.u32 %r1, [%out], %r2;").empty());
    CHECK(expected_values("add.u32 %r1, %r2, 1;\natom.global.cas.b32 %r3, [%out], %r1, %r4;") ==
          Names{"%r1"});
    CHECK(expected_values("atom.global.cas.b32 %r3, [%out], 0, 1;").empty());
}
