// Stretches of loads and arithmetic that run as one step (decode/stretches.hpp): they compute, count and report what their
// instructions would one by one.
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <span>

#include "emulator/exec/launch_record.hpp"
#include "emulator/test/support/run_ptx.hpp"

using namespace simt;
using namespace simt::exec;

namespace {

constexpr u32 kThreads = 64, kWords = 1024;

// A tile of kWords words; word k holds the input's.
const std::string kFill = R"(
mov.u32 %r4, tile;
mov.u32 %r1, %t;
FILL:
shl.b32 %r3, %r1, 2;
cvt.u64.u32 %rd5, %r3;
add.u64 %rd5, %rd5, %in;
ld.global.u32 %r2, [%rd5];
st.shared.u32 [%r3], %r2;
add.u32 %r1, %r1, 64;
setp.lt.u32 %p1, %r1, 1024;
@%p1 bra FILL;
bar.sync 0;
)";

u32 lines_of(const std::string& text) { return static_cast<u32>(std::ranges::count(text, '\n')); }

Setup setup_of(std::span<const float> tile) {
    Setup setup{.block = {kThreads}, .declarations = ".shared .align 16 .b8 tile[4096];\n"};
    for (const float value : tile) setup.in.push_back(std::bit_cast<u32>(value));
    return setup;
}

// The address of a thread's elements: the same for all, for each half of a warp, for each lane, or irregular.
const std::string kAddresses[] = {"mov.u32 %r10, 128", "shr.u32 %r10, %t, 4;\nshl.b32 %r10, %r10, 6",
                                  "and.b32 %r10, %t, 15;\nshl.b32 %r10, %r10, 2", "shl.b32 %r10, %t, 2",
                                  "mul.lo.u32 %r10, %t, 28;\nand.b32 %r10, %r10, 252"};
u32 address(std::size_t which, u32 t) {
    const u32 all[] = {128, t / 16 * 64, t % 16 * 4, t * 4, t * 28 & 252};
    return all[which];
}

float after(u32 bits) { return std::bit_cast<float>(bits); }
u32 fma(u32 a, u32 b, u32 c) {
    const float exact = std::fma(after(a), after(b), after(c));
    return std::isnan(exact) ? 0x7fffffff : std::bit_cast<u32>(exact);
}

struct Program {
    std::string body;
    std::vector<u32> result;
    u32 kept_alone = 0;  // instructions that keep loads from being beside others
};

// Chains of multiply-adds of two rows; now and then another operation, or a sum that begins anew.
Program product(u32 seed, std::size_t a_at, std::size_t b_at, const std::vector<u32>& tile, bool alone) {
    std::mt19937 random(seed);
    Program made;
    const auto line = [&](const std::string& text) { made.body += text + ";\n"; };
    std::string second = kAddresses[b_at];
    for (std::size_t at = 0; (at = second.find("%r10", at)) != std::string::npos;)
        second.replace(at, 4, "%r11");
    line(kAddresses[a_at]);
    line(second);
    line("mov.f32 %f1, 0f3f800000");
    line("mov.f32 %f2, 0f80000000");
    std::vector<u32> sum(kThreads, 0x3f800000), other(kThreads, 0x80000000);
    for (u32 k = 0; k < 12; ++k) {
        const u32 step = random() % 3, offset[2] = {k * 4, k * (step == 0 ? 4 : 64)};
        for (u32 which = 0; which < 2; ++which) {
            const std::string reg = "%r1" + std::to_string(which);
            if (alone) line("add.u32 " + reg + ", " + reg + ", 0");
            made.kept_alone += alone;
            line("ld.shared.f32 %f" + std::to_string(3 + which) + ", [" + reg + "+" +
                 std::to_string(offset[which]) + "]");
        }
        const u32 kind = random() % 7;
        const char* const text[] = {"fma.rn.f32 %f1, %f3, %f4, %f1", "fma.rn.f32 %f1, %f4, %f3, %f1",
                                    "fma.rn.f32 %f1, %f3, %f4, %f1", "fma.rn.f32 %f2, %f3, %f1, %f4",
                                    "mul.f32 %f1, %f3, %f4",         "fma.rn.f32 %f1, %f1, %f3, %f2",
                                    "ld.shared.f32 %f1, [%r10+16]"};
        line(text[kind]);
        for (u32 t = 0; t < kThreads; ++t) {
            const u32 a = tile[(address(a_at, t) + offset[0]) / 4],
                      b = tile[(address(b_at, t) + offset[1]) / 4];
            if (kind < 3) sum[t] = fma(a, b, sum[t]);
            if (kind == 3) other[t] = fma(a, sum[t], b);
            if (kind == 4)
                sum[t] =
                    std::isnan(after(a) * after(b)) ? 0x7fffffff : std::bit_cast<u32>(after(a) * after(b));
            if (kind == 6) sum[t] = tile[(address(a_at, t) + 16) / 4];
            if (kind == 5) sum[t] = fma(sum[t], a, other[t]);
        }
    }
    line("mov.b32 %r1, %f1");
    line("mov.b32 %r2, %f2");
    line("xor.b32 %r1, %r1, %r2");
    line("st.global.u32 [%mine], %r1");
    for (u32 t = 0; t < kThreads; ++t) made.result.push_back(sum[t] ^ other[t]);
    return made;
}

}  // namespace

