// Atomics of half floats, vectors and 16 and 128 bits; 128-bit registers; orders and cache hints of loads and stores.
#include <doctest/doctest.h>

#include <bit>

#include "emulator/exec/launch_record.hpp"
#include "emulator/test/support/run_ptx.hpp"

using namespace simt;
using namespace simt::exec;

namespace {

Ran run_one(const std::string& body, u32 words = 8) {
    const Ran ran = run(body, {.block = {1}, .words = words});
    CAPTURE(ran.launch.message);
    CHECK(ran.launch.status == exec::Status::Ok);
    CHECK(ran.launch.findings.empty());
    return ran;
}

u32 bits(float value) { return std::bit_cast<u32>(value); }

// Puts 32-bit words to global memory, or to shared memory at `cell`.
std::string cell(const std::string& space, const std::vector<u32>& values) {
    std::string text = space == "shared" ? ".shared .align 16 .b8 cell[16];\nmov.u64 %rd1, cell;\n"
                                         : "add.u64 %rd1, %out, 16;\n";
    for (std::size_t k = 0; k < values.size(); ++k)
        text +=
            "st." + space + ".u32 [%rd1+" + std::to_string(4 * k) + "], " + std::to_string(values[k]) + ";\n";
    return text;
}

}  // namespace

TEST_CASE("16-bit and packed floats are added atomically in global and shared memory") {
    const auto added = [](const std::string& space, const std::string& type, u32 old, u32 operand) {
        const bool packed = type.ends_with("x2");
        const std::string reg = packed ? "%r" : "%rs";
        const Ran ran =
            run_one(cell(space, {old}) + "mov.b32 %r2, " + std::to_string(operand) +
                    ";\ncvt.u16.u32 %rs2, %r2;\natom." + space + ".add.noftz." + type + " " + reg +
                    "3, [%rd1], " + reg + "2;\nred.relaxed.cta." + space + ".add.noftz." + type +
                    " [%rd1], " + reg + "2;\n" + (packed ? "" : "cvt.u32.u16 %r3, %rs3;\n") + "ld." + space +
                    ".u32 %r4, [%rd1];\nst.global.v2.u32 [%out], {%r3, %r4};\n");
        return std::vector<u32>{ran.out[0], ran.out[1]};
    };
    for (const char* space : {"global", "shared"}) {
        CHECK(added(space, "f16", 0xabcd3c00, 0x3800) ==
              std::vector<u32>{0x3c00, 0xabcd4000});  // 1 + 0.5 + 0.5
        CHECK(added(space, "f16", 0x00000001, 0x0001) ==
              std::vector<u32>{0x0001, 0x0003});  // subnormals stay
        CHECK(added(space, "f16x2", 0x3c003c00, 0x38003c00) == std::vector<u32>{0x3c003c00, 0x40004200});
        CHECK(added(space, "bf16", 0x12343f80, 0x3f80) == std::vector<u32>{0x3f80, 0x12344040});
        CHECK(added(space, "bf16x2", 0x3f803f80, 0x40003f80) == std::vector<u32>{0x3f803f80, 0x40a04040});
        CHECK(added(space, "f16", 0x7bff, 0x7bff) == std::vector<u32>{0x7bff, 0x7c00});  // beyond the largest
    }
}

TEST_CASE("compare-and-swap of 16 bits leaves the neighbour alone") {
    for (const char* space : {"global", "shared"}) {
        const Ran ran = run_one(
            cell(space, {0x00050007}) + "mov.u16 %rs1, 5;\nmov.u16 %rs2, 9;\natom." + space +
            ".cas.b16 %rs3, [%rd1+2], %rs1, %rs2;\natom." + space +
            ".cas.b16 %rs4, [%rd1+2], %rs1, %rs2;\ncvt.u32.u16 %r1, %rs3;\ncvt.u32.u16 %r2, %rs4;\nld." +
            space + ".u32 %r3, [%rd1];\nst.global.v4.u32 [%out], {%r1, %r2, %r3, %r3};\n");
        CHECK(std::vector<u32>(ran.out.begin(), ran.out.begin() + 3) == std::vector<u32>{5, 9, 0x00090007});
    }
}

