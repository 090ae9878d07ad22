// Which loads are under way while a warp computes.
#include "emulator/decode/overlap.hpp"

#include <doctest/doctest.h>

#include "emulator/test/decode/parsed.hpp"

using namespace simt;
using namespace simt::exec;

namespace {

// Whether instruction n of a body is such a load.
bool overlaps(u32 n, const std::string& body) {
    const Parsed parsed(body);
    return find_overlapped_loads(find_control_flow(parsed.kernel())).contains(parsed.at(n));
}

}  // namespace

TEST_CASE("a load overlaps what a warp computes before it needs the value") {
    CHECK(
        overlaps(0, "ld.global.f32 %f1, [%in];\nfma.rn.f32 %f2, %f3, %f4, %f2;\nst.shared.f32 [%r1], %f1;"));
    CHECK_FALSE(overlaps(0, "ld.global.f32 %f1, [%in];\nst.shared.f32 [%r1], %f1;\nadd.f32 %f2, %f3, %f4;"));
    CHECK_FALSE(overlaps(0, "ld.global.f32 %f1, [%in];\nadd.f32 %f2, %f2, %f1;"));
    CHECK_FALSE(overlaps(0, "ld.global.f32 %f1, [%in];\nadd.u32 %r2, %r3, %r4;\nst.global.f32 [%out], %f1;"));
    CHECK_FALSE(overlaps(0, "ld.shared.f32 %f1, [%r1];\nadd.f32 %f2, %f3, %f4;\nst.global.f32 [%out], %f1;"));
}

TEST_CASE("a value that is only moved is not needed yet") {
    CHECK(overlaps(0, R"(
ld.global.f32 %f1, [%in];
mov.f32 %f5, %f1;
add.f32 %f2, %f3, %f4;
st.shared.f32 [%r1], %f5;)"));
    CHECK_FALSE(overlaps(0, R"(
ld.global.f32 %f1, [%in];
mov.f32 %f5, %f1;
st.shared.f32 [%r1], %f5;
add.f32 %f2, %f3, %f4;)"));
}

TEST_CASE("in a double-buffered loop the next step's load overlaps, not the first one") {
    const std::string loop = R"(
ld.global.f32 %f5, [%in];
STEP:
st.shared.f32 [%r1], %f5;
bar.sync 0;
@%p1 bra COMPUTE;
ld.global.f32 %f6, [%in+4];
COMPUTE:
fma.rn.f32 %f1, %f2, %f3, %f1;
mov.f32 %f5, %f6;
add.u32 %r2, %r2, 1;
setp.lt.u32 %p1, %r2, 10;
@%p1 bra STEP;
)";
    CHECK_FALSE(overlaps(0, loop));
    CHECK(overlaps(4, loop));
}

TEST_CASE("a load whose value one path needs at once does not overlap") {
    CHECK_FALSE(overlaps(0, R"(
ld.global.f32 %f1, [%in];
@%p1 bra LATER;
st.global.f32 [%out], %f1;
LATER:
add.f32 %f2, %f3, %f4;
st.global.f32 [%out], %f1;)"));
}

TEST_CASE("a copy overlaps what a warp computes before it waits for the copy's group") {
    const auto copy = [](const std::string& wait, const std::string& second) {
        return "cp.async.ca.shared.global [%r1], [%in], 4;\ncp.async.commit_group;\n" + wait +
               "\nadd.f32 %f1, %f2, %f3;\n" + second;
    };
    CHECK(overlaps(0, copy("", "cp.async.wait_all;")));
    CHECK(overlaps(0, copy("cp.async.wait_group 1;", "cp.async.wait_group 0;")));
    CHECK_FALSE(overlaps(0, copy("cp.async.wait_group 0;", "")));
    CHECK_FALSE(overlaps(0, copy("cp.async.commit_group;\ncp.async.wait_group 1;", "")));
}
