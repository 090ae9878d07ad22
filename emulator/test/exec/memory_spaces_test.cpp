// Where memory instructions go: global, constant, shared and generic addresses, every width and vector, initial values.
#include <doctest/doctest.h>

#include "emulator/exec/launch_record.hpp"
#include "emulator/test/support/run_ptx.hpp"

using namespace simt;
using namespace simt::exec;

namespace {

// %rd1 = %in + bytes * %t
std::string element(u32 bytes) {
    return "mul.wide.u32 %rd1, %t, " + std::to_string(bytes) + ";\nadd.u64 %rd1, %rd1, %in;\n";
}

// What 32 lanes load as `type`, extended into a register of 64 bits, from the bytes 0x80, 0x81, …
std::vector<u32> loaded(const std::string& type, u32 bytes) {
    std::vector<u32> in(64);
    for (u32 k = 0; k < 256; ++k) in[k / 4] |= ((k + 0x80) & 0xff) << (k % 4 * 8);
    const Ran ran = run(element(bytes) + "ld.global." + type +
                            " %rd2, [%rd1];\nmul.wide.u32 %rd3, %t, 8;\nadd.u64 %rd3, %rd3, "
                            "%out;\nst.global.u64 [%rd3], %rd2;",
                        {.in = in, .words = 64});
    CHECK(ran.launch.status == exec::Status::Ok);
    return ran.out;
}

// The same by hand.
template <class T>
std::vector<u32> extended() {
    std::vector<u32> result;
    for (u32 lane = 0; lane < 32; ++lane) {
        u8 bytes[sizeof(T)];
        for (u32 k = 0; k < sizeof(T); ++k) bytes[k] = static_cast<u8>(lane * sizeof(T) + k + 0x80);
        T value;
        std::memcpy(&value, bytes, sizeof value);
        const u64 wide = static_cast<u64>(value);
        result.push_back(static_cast<u32>(wide));
        result.push_back(static_cast<u32>(wide >> 32));
    }
    return result;
}

}  // namespace

TEST_CASE("loads narrower than a 64-bit register extend by their type") {
    CHECK(loaded("u8", 1) == extended<u8>());
    CHECK(loaded("b8", 1) == extended<u8>());
    CHECK(loaded("s8", 1) == extended<s8>());
    CHECK(loaded("u16", 2) == extended<u16>());
    CHECK(loaded("b16", 2) == extended<u16>());
    CHECK(loaded("s16", 2) == extended<s16>());
    CHECK(loaded("u32", 4) == extended<u32>());
    CHECK(loaded("s32", 4) == extended<s32>());
    CHECK(loaded("b32", 4) == extended<u32>());
    CHECK(loaded("u64", 8) == extended<u64>());
    CHECK(loaded("s64", 8) == extended<s64>());
}

TEST_CASE("loads narrower than a 32-bit register extend by their type, in every space") {
    const Ran ran =
        run(R"(
.shared .align 4 .b8 tile[4];
.local .align 4 .b8 mine[4];
mov.u32 %r0, 0x8081f283;
st.shared.u32 [tile], %r0;
st.local.u32 [mine], %r0;
mov.u64 %rd1, coefficients;
ld.shared.u8 %r1, [tile+3];
ld.shared.s8 %r2, [tile+3];
ld.local.u16 %r3, [mine];
ld.local.s16 %r4, [mine];
ld.const.s8 %r5, [%rd1+1];
ld.const.u8 %r6, [coefficients+1];
st.global.u32 [%out], %r1;
st.global.u32 [%out+4], %r2;
st.global.u32 [%out+8], %r3;
st.global.u32 [%out+12], %r4;
st.global.u32 [%out+16], %r5;
st.global.u32 [%out+20], %r6;
)",
            {.block = {1}, .words = 6, .declarations = ".const .align 4 .b8 coefficients[2] = {1, 254};\n"});
    CHECK(ran.out == std::vector<u32>{0x80, 0xffffff80, 0xf283, 0xfffff283, 0xfffffffe, 0xfe});
}

TEST_CASE("loads into 16-bit registers") {
    const Ran ran = run(R"(
ld.global.u8 %rs1, [%in+1];
ld.global.s8 %rs2, [%in+1];
ld.global.u16 %rs3, [%in+2];
ld.global.s16 %rs4, [%in+2];
mov.b32 %r1, {%rs1, %rs2};
mov.b32 %r2, {%rs3, %rs4};
st.global.v2.u32 [%out], {%r1, %r2};
)",
                        {.block = {1}, .in = {0x8765f021}, .words = 2});
    CHECK(ran.out == std::vector<u32>{0xfff000f0, 0x87658765});
}

