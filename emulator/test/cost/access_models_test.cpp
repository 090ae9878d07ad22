// The access rules against an H200's counters, against a plain restatement of themselves, and worked by hand.
#include "emulator/cost/access_models.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <vector>

using namespace simt;
using namespace simt::cost;

namespace {

constexpr int kOff = -1;

// One warp's access: byte offsets by lane, kOff for a lane that does not take part.
struct Warp {
    u64 global[32] = {};
    u32 shared[32] = {};
    u32 mask = 0;

    template <class F>
    explicit Warp(F byte_of_lane) {
        for (int lane = 0; lane < 32; ++lane) {
            const int byte = byte_of_lane(lane);
            global[lane] = u64{1} << 40 | static_cast<u64>(byte == kOff ? 12345 : byte);
            shared[lane] = static_cast<u32>(byte == kOff ? 12345 : byte);
            if (byte != kOff) mask |= 1u << lane;
        }
    }
};

// Byte offset of a lane in a named pattern of the calibration; w: bytes a lane.
using Pattern = int (*)(int lane, int w);
const std::map<std::string, Pattern> kPatterns = {
    {"contig", [](int lane, int w) { return lane * w; }},
    {"off1", [](int lane, int w) { return (lane + 1) * w; }},
    {"same", [](int, int) { return 64; }},
    {"pair1", [](int lane, int w) { return lane / 2 * w; }},                  // lanes n and n^1 agree
    {"xor2", [](int lane, int w) { return (lane / 4 * 2 + lane % 2) * w; }},  // lanes n and n^2 agree
    {"quad", [](int lane, int w) { return lane % 4 * w; }},
    {"stride2", [](int lane, int w) { return 2 * lane * w; }},
    {"stride32w", [](int lane, int) { return lane * 32 * 4; }},  // a column of 32 words: one bank
    {"stride128B", [](int lane, int) { return lane * 128; }},
    {"pad33", [](int lane, int w) { return lane * 33 * w; }},  // a column of a padded tile
    {"rev", [](int lane, int w) { return (31 - lane) * w; }},
    {"perm", [](int lane, int w) { return lane * 7 % 32 * w; }},
    {"half off", [](int lane, int w) { return lane < 16 ? lane * w : kOff; }},
    {"half", [](int lane, int w) { return lane < 16 ? lane * w : kOff; }},
    {"lane0", [](int lane, int) { return lane == 0 ? 0 : kOff; }},
    {"all off", [](int, int) { return kOff; }},
    {"alloff", [](int, int) { return kOff; }},
    {"z1516", [](int lane, int) { return lane == 15 || lane == 16 ? 64 : kOff; }},
    {"z0_15", [](int lane, int) { return lane == 0 || lane == 15 ? 64 : kOff; }},
    // Half of the warp agrees over n^2, the other over n^1: neither holds for all lanes, so nothing is
    // joined.
    {"case4", [](int lane, int) { return 16 * (lane / 8 * 2 + (lane < 16 ? lane % 8 / 2 % 2 : lane % 2)); }},
    // Agrees over n^1, and the joined halves need two words of a bank.
    {"case5", [](int lane, int) { return 16 * (lane / 16 * 4 + lane % 16 / 8 + lane % 8 / 4 * 8); }},
    {"u16 contig", [](int lane, int) { return 2 * lane; }},
};

struct Measurement {
    std::string space, pattern, op;
    int width = 0;
    u32 measured = 0;
    int conflicts = kOff;  // kOff: global, has none
};

std::vector<Measurement> read_calibration() {
    const auto path = std::filesystem::path("emulator/test/hardware/h200_calibration.csv");
    std::ifstream file(path);
    std::vector<Measurement> rows;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line[0] == '#' || line.starts_with("launch,")) continue;
        std::stringstream fields(line);
        std::string launch, width, rule, measured, conflicts;
        Measurement row;
        for (std::string* field :
             {&launch, &row.space, &row.pattern, &width, &row.op, &rule, &measured, &conflicts})
            std::getline(fields, *field, ',');
        row.width = std::stoi(width);
        row.measured = static_cast<u32>(std::stoul(measured));
        if (!conflicts.empty()) row.conflicts = std::stoi(conflicts);
        rows.push_back(row);
    }
    return rows;
}

