// Loads of shared memory that go by what another one found out of its addresses (decode/memory.cpp): they load,
// count and report what they would by themselves.
#include <random>

#include "emulator/exec/launch_record.hpp"
#include "emulator/test/support/run_ptx.hpp"

using namespace simt;
using namespace simt::exec;

namespace {

constexpr u32 kWords = 1024;
constexpr u32 kThreads = 96;

// Every word of the tile holds a value of its own, which is also an address in its first half.
u32 word(u32 k) { return k * 2654435761u >> 21 << 3 & 0x7f8; }

std::string fill() {
    return R"(
mov.u32 %r1, %t;
FILL:
mul.lo.u32 %r2, %r1, 2654435761;
shr.u32 %r2, %r2, 21;
shl.b32 %r2, %r2, 3;
and.b32 %r2, %r2, 2040;
shl.b32 %r3, %r1, 2;
mov.u32 %r4, tile;
add.u32 %r4, %r4, %r3;
st.shared.u32 [%r4], %r2;
add.u32 %r1, %r1, 96;
setp.lt.u32 %p1, %r1, 1024;
@%p1 bra FILL;
bar.sync 0;
)";
}

const Setup kTile{.block = {kThreads}, .declarations = ".shared .align 16 .b8 tile[4096];\n"};

// A straight run of loads and of changes to their address registers, %r10 and %r11, and what %r20 is at its end.
struct Program {
    std::string body;
    std::vector<u32> result;
};

// alone: every load is kept from being beside another.
Program random_program(u32 seed, bool alone) {
    std::mt19937 random(seed);
    Program made{fill(), {}};
    std::vector<u32> address[2] = {std::vector<u32>(kThreads), std::vector<u32>(kThreads)};
    made.result.assign(kThreads, 0);
    const auto line = [&](const std::string& text) { made.body += text + ";\n"; };
    const auto each = [&](auto change) {
        for (u32 t = 0; t < kThreads; ++t) change(t);
    };
    const u32 step = 4u << random() % 5;
    line("mul.lo.u32 %r10, %t, " + std::to_string(step));
    line("and.b32 %r10, %r10, 2040");
    line("shr.u32 %r11, %t, 4");
    line("shl.b32 %r11, %r11, 3");
    line("mov.u32 %r20, 0");
    each([&](u32 t) {
        address[0][t] = t * step & 2040;
        address[1][t] = t >> 4 << 3;
    });
    for (int k = 0; k < 24; ++k) {
        const u32 which = random() % 2, offset = random() % 64 * 8;
        const std::string reg = "%r1" + std::to_string(which),
                          place = "[" + reg + "+" + std::to_string(offset) + "]";
        if (alone) line("add.u32 " + reg + ", " + reg + ", 0");
        switch (random() % 8) {
            case 0:  // the address register gets what is loaded
                line("ld.shared.u32 " + reg + ", " + place);
                each([&](u32 t) { address[which][t] = word((address[which][t] + offset) / 4); });
                break;
            case 1:
                line("xor.b32 " + reg + ", " + reg + ", 8");
                each([&](u32 t) { address[which][t] ^= 8; });
                break;
            case 2:  // for some lanes
                line("setp.gt.u32 %p2, %t, 40");
                line("@%p2 mov.b32 " + reg + ", 64");
                each([&](u32 t) { address[which][t] = t > 40 ? 64 : address[which][t]; });
                break;
            case 3:  // by some lanes
                line("setp.lt.u32 %p2, %t, 50");
                line("mov.b32 %r5, 3");
                line("@%p2 ld.shared.u32 %r5, " + place);
                line("add.u32 %r20, %r20, %r5");
                each([&](u32 t) { made.result[t] += t < 50 ? word((address[which][t] + offset) / 4) : 3; });
                break;
            case 4:
                line("ld.shared.v2.u32 {%r5, %r6}, " + place);
                line("mad.lo.u32 %r20, %r5, 3, %r20");
                line("add.u32 %r20, %r20, %r6");
                each([&](u32 t) {
                    const u32 at = (address[which][t] + offset) / 4;
                    made.result[t] += 3 * word(at) + word(at + 1);
                });
                break;
            default:
                line("ld.shared.u32 %r5, " + place);
                line("mad.lo.u32 %r20, %r20, 5, %r5");
                each([&](u32 t) {
                    made.result[t] = made.result[t] * 5 + word((address[which][t] + offset) / 4);
                });
        }
    }
    line("st.global.u32 [%mine], %r20");
    return made;
}

}  // namespace