TEST_CASE("exchange and compare-and-swap of 128 bits, loads and stores of them") {
    const Ran ran = run_one(R"(
.reg .b128 %q<4>;
mov.u64 %rd1, 1;
mov.u64 %rd2, 2;
mov.b128 %q0, {%rd1, %rd2};
st.global.b128 [%out], %q0;
ld.global.b128 %q1, [%out];
add.u64 %rd3, %rd1, 10;
mov.b128 %q2, {%rd3, %rd3};
atom.global.cas.b128 %q3, [%out], %q1, %q2;
mov.b128 {%rd4, %rd5}, %q3;
atom.relaxed.gpu.global.exch.b128 %q3, [%out], %q0;
mov.b128 {%rd6, %rd7}, %q3;
cvt.u32.u64 %r4, %rd4;
cvt.u32.u64 %r5, %rd5;
cvt.u32.u64 %r6, %rd6;
cvt.u32.u64 %r7, %rd7;
st.global.v4.u32 [%out+16], {%r4, %r5, %r6, %r7};
)");
    CHECK(ran.out == std::vector<u32>{1, 0, 2, 0, 1, 2, 11, 11});
}

TEST_CASE("vectors of floats and halves are updated element by element") {
    const Ran floats = run_one(cell("global", {bits(1), bits(2), bits(3), bits(4)}) + R"(
mov.f32 %f1, 0f3F000000;
atom.global.add.v4.f32 {%f2, %f3, %f4, %f5}, [%rd1], {%f1, %f1, %f1, %f1};
red.global.add.v2.f32 [%rd1+8], {%f1, %f1};
st.global.v4.f32 [%out], {%f2, %f3, %f4, %f5};
)");
    CHECK(floats.out ==
          std::vector<u32>{bits(1), bits(2), bits(3), bits(4), bits(1.5f), bits(2.5f), bits(4), bits(5)});
    const Ran halves = run_one(cell("global", {0x3c003c00, 0x3c003c00, 0x3f803f80, 0x3f803f80}) + R"(
mov.u16 %rs1, 15360;
mov.u16 %rs2, 48128;
mov.b32 %r1, 1073757056;
red.global.add.noftz.v2.f16 [%rd1], {%rs1, %rs2};
red.global.min.noftz.v2.f16 [%rd1+4], {%rs1, %rs2};
red.global.max.noftz.v2.bf16x2 [%rd1+8], {%r1, %r1};
)");
    CHECK(std::vector<u32>(halves.out.begin() + 4, halves.out.end()) ==
          std::vector<u32>{0x00004000, 0xbc003c00, 0x40003f80, 0x40003f80});
}

TEST_CASE("a generic address takes an atomic to where it lies") {
    const Ran ran = run_one(cell("shared", {0x3c00}) + R"(
cvta.shared.u64 %rd1, %rd1;
mov.u16 %rs1, 15360;
st.global.u32 [%out], 15360;
atom.add.noftz.f16 %rs2, [%rd1], %rs1;
atom.add.noftz.f16 %rs3, [%out], %rs1;
ld.shared.u16 %rs4, [cell];
cvt.u32.u16 %r1, %rs4;
st.global.u32 [%out+4], %r1;
)");
    CHECK(ran.out[0] == 0x4000);
    CHECK(ran.out[1] == 0x4000);
}

TEST_CASE("loads and stores of every order and cache hint are loads and stores") {
    const Ran ran = run_one(R"(
createpolicy.fractional.L2::evict_first.b64 %rd9, 0f3F800000;
createpolicy.fractional.L2::evict_last.L2::evict_unchanged.b64 %rd8, 0.5;
st.weak.global.u32 [%out], 1;
st.relaxed.cta.global.u32 [%out+4], 2;
st.release.sys.global.u32 [%out+8], 3;
st.volatile.global.u32 [%out+12], 4;
st.mmio.relaxed.sys.global.u32 [%out+16], 5;
st.global.L1::no_allocate.L2::cache_hint.u32 [%out+20], 6, %rd9;
ld.acquire.cluster.global.u32 %r1, [%out];
ld.relaxed.gpu.global.L1::evict_last.u32 %r2, [%out+4];
ld.global.nc.L1::no_allocate.L2::cache_hint.L2::128B.u32 %r3, [%out+8], %rd9;
ldu.global.u32 %r4, [%out+12];
ld.mmio.relaxed.sys.global.u32 %r5, [%out+16];
ld.volatile.global.u32 %r6, [%out+20];
fence.acq_rel.gpu;
fence.sc.cluster;
fence.acquire.sync_restrict::shared::cluster.cluster;
fence.proxy.async.global;
fence.proxy.alias;
fence.mbarrier_init.release.cluster;
fence.proxy.tensormap::generic.acquire.gpu [%out], 128;
membar.sys;
membar.proxy.alias;
prefetch.global.L2 [%out];
discard.global.L2 [%out+128], 128;
add.u32 %r1, %r1, %r2;
add.u32 %r1, %r1, %r3;
add.u32 %r1, %r1, %r4;
add.u32 %r1, %r1, %r5;
add.u32 %r1, %r1, %r6;
st.global.u32 [%out+24], %r1;
)");
    CHECK(ran.out == std::vector<u32>{1, 2, 3, 4, 5, 6, 21, kPoison});
}