TEST_CASE("a stretch computes and counts what its instructions do one by one") {
    std::mt19937 random(7);
    std::vector<float> tile(kWords);
    for (float& value : tile) value = static_cast<float>(static_cast<int>(random() % 4001) - 2000) / 128;
    tile[40] = std::numeric_limits<float>::infinity();
    tile[72] = -std::numeric_limits<float>::infinity();
    tile[105] = std::bit_cast<float>(0xffc12345u);
    tile[130] = 0;
    tile[131] = 0x1p-140f;
    Setup setup = setup_of(tile);
    for (u32 seed = 0; seed < 100; ++seed) {
        const std::size_t a_at = seed % 5, b_at = seed / 5 % 5;
        const Program program = product(seed, a_at, b_at, setup.in, false);
        const Program alone = product(seed, a_at, b_at, setup.in, true);
        CAPTURE(program.body);
        for (const bool checks : {true, false}) {
            setup.checks = checks;
            const Ran ran = run(kFill + program.body, setup), by_itself = run(kFill + alone.body, setup);
            CHECK(ran.launch.findings.empty());
            CHECK(ran.out == program.result);
            CHECK(by_itself.out == program.result);
            cost::Counters expected = by_itself.launch.counters;
            expected.warp_instructions -= alone.kept_alone * kThreads / 32;
            expected.thread_instructions -= alone.kept_alone * kThreads;
            CHECK(ran.launch.counters == expected);
            CHECK(ran.launch.longest_warp == by_itself.launch.longest_warp - alone.kept_alone);
        }
    }
}

TEST_CASE("each load of a stretch is checked by itself, and a race names its line") {
    const Setup setup = setup_of(std::vector<float>(kWords, 1.0f));
    const std::string loads = R"(shl.b32 %r10, %t, 2;
ld.shared.u32 %r2, [%r10+2048];
ld.shared.u32 %r3, [%r10+2052];
ld.shared.u32 %r4, [%r10+2304];
ld.shared.u32 %r5, [%r10+2560];
add.u32 %r6, %r2, %r3;
add.u32 %r6, %r6, %r4;
add.u32 %r6, %r6, %r5;
)";
    const u32 first_load = kBodyLine + 1 + lines_of(kFill) + 1;  // with the declarations' line
    CHECK(run(kFill + loads, setup).launch.findings.empty());
    // The second warp stores to words that the first one has read.
    const std::pair<u32, u32> offsets_and_lines[] = {{2052, 1}, {2304, 2}, {2560, 3}};
    for (const auto& [offset, line] : offsets_and_lines) {
        const std::string store = "setp.lt.u32 %p5, %t, 32;\n@%p5 bra DONE;\nst.shared.u32 [%r10+" +
                                  std::to_string(offset - 128) + "], %r6;\nDONE:\n";
        CHECK(run(kFill + loads + "bar.sync 0;\n" + store, setup).launch.findings.empty());
        const auto found = run(kFill + loads + store, setup).launch.findings;
        REQUIRE(!found.empty());
        CHECK(found[0].fault == check::Fault::SharedRace);
        CHECK(found[0].other.site.ptx_line == first_load + line);
    }
    // Without the barrier before them, the loads meet the other warp's stores.
    std::string early = kFill;
    early.erase(early.find("bar.sync"),
                early.find('\n', early.find("bar.sync")) + 1 - early.find("bar.sync"));
    CHECK(!run(early + "xor.b32 %t, %t, 32;\n" + loads, setup).launch.findings.empty());
    // Only the first 576 words are written.
    std::string half = kFill;
    half.replace(half.find("1024"), 4, "576");
    CHECK(run(half + loads, setup).launch.findings.empty());
    const auto unwritten = run(half + loads + decide_by("%r4"), setup).launch.findings;
    REQUIRE(unwritten.size() == 1);
    CHECK(unwritten[0].fault == check::Fault::UninitialisedRead);
    CHECK(unwritten[0].access.site.ptx_line == first_load + 2);
    // Beyond the tile.
    std::string beyond = loads;
    beyond.replace(beyond.find("2304"), 4, "4000");
    const auto outside = run(kFill + beyond, setup).launch.findings;
    REQUIRE(!outside.empty());
    CHECK(outside[0].fault == check::Fault::OutOfBounds);
    CHECK(outside[0].access.site.ptx_line == first_load + 2);
}