TEST_CASE("stores narrower than the register take its low bytes and leave the neighbours alone") {
    const Ran ran = run(R"(
mov.u64 %rd2, 0x1122334455667788;
mov.u32 %r1, 0xaabbccdd;
mov.u16 %rs1, 0x1234;
st.global.u8 [%out+1], %rd2;
st.global.u16 [%out+6], %rd2;
st.global.u32 [%out+8], %rd2;
st.global.u8 [%out+12], %r1;
st.global.u16 [%out+18], %r1;
st.global.u8 [%out+23], %rs1;
st.global.u16 [%out+24], %rs1;
st.global.u8 [%out+28], 200;
)",
                        {.block = {1}, .words = 8});
    CHECK(ran.out == std::vector<u32>{0xcdcd88cd, 0x7788cdcd, 0x55667788, 0xcdcdcddd, 0xccddcdcd, 0x34cdcdcd,
                                      0xcdcd1234, 0xcdcdcdc8});
}

TEST_CASE("vectors of two and four elements of every type load and store all their elements") {
    struct Vector {
        const char* type;
        const char* registers;
        u32 bytes;
    };
    const Vector vectors[] = {
        {"v2.u8", "{%r1, %r2}", 2},     {"v4.u8", "{%r1, %r2, %r3, %r4}", 4},
        {"v2.u16", "{%rs1, %rs2}", 4},  {"v4.u16", "{%rs1, %rs2, %rs3, %rs4}", 8},
        {"v2.b32", "{%r1, %r2}", 8},    {"v4.u32", "{%r1, %r2, %r3, %r4}", 16},
        {"v2.f32", "{%f1, %f2}", 8},    {"v4.f32", "{%f1, %f2, %f3, %f4}", 16},
        {"v2.b64", "{%rd5, %rd6}", 16}, {"v2.f64", "{%fd1, %fd2}", 16},
    };
    for (const Vector& vector : vectors) {
        CAPTURE(vector.type);
        const u32 count = 32 * vector.bytes / 4;
        const std::vector<u32> in = words(count, [](u32 k) { return k * 0x01234567 + 0x89abcdef; });
        const std::string registers = vector.registers;
        const Ran ran =
            run("mul.wide.u32 %rd1, %t, " + std::to_string(vector.bytes) +
                    ";\nadd.u64 %rd2, %rd1, %out;\nadd.u64 %rd1, %rd1, %in;\nld.global." + vector.type + " " +
                    registers + ", [%rd1];\nst.global." + vector.type + " [%rd2], " + registers + ";",
                {.in = in, .words = count});
        CHECK(ran.launch.status == exec::Status::Ok);
        CHECK(ran.out == in);
        CHECK(ran.launch.counters.global_load_sectors == vector.bytes);  // 32 lanes × bytes / 32
        CHECK(ran.launch.counters.global_store_sectors == vector.bytes);
    }
}

TEST_CASE("the element that a vector load throws away goes nowhere") {
    const Ran ran = run("ld.global.v4.u32 {%r1, _, _, %r2}, [%in];\nst.global.v2.u32 [%out], {%r1, %r2};",
                        {.block = {1}, .in = {1, 2, 3, 4}, .words = 2});
    CHECK(ran.out == std::vector<u32>{1, 4});
}

TEST_CASE("vector loads from shared memory and from constants") {
    const Ran ran = run(R"(
.shared .align 16 .b8 tile[512];
mov.u32 %r0, tile;
shl.b32 %r1, %t, 4;
add.u32 %r0, %r0, %r1;
add.u32 %r2, %t, 100;
st.shared.v4.u32 [%r0], {%t, %r2, %t, %r1};
ld.shared.v2.u64 {%rd1, %rd2}, [%r0];
xor.b64 %rd1, %rd1, %rd2;
ld.const.v2.u32 {%r3, %r4}, [pair];
mov.b64 {%r5, %r6}, %rd1;
add.u32 %r5, %r5, %r6;
add.u32 %r5, %r5, %r3;
add.u32 %r5, %r5, %r4;
st.global.u32 [%mine], %r5;
)",
                        {.declarations = ".const .align 8 .u32 pair[2] = {1000, 2000};\n"});
    CHECK(ran.out == words(32, [](u32 t) { return (t ^ t) + ((t + 100) ^ (16 * t)) + 3000; }));
}

