// wmma.load, wmma.mma and wmma.store of every shape, type and layout. PTX does not say which lane holds which element, so the tests
// look at memory alone.
#include <doctest/doctest.h>

#include <random>

#include "emulator/exec/launch_record.hpp"
#include "emulator/test/support/matrices.hpp"
#include "emulator/test/support/run_ptx.hpp"

using namespace simt;
using namespace simt::exec;
using namespace simt::test;

namespace {

struct Case {
    u32 m, n, k;
    std::string factor, other, accumulator;  // A's and B's type, and C's and D's
    u32 registers_a, registers_b;            // of the fragments, as the ISA's tables have them
    bool any_layout = true;                  // otherwise A by rows and B by columns
};

const std::vector<Case>& cases() {
    static const std::vector<Case> all = {
        {16, 16, 16, "f16", "f16", "f32", 8, 8},     {32, 8, 16, "f16", "f16", "f16", 8, 8},
        {8, 32, 16, "f16", "f16", "f32", 8, 8},      {16, 16, 16, "f16", "f16", "f16", 8, 8},
        {16, 16, 16, "bf16", "bf16", "f32", 4, 4},   {32, 8, 16, "bf16", "bf16", "f32", 8, 2},
        {8, 32, 16, "bf16", "bf16", "f32", 2, 8},    {16, 16, 8, "tf32", "tf32", "f32", 4, 4},
        {8, 8, 4, "f64", "f64", "f64", 1, 1},        {16, 16, 16, "s8", "s8", "s32", 2, 2},
        {32, 8, 16, "u8", "u8", "s32", 4, 1},        {8, 32, 16, "s8", "s8", "s32", 1, 4},
        {8, 8, 32, "s4", "s4", "s32", 1, 1, false},  {8, 8, 32, "u4", "u4", "s32", 1, 1, false},
        {8, 8, 128, "b1", "b1", "s32", 1, 1, false},
    };
    return all;
}

std::string shape_name(const Case& c) {
    return "m" + std::to_string(c.m) + "n" + std::to_string(c.n) + "k" + std::to_string(c.k);
}

// A matrix in memory: rows or columns, `stride` numbers apart, packed.
struct Stored {
    std::string type, layout;
    u32 rows, columns, stride;
    u32 lines() const { return layout == "row" ? rows : columns; }
    u32 bytes() const { return lines() * stride * bits_of_type(type) / 8; }
    u32 bit_of(u32 row, u32 column) const {
        return (layout == "row" ? row * stride + column : column * stride + row) * bits_of_type(type);
    }
    // Everything between the lines is poison.
    std::vector<u8> store(const std::vector<double>& values) const {
        std::vector<u8> memory(bytes(), 0xa5);
        for (u32 row = 0; row < rows; ++row)
            for (u32 column = 0; column < columns; ++column) {
                const u64 bits = bits_in(type, values[row * columns + column]);
                for (u32 k = 0; k < bits_of_type(type); ++k) {
                    const u32 at = bit_of(row, column) + k;
                    memory[at / 8] =
                        static_cast<u8>((memory[at / 8] & ~(1u << at % 8)) | (bits >> k & 1u) << at % 8);
                }
            }
        return memory;
    }
    double load(const std::vector<u8>& memory, u32 row, u32 column) const {
        u64 bits = 0;
        for (u32 k = 0; k < bits_of_type(type); ++k) {
            const u32 at = bit_of(row, column) + k;
            bits |= u64{memory[at / 8] >> at % 8 & 1u} << k;
        }
        return value_of(type, bits);
    }
};

std::string vector_of(const std::string& name, u32 registers) {
    std::string text = "{";
    for (u32 k = 0; k < registers; ++k) text += (k != 0 ? ", " : "") + name + std::to_string(k);
    return text + "}";
}

struct Product {
    exec::Launch launch;
    std::vector<double> d;
    bool poison_stays = true;  // between the lines of D
};

// D = A × B + C. space: "global", "shared" or "" for generic addresses of shared memory.
Product multiply(const Case& c, const std::string& a_layout, const std::string& b_layout,
                 const std::string& c_layout, const std::string& space,
                 const std::vector<double> (&values)[3]) {
    // Strides have to be multiples of 16 bytes.
    const u32 pad = 128 / bits_of_type(c.factor), pad_c = 128 / bits_of_type(c.accumulator);
    const Stored a{c.factor, a_layout, c.m, c.k, (a_layout == "row" ? std::max(c.k, pad) : c.m) + pad};
    const Stored b{c.other, b_layout, c.k, c.n, (b_layout == "row" ? c.n : std::max(c.k, pad)) + pad};
    const Stored sums{c.accumulator, c_layout, c.m, c.n, (c_layout == "row" ? c.n : c.m) + pad_c};
    const Stored* const stored[] = {&a, &b, &sums};
    std::vector<u8> in;
    u32 begin[4] = {};
    for (u32 k = 0; k < 3; ++k) {
        const std::vector<u8> bytes = stored[k]->store(values[k]);
        in.insert(in.end(), bytes.begin(), bytes.end());
        in.resize((in.size() + 31) / 32 * 32);
        begin[k + 1] = static_cast<u32>(in.size());
    }
    const std::vector<u8> poison = sums.store(std::vector<double>(c.m * c.n));
    in.insert(in.end(), poison.begin(), poison.end());
    Setup setup;
    setup.in.resize((in.size() + 3) / 4);
    std::memcpy(setup.in.data(), in.data(), in.size());
    setup.words = sums.bytes() / 4;

    const bool is_double = c.factor == "f64", half = c.accumulator == "f16", global = space == "global";
    const std::string type = is_double ? ".b64" : ".b32";
    const u32 count_c = c.m * c.n / 32 / (half ? 2 : 1);
    std::string body = ".reg " + type + " a<8>, b<8>, c<16>;\n.shared .align 128 .b8 tile[8192];\n";
    // Copies everything to shared memory; D's place comes behind the others.
    body += "mov.u32 %r10, " + std::to_string(setup.in.size()) +
            ";\nmov.u32 %r11, tile;\nmov.u32 %r1, %t;\nCOPY:\nmad.wide.u32 %rd1, %r1, 4, %in;\nld.global.u32 "
            "%r2, "
            "[%rd1];\nmad.lo.u32 %r3, %r1, 4, %r11;\nst.shared.u32 [%r3], %r2;\nadd.u32 %r1, %r1, "
            "32;\nsetp.lt.u32 "
            "%p1, %r1, %r10;\n@%p1 bra COPY;\nbar.sync 0;\ncvt.u64.u32 %rd5, %r11;\ncvta.shared.u64 %rd6, "
            "%rd5;\n";
    const std::string base = global ? "%in" : space == "shared" ? "%r11" : "%rd6";
    const std::string dot = space.empty() ? "" : "." + space;
    const auto load = [&](const std::string& which, const Stored& matrix, u32 registers, u32 offset) {
        body += "mov.u32 %r4, " + std::to_string(matrix.stride) + ";\nwmma.load." + which + ".sync.aligned." +
                matrix.layout + "." + shape_name(c) + dot + "." + matrix.type + " " +
                vector_of(which, registers) + ", [" + base + "+" + std::to_string(offset) + "], %r4;\n";
    };
    load("a", a, c.registers_a, begin[0]);
    load("b", b, c.registers_b, begin[1]);
    load("c", sums, count_c, begin[2]);
    const std::string types = c.factor == "f16"
                                  ? c.accumulator + "." + c.accumulator
                                  : c.accumulator + "." + c.factor + "." + c.other + "." + c.accumulator;
    body += std::string("wmma.mma") + (c.factor == "b1" ? ".xor.popc" : "") + ".sync.aligned." + a_layout +
            "." + b_layout + "." + shape_name(c) + "." + types + " " + vector_of("c", count_c) + ", " +
            vector_of("a", c.registers_a) + ", " + vector_of("b", c.registers_b) + ", " +
            vector_of("c", count_c) + ";\n";
    body += "wmma.store.d.sync.aligned." + c_layout + "." + shape_name(c) + dot + "." + c.accumulator + " [" +
            (global ? "%out" : base + "+" + std::to_string(begin[3])) + "], " + vector_of("c", count_c) +
            ", " + std::to_string(sums.stride) + ";\n";
    if (!global)
        body += "bar.sync 0;\nmov.u32 %r1, %t;\nBACK:\nadd.u32 %r3, %r1, " + std::to_string(begin[3] / 4) +
                ";\nmad.lo.u32 %r3, %r3, 4, %r11;\nld.shared.u32 %r2, [%r3];\nmad.wide.u32 %rd1, %r1, 4, "
                "%out;\nst.global.u32 [%rd1], %r2;\nadd.u32 %r1, %r1, 32;\nsetp.lt.u32 %p1, %r1, " +
                std::to_string(setup.words) + ";\n@%p1 bra BACK;\n";
    const Ran ran = run(body, setup);
    Product product{ran.launch, {}};
    std::vector<u8> memory(ran.out.size() * 4);
    std::memcpy(memory.data(), ran.out.data(), memory.size());
    for (u32 i = 0; i < c.m; ++i)
        for (u32 j = 0; j < c.n; ++j) product.d.push_back(sums.load(memory, i, j));
    const std::vector<u8> expected = [&] {
        std::vector<u8> bytes = sums.store(product.d);
        if (global)
            for (u32 k = 0; k < bytes.size(); ++k)
                if (poison[k] == 0xa5) bytes[k] = kPoison & 0xff;
        return bytes;
    }();
    for (u32 line = 0; line < sums.lines(); ++line)
        for (u32 k = sums.stride - pad_c; k < sums.stride; ++k)
            for (u32 byte = 0; byte < bits_of_type(c.accumulator) / 8; ++byte) {
                const u32 at = (line * sums.stride + k) * bits_of_type(c.accumulator) / 8 + byte;
                product.poison_stays &= memory[at] == (global ? kPoison & 0xff : 0xa5);
            }
    return product;
}

}  // namespace

