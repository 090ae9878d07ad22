// ldmatrix, stmatrix, movmatrix.
#include <doctest/doctest.h>

#include "emulator/exec/launch_record.hpp"
#include "emulator/test/support/run_ptx.hpp"

using namespace simt;
using namespace simt::exec;

namespace {

// Shared memory holds 16-bit elements 0, 1, 2, …; row r of matrix m begins at element 64 m + 8 r.
const std::string kMatrices = R"(
.shared .align 16 .b8 tile[512];
mov.u32 %r0, tile;
mad.lo.u32 %r1, %t, 16, %r0;
mul.lo.u32 %r2, %t, 524296;
add.u32 %r2, %r2, 65536;
add.u32 %r3, %r2, 131074;
add.u32 %r4, %r3, 131074;
add.u32 %r5, %r4, 131074;
st.shared.v4.u32 [%r1], {%r2, %r3, %r4, %r5};
bar.warp.sync -1;
)";

u32 pair(u32 low, u32 high) { return low | high << 16; }

}  // namespace

TEST_CASE("ldmatrix hands each lane its two elements of each matrix, as stored or transposed") {
    const auto loaded = [](const std::string& opcode, const std::string& registers, u32 count) {
        std::string body = kMatrices + opcode + " " + registers + ", [%r1];\nmov.u32 %r20, " +
                           std::to_string(4 * count) + ";\nmad.wide.u32 %rd1, %t, %r20, %out;\n";
        for (u32 k = 0; k < count; ++k)
            body += "st.global.u32 [%rd1+" + std::to_string(4 * k) + "], %r" + std::to_string(10 + k) + ";\n";
        const Ran ran = run(body, {.words = 32 * count});
        CAPTURE(ran.launch.message);
        CHECK(ran.launch.status == exec::Status::Ok);
        CHECK(ran.launch.findings.empty());
        CHECK(ran.launch.counters.shared_load_requests == 1);
        CHECK(ran.launch.counters.shared_load_wavefronts == count);
        CHECK(ran.launch.counters.shared_load_bank_conflicts == 0);
        return ran.out;
    };
    const auto plain = [](u32 count) {
        return [count](u32 k) {
            const u32 lane = k / count, first = 64 * (k % count) + 8 * (lane / 4) + 2 * (lane % 4);
            return pair(first, first + 1);
        };
    };
    CHECK(loaded("ldmatrix.sync.aligned.m8n8.x1.shared.b16", "{%r10}", 1) == words(32, plain(1)));
    CHECK(loaded("ldmatrix.sync.aligned.m8n8.x2.shared::cta.b16", "{%r10, %r11}", 2) == words(64, plain(2)));
    CHECK(loaded("ldmatrix.sync.aligned.m8n8.x4.shared.b16", "{%r10, %r11, %r12, %r13}", 4) ==
          words(128, plain(4)));
    CHECK(loaded("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16", "{%r10, %r11, %r12, %r13}", 4) ==
          words(128, [](u32 k) {
              const u32 lane = k / 4, first = 64 * (k % 4) + 16 * (lane % 4) + lane / 4;
              return pair(first, first + 8);
          }));
}

TEST_CASE("rows of a matrix that lie in one bank are bank conflicts") {
    const Ran ran =
        run(".shared .align 16 .b8 wide[4096];\nmov.u32 %r0, wide;\nmad.lo.u32 %r1, %t, 128, %r0;\n"
            "mov.u32 %r2, 0;\nst.shared.v4.u32 [%r1], {%r2, %r2, %r2, %r2};\nbar.warp.sync -1;\n"
            "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r10, %r11, %r12, %r13}, [%r1];\n");
    CHECK(ran.launch.counters.shared_load_wavefronts == 32);
    CHECK(ran.launch.counters.shared_load_bank_conflicts == 28);
}

TEST_CASE("stmatrix undoes ldmatrix, and transposing twice is nothing") {
    for (const std::string trans : {"", ".trans"}) {
        const Ran ran =
            run(kMatrices + "ldmatrix.sync.aligned.m8n8.x2" + trans + ".shared.b16 {%r10, %r11}, [%r1];\n" +
                "bar.warp.sync -1;\nxor.b32 %r6, %t, 8;\nmad.lo.u32 %r6, %r6, 16, %r0;\n"
                "stmatrix.sync.aligned.m8n8.x2" +
                trans +
                ".shared.b16 [%r6], {%r10, %r11};\n"
                "movmatrix.sync.aligned.m8n8.trans.b16 %r12, %r10;\nmovmatrix.sync.aligned.m8n8.trans.b16 "
                "%r12, %r12;\nsub.u32 %r12, %r12, %r10;\nbar.warp.sync -1;\nmad.lo.u32 %r7, %t, 4, %r0;\n"
                "ld.shared.u32 %r8, [%r7];\nadd.u32 %r8, %r8, %r12;\nst.global.u32 [%mine], %r8;\n");
        CHECK(ran.launch.status == exec::Status::Ok);
        // The first matrix came from the second's place.
        CHECK(ran.out == words(32, [](u32 k) { return pair(64 + 2 * k, 65 + 2 * k); }));
        CHECK(ran.launch.counters.shared_store_requests == 2);
    }
}

TEST_CASE("movmatrix exchanges rows and columns") {
    const Ran ran = run(kMatrices +
                        "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r10}, [%r1];\n"
                        "movmatrix.sync.aligned.m8n8.trans.b16 %r11, %r10;\nst.global.u32 [%mine], %r11;\n");
    CHECK(ran.out == words(32, [](u32 lane) {
              const u32 first = 16 * (lane % 4) + lane / 4;
              return pair(first, first + 8);
          }));
}

TEST_CASE("a matrix instruction of half a warp is refused, a misaligned row is a fault") {
    const std::string load = "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r10}, [%r1];\n";
    const Ran half = run(kMatrices + "setp.lt.u32 %p1, %t, 16;\n@%p1 " + load);
    CHECK(half.launch.status == exec::Status::Trap);
    CHECK(half.launch.message.find("needs all 32 threads of the warp") != std::string::npos);
    CHECK(run(kMatrices + "add.u32 %r1, %r1, 8;\n" + load).launch.status == exec::Status::MisalignedAddress);
}