TEST_CASE(
    "loads from one register at several offsets load what lies there, whatever becomes of the register") {
    for (u32 seed = 0; seed < 150; ++seed) {
        CAPTURE(seed);
        const Program program = random_program(seed, false);
        const Program alone = random_program(seed, true);
        REQUIRE(program.result == alone.result);
        CAPTURE(program.body);
        for (const bool random_schedule : {false, true})
            for (const bool checks : {true, false}) {
                Setup setup = kTile;
                setup.random_schedule = random_schedule;
                setup.checks = checks;
                const Ran ran = run(program.body, setup), by_itself = run(alone.body, setup);
                REQUIRE(ran.launch.status == exec::Status::Ok);
                CHECK(ran.launch.findings.empty());
                CHECK(ran.out == program.result);
                CHECK(by_itself.out == program.result);
                if (random_schedule) continue;  // which parts lanes at other places
                const cost::Counters &counters = ran.launch.counters, &expected = by_itself.launch.counters;
                CHECK(counters.shared_load_requests == expected.shared_load_requests);
                CHECK(counters.shared_load_wavefronts == expected.shared_load_wavefronts);
                CHECK(counters.shared_load_bank_conflicts == expected.shared_load_bank_conflicts);
            }
    }
}

TEST_CASE("a load beside another is held to bounds, alignment and initialisation by itself") {
    const std::string first = "shl.b32 %r1, %t, 2;\nld.shared.u32 %r2, [%r1];\n";
    const auto finding = [&](const std::string& load) {
        const Ran ran = run(fill() + first + load, kTile);
        REQUIRE(ran.launch.findings.size() == 1);
        return ran.launch.findings[0];
    };
    CHECK(run(fill() + first + "ld.shared.u32 %r3, [%r1+3712];", kTile).launch.findings.empty());
    const check::Finding beyond = finding("ld.shared.u32 %r3, [%r1+3716];");
    CHECK(beyond.fault == check::Fault::OutOfBounds);
    CHECK(beyond.access.thread == Dim3{95, 0, 0});
    const check::Finding before = finding("ld.shared.u32 %r3, [%r1+-4];");
    CHECK(before.fault == check::Fault::OutOfBounds);
    CHECK(before.access.thread == Dim3{0, 0, 0});
    CHECK(finding("ld.shared.u32 %r3, [%r1+2];").fault == check::Fault::Misaligned);

    // Written: words 0 to 95 only.
    const std::string little =
        "mov.u32 %r9, tile;\nshl.b32 %r1, %t, 2;\nst.shared.u32 [%r1], %t;\nbar.sync 0;\nld.shared.u32 %r2, "
        "[%r1];\n";
    CHECK(run(little + "ld.shared.u32 %r3, [%r1+0];" + decide_by("%r3"), kTile).launch.findings.empty());
    CHECK(run(little + "ld.shared.u32 %r3, [%r1+4];", kTile).launch.findings.empty());
    const Ran unwritten = run(little + "ld.shared.u32 %r3, [%r1+4];" + decide_by("%r3"), kTile);
    REQUIRE(unwritten.launch.findings.size() == 1);
    CHECK(unwritten.launch.findings[0].fault == check::Fault::UninitialisedRead);
    CHECK(unwritten.launch.findings[0].access.thread == Dim3{95, 0, 0});
}

TEST_CASE("a load beside another races with the write behind it") {
    // Thread t reads word t + 1 and writes word t: with no barrier between, a neighbour may have written already.
    const auto races = [&](const std::string& between) {
        return run(fill() + "shl.b32 %r1, %t, 2;\nld.shared.u32 %r2, [%r1];\nld.shared.u32 %r3, [%r1+4];\n" +
                       between + "add.u32 %r2, %r2, %r3;\nst.shared.u32 [%r1], %r2;",
                   kTile)
            .launch.findings;
    };
    CHECK(races("bar.sync 0;\n").empty());
    const auto found = races("");
    REQUIRE(found.size() == 1);
    CHECK(found[0].fault == check::Fault::SharedRace);
}