// The rules once more, with sets and no short cuts.
u32 plain_sectors(const Warp& warp, u32 width) {
    std::set<u64> sectors;
    for (u32 lane = 0; lane < 32; ++lane)
        for (u32 byte = 0; byte < width && (warp.mask >> lane & 1); ++byte)
            sectors.insert((warp.global[lane] + byte) / 32);
    return static_cast<u32>(sectors.size());
}

// Lanes with one address are served in turn; each turn takes the sectors of its lanes.
u32 plain_atomic(Warp warp, u32 width) {
    u32 sectors = 0;
    while (warp.mask != 0) {
        const u32 waiting = warp.mask;
        std::set<u64> served;
        for (u32 lane = 0; lane < 32; ++lane)
            if ((waiting >> lane & 1) && !served.insert(warp.global[lane]).second) warp.mask &= ~(1u << lane);
        sectors += plain_sectors(warp, width);
        warp.mask = waiting & ~warp.mask;
    }
    return sectors;
}

SharedCost plain_shared(const Warp& warp, u32 width, bool store) {
    const auto agree = [&](u32 distance) {
        for (u32 lane = 0; lane < 32; ++lane) {
            const bool both = (warp.mask >> lane & 1) && (warp.mask >> (lane ^ distance) & 1);
            if (both && warp.shared[lane] != warp.shared[lane ^ distance]) return false;
        }
        return true;
    };
    u32 lanes = width <= 4 ? 32 : width == 8 ? 16 : 8;
    if (width > 4 && !store && (agree(1) || agree(2))) lanes *= 2;
    std::map<u32, std::map<u32, std::set<u32>>> words;  // group, bank
    for (u32 lane = 0; lane < 32; ++lane)
        for (u32 byte = 0; byte < width && (warp.mask >> lane & 1); ++byte) {
            const u32 word = (warp.shared[lane] + byte) / 4;
            words[lane / lanes][word % 32].insert(word);
        }
    SharedCost cost;
    for (const auto& [group, banks] : words) {
        std::size_t most = 0;
        for (const auto& [bank, distinct] : banks) most = std::max(most, distinct.size());
        cost.wavefronts += static_cast<u32>(most);
        cost.conflicts += static_cast<u32>(most) - 1;
    }
    return cost;
}

}  // namespace

TEST_CASE("all 113 access patterns cost what an H200 counted") {
    const std::vector<Measurement> rows = read_calibration();
    REQUIRE(rows.size() == 113);
    for (const Measurement& row : rows) {
        CAPTURE(row.space);
        CAPTURE(row.pattern);
        CAPTURE(row.width);
        CAPTURE(row.op);
        REQUIRE(kPatterns.contains(row.pattern));
        const Pattern pattern = kPatterns.at(row.pattern);
        const Warp warp([&](int lane) { return pattern(lane, row.width); });
        const u32 width = static_cast<u32>(row.width);
        if (row.space == "global") {
            CHECK(global_sectors(warp.global, warp.mask, width) == row.measured);
        } else {
            const SharedCost cost = shared_cost(warp.shared, warp.mask, width, row.op == "st");
            CHECK(cost.wavefronts == row.measured);
            CHECK(static_cast<int>(cost.conflicts) == row.conflicts);
        }
    }
}

TEST_CASE("a warp that reads a row of floats makes 4 sectors, a column 32, a misaligned row 5") {
    const Warp row([](int lane) { return lane * 4; });
    const Warp column([](int lane) { return lane * 2048 * 4; });
    const Warp shifted([](int lane) { return lane * 4 + 16; });
    const Warp mirrored([](int lane) { return (31 - lane) * 4; });
    CHECK(global_sectors(row.global, row.mask, 4) == 4);
    CHECK(global_sectors(column.global, column.mask, 4) == 32);
    CHECK(global_sectors(shifted.global, shifted.mask, 4) == 5);
    CHECK(global_sectors(mirrored.global, mirrored.mask, 4) == 4);
}