TEST_CASE("module variables begin as written, and are addresses like any other") {
    Device device;
    const u64 out = device.upload(std::vector<u32>(8, 0));
    const std::string text = module_text(R"(
.visible .global .align 4 .u32 counter = 41;
.global .align 8 .b8 record[16] = {1, 2, 0xff};
.global .align 4 .f32 numbers[4] = {0f3F800000, 0f40000000};
.global .align 8 .u64 to_counter = counter;
.global .align 8 .u64 to_number[2] = {generic(numbers)+4, numbers+8};
.global .align 4 .b8 zeros[64];
.visible .entry k(.param .u64 out)
{
.reg .b32 %r<9>;
.reg .b64 %rd<9>;
.reg .f32 %f<3>;
ld.param.u64 %rd1, [out];
ld.global.u32 %r1, [counter];
add.u32 %r1, %r1, 1;
st.global.u32 [counter], %r1;
ld.global.u64 %rd2, [to_counter];
ld.global.u32 %r2, [%rd2];
st.global.u32 [%rd1], %r2;
ld.global.u32 %r3, [record];
st.global.u32 [%rd1+4], %r3;
mov.u64 %rd3, to_number;
ld.global.u64 %rd4, [%rd3];
ld.f32 %f1, [%rd4];
st.global.f32 [%rd1+8], %f1;
ld.global.u64 %rd4, [%rd3+8];
ld.f32 %f1, [%rd4];
st.global.f32 [%rd1+12], %f1;
ld.global.u32 %r4, [zeros+60];
st.global.u32 [%rd1+16], %r4;
ret;
}
)");
    const exec::Launch launch = device.launch(text, {.block = {1}}, {out});
    CHECK(launch.status == exec::Status::Ok);
    CHECK(launch.findings.empty());
    CHECK(device.download<u32>(out, 5) == std::vector<u32>{42, 0x00ff0201, 0x40000000, 0, 0});
    const memory::Allocation* counter = device.last_module().variable("counter");
    REQUIRE(counter != nullptr);
    CHECK(counter->label == "__device__ variable counter");
    CHECK(device.download<u32>(counter->address, 1) == std::vector<u32>{42});
}

TEST_CASE("the address of a function in a table stops nobody who does not call through it") {
    const Ran ran = run("st.global.u32 [%mine], 3;", {.declarations = R"(
.func nothing() { ret; }
.global .align 8 .u64 table[2] = {nothing, 7};
)"});
    CHECK(ran.launch.status == exec::Status::Ok);
    CHECK(ran.out[31] == 3);
}

TEST_CASE("lanes of one generic load go to global, shared, local and parameter memory at once") {
    const Ran ran = run(R"(
.shared .align 4 .b8 tile[16];
.local .align 4 .b8 mine[16];
st.shared.u32 [tile], 2000;
mov.u32 %r9, 3000;
st.local.u32 [mine+4], %r9;
mov.u64 %rd1, tile;
cvta.shared.u64 %rd1, %rd1;
mov.u64 %rd2, mine;
cvta.local.u64 %rd2, %rd2;
add.u64 %rd2, %rd2, 4;
mov.b64 %rd3, param_n;
cvta.param.u64 %rd3, %rd3;
and.b32 %r1, %t, 3;
setp.eq.u32 %p0, %r1, 0;
setp.eq.u32 %p1, %r1, 1;
setp.eq.u32 %p2, %r1, 2;
selp.b64 %rd4, %in, %rd1, %p0;
selp.b64 %rd5, %rd2, %rd3, %p2;
or.pred %p3, %p0, %p1;
selp.b64 %rd4, %rd4, %rd5, %p3;
bar.sync 0;
ld.u32 %r2, [%rd4];
st.global.u32 [%mine], %r2;
)",
                        {.in = {1000}, .n = 4000});
    CHECK(ran.out == words(32, [](u32 t) { return 1000 * (t % 4 + 1); }));
    CHECK(ran.launch.findings.empty());
    CHECK(ran.launch.counters.global_load_requests == 1);
    CHECK(ran.launch.counters.global_load_sectors == 1);
    CHECK(ran.launch.counters.shared_load_requests == 1);
    CHECK(ran.launch.counters.shared_load_wavefronts == 1);
}

TEST_CASE("generic stores and atomics land in the space of their address") {
    const Ran ran = run(R"(
.shared .align 4 .b8 tile[132];
mov.u64 %rd1, tile;
cvta.shared.u64 %rd1, %rd1;
mul.wide.u32 %rd2, %t, 4;
setp.lt.u32 %p0, %t, 16;
selp.b64 %rd3, %rd1, %out, %p0;
add.u64 %rd3, %rd3, %rd2;
add.u32 %r1, %t, 50;
st.u32 [%rd3], %r1;
atom.add.u32 %r2, [%rd3], 5;
@%p0 ld.shared.u32 %r3, [tile+8];
@%p0 st.global.u32 [%mine], %r2;
)");
    CHECK(ran.out == words(32, [](u32 t) { return t < 16 ? t + 50 : t + 55; }));
    CHECK(ran.launch.counters.shared_store_requests == 1);
    CHECK(ran.launch.counters.global_store_requests == 2);
    CHECK(ran.launch.counters.atomics == 2);  // one for each space
}