TEST_CASE("wmma multiplies matrices in memory, in every shape, type, layout and space") {
    std::mt19937 random(3);
    for (const Case& c : cases()) {
        const auto numbers = [&](u32 count, const std::string& type) {
            std::vector<double> values(count);
            for (double& each : values)
                each = type == "b1"     ? static_cast<double>(random() % 2)
                       : type[0] == 'u' ? static_cast<double>(random() % 8)
                                        : static_cast<double>(random() % 15) - 7;
            return values;
        };
        const std::vector<double> values[] = {numbers(c.m * c.k, c.factor), numbers(c.k * c.n, c.other),
                                              numbers(c.m * c.n, c.accumulator)};
        std::vector<double> expected = values[2];
        for (u32 i = 0; i < c.m; ++i)
            for (u32 j = 0; j < c.n; ++j)
                for (u32 k = 0; k < c.k; ++k) {
                    const double left = values[0][i * c.k + k], right = values[1][k * c.n + j];
                    expected[i * c.n + j] += c.factor == "b1" ? (left != right ? 1 : 0) : left * right;
                }
        for (const std::string a_layout : {"row", "col"})
            for (const std::string b_layout : {"row", "col"})
                for (const std::string c_layout : {"row", "col"})
                    for (const std::string space : {"global", "shared", ""}) {
                        if (!c.any_layout && (a_layout != "row" || b_layout != "col")) continue;
                        CAPTURE(shape_name(c) + " " + c.factor + " " + a_layout + " " + b_layout + " " +
                                c_layout + " " + space);
                        const Product product = multiply(c, a_layout, b_layout, c_layout, space, values);
                        CAPTURE(product.launch.message);
                        CHECK(product.launch.findings.empty());
                        CHECK(product.d == expected);
                        CHECK(product.poison_stays);
                    }
    }
}