TEST_CASE("copies around the first-level cache count by pairs of lanes and lines of 128 bytes") {
    u64 address[32];
    const auto sectors = [&](auto place, u32 mask) {
        for (u32 lane = 0; lane < 32; ++lane) address[lane] = 1024 + place(lane);
        return sectors_around_first_level(address, mask);
    };
    const auto contiguous = [](u32 lane) { return u64{16} * lane; };
    CHECK(sectors(contiguous, ~0u) == 16);
    CHECK(sectors([](u32 lane) { return u64{16} * lane + 16; }, ~0u) == 20);
    CHECK(sectors([](u32 lane) { return u64{32} * lane; }, ~0u) == 16);
    CHECK(sectors([](u32 lane) { return u64{128} * lane; }, ~0u) == 32);
    CHECK(sectors([](u32) { return u64{0}; }, ~0u) == 16);
    CHECK(sectors([](u32 lane) { return u64{112} * lane % 512; }, ~0u) == 28);
    CHECK(sectors(contiguous, 0xaaaaaaaau) == 16);
    CHECK(sectors(contiguous, 0x0000ffffu) == 8);
    CHECK(sectors(contiguous, 0) == 0);
}

TEST_CASE("sectors are counted once however often and in whatever order lanes come back to them") {
    const Warp back_and_forth([](int lane) { return lane % 2 * 4096 + lane / 16 * 8; });
    CHECK(global_sectors(back_and_forth.global, back_and_forth.mask, 4) == 2);
    const Warp one_back([](int lane) { return lane == 31 ? 0 : lane * 32; });
    CHECK(global_sectors(one_back.global, one_back.mask, 4) == 31);
}

TEST_CASE("a column of a 32x32 tile conflicts 32 ways, of a 32x33 tile not at all") {
    const Warp column([](int lane) { return lane * 32 * 4; });
    const Warp padded([](int lane) { return lane * 33 * 4; });
    for (bool store : {false, true}) {
        CHECK(shared_cost(column.shared, column.mask, 4, store) == SharedCost{32, 31});
        CHECK(shared_cost(padded.shared, padded.mask, 4, store) == SharedCost{1, 0});
    }
}

TEST_CASE("lanes that read one word share it, lanes that read bytes of one word too") {
    const Warp broadcast([](int) { return 4 * 77; });
    const Warp bytes([](int lane) { return lane; });
    const Warp two_words([](int lane) { return lane % 2 * 128; });
    CHECK(shared_cost(broadcast.shared, broadcast.mask, 4, false) == SharedCost{1, 0});
    CHECK(shared_cost(bytes.shared, bytes.mask, 1, false) == SharedCost{1, 0});
    CHECK(shared_cost(two_words.shared, two_words.mask, 4, false) == SharedCost{2, 1});
}

TEST_CASE("a column of doubles conflicts 16 ways in each half of the warp") {
    const Warp column([](int lane) { return lane * 32 * 8; });
    CHECK(shared_cost(column.shared, column.mask, 8, false) == SharedCost{32, 30});
    const Warp lower_half([](int lane) { return lane < 16 ? lane * 32 * 8 : kOff; });
    CHECK(shared_cost(lower_half.shared, lower_half.mask, 8, false) == SharedCost{16, 15});
}

TEST_CASE("random accesses of every width cost what the plain restatement of the rules says") {
    std::mt19937 random(1);
    const auto below = [&](u32 bound) { return static_cast<int>(random() % bound); };
    for (int round = 0; round < 4000; ++round) {
        const int width = 1 << below(5);
        const u32 reach = 1u << (1 + below(9));
        const u32 chance_off = below(2) == 0 ? 0 : 1 + random() % 9;
        const int agree_over = below(3);  // 0: lanes choose for themselves; else lanes n and n^1 (n^2) agree
        int chosen[32];
        for (int& element : chosen) element = below(reach);
        const Warp warp([&](int lane) {
            if (static_cast<u32>(below(10)) < chance_off) return kOff;
            return chosen[agree_over == 0 ? lane : lane & ~agree_over] * width;
        });
        const u32 bytes = static_cast<u32>(width);
        CAPTURE(round);
        CAPTURE(width);
        CHECK(global_sectors(warp.global, warp.mask, bytes) == plain_sectors(warp, bytes));
        CHECK(atomic_sectors(warp.global, warp.mask, bytes) == plain_atomic(warp, bytes));
        for (bool store : {false, true})
            CHECK(shared_cost(warp.shared, warp.mask, bytes, store) == plain_shared(warp, bytes, store));
    }
}