TEST_CASE("which space an address is in can be asked") {
    const Ran ran = run(R"(
.shared .align 4 .b8 tile[4];
.local .align 4 .b8 mine[4];
mov.u64 %rd1, tile;
cvta.shared.u64 %rd1, %rd1;
mov.u64 %rd2, mine;
cvta.local.u64 %rd2, %rd2;
isspacep.shared %p0, %rd1;
isspacep.local %p1, %rd2;
isspacep.global %p2, %in;
isspacep.global %p3, %rd1;
isspacep.shared %p4, %in;
selp.u32 %r0, 1, 0, %p0;
selp.u32 %r1, 2, 0, %p1;
selp.u32 %r2, 4, 0, %p2;
selp.u32 %r3, 8, 0, %p3;
selp.u32 %r4, 16, 0, %p4;
add.u32 %r0, %r0, %r1;
add.u32 %r0, %r0, %r2;
add.u32 %r0, %r0, %r3;
add.u32 %r0, %r0, %r4;
st.global.u32 [%mine], %r0;
)");
    CHECK(ran.out == words(32, [](u32) { return 7; }));
}

TEST_CASE("a 32-bit shared address wraps: a negative index and a positive offset may be in bounds together") {
    const Ran ran = run(R"(
.shared .align 4 .b8 tile[128];
mov.u32 %r0, tile;
shl.b32 %r1, %t, 2;
add.u32 %r1, %r0, %r1;
st.shared.u32 [%r1], %t;
sub.u32 %r1, %r1, 4096;
ld.shared.u32 %r2, [%r1+4096];
st.global.u32 [%mine], %r2;
)");
    CHECK(ran.launch.status == exec::Status::Ok);
    CHECK(ran.out == words(32, [](u32 t) { return t; }));
}

TEST_CASE("dynamic shared memory begins behind the static one, at its size") {
    const Ran ran = run(R"(
.shared .align 4 .b8 fixed[20];
mov.u32 %r1, pool;
mov.u32 %r2, fixed;
mov.u32 %r3, %dynamic_smem_size;
mov.u32 %r4, %total_smem_size;
st.shared.u32 [pool+60], 9;
ld.shared.u32 %r5, [%r1+60];
st.global.u32 [%out], %r1;
st.global.u32 [%out+4], %r2;
st.global.u32 [%out+8], %r3;
st.global.u32 [%out+12], %r4;
st.global.u32 [%out+16], %r5;
)",
                        {.block = {1},
                         .dynamic_shared = 64,
                         .words = 5,
                         .declarations = ".extern .shared .align 16 .b8 pool[];\n"});
    CHECK(ran.out == std::vector<u32>{32, 0, 64, 128, 9});
    CHECK(ran.launch.dynamic_shared == 64);
}

TEST_CASE("a kernel cannot write its parameters, and a generic address may come in 32 bits") {
    const Ran wrote = run("mov.u64 %rd1, param_n;\ncvta.param.u64 %rd1, %rd1;\nst.u32 [%rd1], %t;");
    CHECK(wrote.launch.status == exec::Status::IllegalAddress);
    REQUIRE(wrote.launch.findings.size() == 1);
    CHECK(wrote.launch.findings[0].fault == check::Fault::WriteToConstant);
    CHECK(wrote.launch.findings[0].space == check::Space::Param);
    // Zero-extended, it is no address of anything.
    const Ran narrow = run("cvt.u32.u64 %r1, %mine;\nld.u32 %r2, [%r1];");
    CHECK(narrow.launch.status == exec::Status::IllegalAddress);
}

TEST_CASE("the registers of a vector have one width, or the instruction says so") {
    for (const std::string body :
         {"st.global.v4.u32 [%out], {%t, %t, %t, %rd1};", "st.global.v2.u32 [%out], {%rd1, %t};",
          "ld.global.v2.u32 {%r1, %rd1}, [%out];", "st.shared.v2.u32 [%t], {%t, %rd1};"}) {
        CAPTURE(body);
        const Ran ran = run(body, {.words = 64});
        CHECK(ran.launch.status == exec::Status::Unsupported);
        CHECK(ran.launch.message.find("a vector of registers of different widths") != std::string::npos);
    }
    CHECK(run("ld.global.v2.u32 {%rd1, %rd2}, [%out];", {.words = 64}).launch.status == exec::Status::Ok);
}