TEST_CASE("a fragment's load counts one instruction, and a request for each register that differs") {
    const std::string load =
        "wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {%r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8}, "
        "[%in], 16;\n";
    const Ran ran = run(load, {.in = std::vector<u32>(128)});
    CHECK(ran.launch.status == exec::Status::Ok);
    CHECK(ran.launch.counters.warp_instructions == kPrologueInstructions + 2);
    CHECK(ran.launch.counters.global_load_requests == 4);
    // A register's lanes read 8 rows of 16 bytes, 32 bytes apart.
    CHECK(ran.launch.counters.global_load_sectors == 4 * 8);
}

TEST_CASE("a fragment's accesses are checked: bounds, undefined values, whole warps") {
    const std::string load =
        "wmma.load.c.sync.aligned.row.m16n16k16.global.f32 {%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7}, "
        "[%in], 16;\n";
    CHECK(run(load, {.in = std::vector<u32>(256)}).launch.status == exec::Status::Ok);
    const Ran beyond = run(load, {.in = std::vector<u32>(255)});
    CHECK(beyond.launch.status == exec::Status::IllegalAddress);
    CHECK(only(beyond.launch).access.site.ptx_line == kBodyLine);
    const Ran half = run("setp.lt.u32 %p1, %t, 16;\n@%p1 " + load, {.in = std::vector<u32>(256)});
    CHECK(half.launch.status == exec::Status::Trap);
    CHECK(half.launch.message.find("needs all 32 threads of the warp") != std::string::npos);
    // Rows 8 to 15 of C were never written. What comes of them is undefined, the rest is not.
    const auto findings = [](const std::string& used) {
        return run("setp.lt.u32 %p1, %t, 16;\nmul.wide.u32 %rd1, %t, 16;\nadd.u64 %rd1, %rd1, %out;\nmov.u32 "
                   "%r1, "
                   "0;\nst.global.v4.u32 [%rd1], {%r1, %r1, %r1, %r1};\nbar.sync 0;\n"
                   "wmma.load.c.sync.aligned.row.m16n16k16.global.f32 {%f0, %f1, %f2, %f3, %f4, %f5, %f6, "
                   "%f7}, [%out], "
                   "16;\nsetp.eq.f32 %p2, " +
                       used + ", 0f3f800000;\n@%p2 exit;\n",
                   {.words = 256, .out_written = false})
            .launch.findings.size();
    };
    CHECK(findings("%f0") == 0);
    CHECK(findings("%f5") == 0);
    CHECK(findings("%f2") == 1);
}
