// The tables of who accessed what, against an oracle that remembers every single access: random accesses by warps of a
// block, alone and in runs, with barriers between them; and random blocks of a grid.
#include "emulator/check/races/access_table.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <random>

#include "emulator/check/races/grid_accesses.hpp"

using namespace simt;
using namespace simt::exec;
using namespace simt::check;

namespace {

constexpr u64 kBase = 0x2010'0000'0000;

// One unit's access by one thread.
struct Single {
    u32 thread;
    u32 barriers, syncs;  // of the block, of the thread's warp, before it
    bool write;
    u32 value;
};

bool comes_before(const Single& a, const Single& b) {
    return a.barriers < b.barriers || a.thread == b.thread ||
           (a.thread / kLanes == b.thread / kLanes && a.syncs < b.syncs);
}

// Remembers everything.
class Oracle {
  public:
    explicit Oracle(std::size_t units) : history_(units) {}
    bool races(u64 unit, const Single& access) const {
        return std::any_of(history_[unit].begin(), history_[unit].end(), [&](const Single& before) {
            return (before.write || access.write) && !comes_before(before, access) &&
                   !(before.write && access.write && before.value == access.value);
        });
    }
    // Of several threads that write one value the first is known, and it may read it.
    bool may_be_missed(u64 unit, const Single& access) const {
        return !access.write &&
               std::any_of(history_[unit].begin(), history_[unit].end(), [&](const Single& before) {
                   return before.write && comes_before(before, access);
               });
    }
    void note(u64 unit, const Single& access) { history_[unit].push_back(access); }

  private:
    std::vector<std::vector<Single>> history_;
};

// A warp's instruction: lane l accesses `units` units at first + l * stride units, or all lanes one place.
struct Instruction {
    u64 first;
    s64 stride;
    u32 units, lanes;  // the mask
    bool write;
};

Instruction random_instruction(std::mt19937& random, u64 space) {
    static const s64 kStrides[] = {1, 1, 1, 2, 3, 4, 8, 33, -1, 0};
    Instruction made;
    do {
        made.units = 1u << random() % 3;
        made.stride = kStrides[random() % std::size(kStrides)] * made.units;
    } while (static_cast<u64>(std::abs(made.stride) * 31) + 2 * made.units >= space);
    made.lanes = random() % 3 == 0 ? static_cast<u32>(random()) | 1u << random() % 32 : ~0u;
    made.write = random() % 3 == 0;
    const s64 reach = 31 * made.stride;
    const u64 low = reach < 0 ? static_cast<u64>(-reach) : 0;
    const u64 room = space - low - made.units - static_cast<u64>(reach > 0 ? reach : 0);
    made.first = (low + random() % room) / made.units * made.units;
    if (made.first < low) made.first += made.units;
    return made;
}

u64 unit_of(const Instruction& in, u32 lane) {
    return static_cast<u64>(static_cast<s64>(in.first) + in.stride * static_cast<s64>(lane));
}

// Runs the instruction through the table as note_global_access would. True if a race is reported.
bool table_races(AccessTable& table, BlockOrder& order, const Instruction& in, u32 warp, u32 op,
                 const std::vector<u8>& values, u8* memory) {
    const u32 unit = table.unit(), bytes = in.units * unit;
    const auto record = [&](u32 lane) {
        return u64{order.segment(warp)} << 32 | u64{warp * kLanes + lane} << kRecordThread | op;
    };
    if (in.lanes == kAllLanes && in.stride == static_cast<s64>(in.units) &&
        table.access_run(kBase + in.first * unit, kLanes, in.units, in.write, values.data(), record(0),
                         order)) {
        if (in.write) std::memcpy(memory + in.first * unit, values.data(), values.size());
        return false;
    }
    bool raced = false;
    for (u32 lane = 0; lane < kLanes; ++lane) {
        if (!(in.lanes >> lane & 1u)) continue;
        u8* const place = memory + unit_of(in, lane) * unit;
        const RaceFound found =
            table.access(kBase + unit_of(in, lane) * unit, in.units, {in.write, false, false},
                         values.data() + lane * bytes, place, record(lane), order);
        if (found.other != 0) {
            raced = true;
            CHECK(found.address >= kBase + unit_of(in, lane) * unit);
            CHECK(found.address < kBase + unit_of(in, lane) * unit + bytes);
            CHECK((found.writes || in.write));
        }
        if (in.write) std::memcpy(place, values.data() + lane * bytes, bytes);
    }
    return raced;
}

// One block, instruction after instruction, up to the first race. Returns how many there were.
int run_block(std::mt19937& random, u32 unit, bool keeps_values, bool one_value, u64 space) {
    constexpr u32 kWarps = 4;
    OrderSpace order_space;
    BlockOrder order;
    order.begin(order_space, 0, kWarps);
    AccessTable table(unit, keeps_values);
    Oracle oracle(space);
    std::vector<u8> memory(space * unit, 0xee);
    u32 barriers = 0, syncs[kWarps] = {}, stamp = 1;
    for (int step = 1; step < 60; ++step) {
        const u32 warp = random() % kWarps;
        if (random() % 8 == 0) {
            order.barrier(0, (1u << kWarps) - 1, true);
            ++barriers;
        }
        if (random() % 8 == 0) {
            order.warp_barrier(warp, ~0u, true);
            ++syncs[warp];
        }
        const Instruction in = random_instruction(random, space);
        std::vector<u8> values(std::size_t{kLanes} * in.units * unit);
        bool expected = false, certain = false;
        for (u32 lane = 0; lane < kLanes; ++lane) {
            if (!(in.lanes >> lane & 1u)) continue;
            for (u32 k = 0; k < in.units; ++k) {
                const u32 value = one_value ? 7 : (stamp = stamp % 250 + 1);
                std::memset(values.data() + (lane * in.units + k) * unit, static_cast<int>(value), unit);
                const Single single{warp * kLanes + lane, barriers, syncs[warp], in.write, value};
                const u64 at = unit_of(in, lane) + k;
                const bool races = oracle.races(at, single);
                expected |= races;
                certain |= races && !(one_value && oracle.may_be_missed(at, single));
                oracle.note(at, single);
            }
        }
        const bool raced = table_races(table, order, in, warp, static_cast<u32>(step), values, memory.data());
        CAPTURE(step);
        CAPTURE(in.first);
        CAPTURE(in.stride);
        CAPTURE(in.units);
        CAPTURE(in.lanes);
        CAPTURE(in.write);
        CHECK((!raced || expected));
        REQUIRE((raced || !certain));
        if (expected) return step;
    }
    return 60;
}

}  // namespace

TEST_CASE("a block's table reports a race exactly where one access meets another that nothing orders") {
    for (const u32 unit : {1u, 2u, 4u})
        for (const bool keeps_values : {true, false})
            for (const bool one_value : {true, false}) {
                int raced = 0, steps = 0;
                for (u32 seed = 0; seed < 400; ++seed) {
                    CAPTURE(unit);
                    CAPTURE(keeps_values);
                    CAPTURE(one_value);
                    CAPTURE(seed);
                    std::mt19937 random(seed * 31 + unit);
                    const u64 space = seed % 2 == 0 ? 100 + seed : 4200 + seed % 7 * 900;
                    const int ended = run_block(random, unit, keeps_values, one_value, space);
                    raced += ended < 60;
                    steps += ended;
                }
                // Long enough to fill lines with pieces, and races in most.
                CHECK(raced > 200);
                CHECK(steps > 400 * 4);
            }
}

TEST_CASE("blocks of a grid race exactly where two of them touch a unit and one writes another value") {
    constexpr u64 kSpace = 6000;
    constexpr u32 kUnit = 4;
    int races = 0;
    for (u32 seed = 0; seed < 600; ++seed) {
        std::mt19937 random(seed);
        const bool one_value = seed % 4 == 0;
        const u32 blocks = 2 + random() % 5;
        GridAccesses grid(kUnit);
        // Of each unit: blocks that read it, that wrote it, and what the first of them wrote last.
        struct Unit {
            bool read = false, written = false;
            u32 value = 0;
        };
        std::vector<Unit> before(kSpace);
        std::vector<std::unique_ptr<AccessTable>> tables;
        bool expected = false;
        for (u32 block = 0; block < blocks; ++block) {
            OrderSpace order_space;
            BlockOrder order;
            order.begin(order_space, block, 4);
            tables.push_back(grid.table());
            std::vector<Unit> now(kSpace);
            std::vector<u8> memory(kSpace * kUnit);
            for (u32 step = 1 + random() % 4; step != 0; --step) {
                // Of one warp, so that the block has no races of its own but those of one instruction.
                const Instruction in = random_instruction(random, kSpace);
                if (in.write && in.stride == 0) continue;
                std::vector<u8> values(std::size_t{kLanes} * in.units * kUnit);
                order.warp_barrier(block % 4, ~0u, true);
                for (u32 lane = 0; lane < kLanes; ++lane) {
                    if (!(in.lanes >> lane & 1u)) continue;
                    for (u32 k = 0; k < in.units; ++k) {
                        const u32 value = one_value ? 7 : block * 16 + step;
                        std::memset(values.data() + (lane * in.units + k) * kUnit, static_cast<int>(value),
                                    kUnit);
                        Unit& unit = now[unit_of(in, lane) + k];
                        (in.write ? unit.written : unit.read) = true;
                        if (in.write) unit.value = value;
                    }
                }
                CHECK(!table_races(*tables.back(), order, in, block % 4, step, values, memory.data()));
            }
            for (u64 k = 0; k < kSpace; ++k) {
                const bool both_write = now[k].written && before[k].written;
                expected |= (now[k].read && before[k].written) || (now[k].written && before[k].read) ||
                            (both_write && now[k].value != before[k].value);
                if (now[k].written && !before[k].written) before[k].value = now[k].value;
                before[k].read |= now[k].read;
                before[k].written |= now[k].written;
            }
        }
        // They end in any order.
        std::vector<u32> order(blocks);
        std::iota(order.begin(), order.end(), 0u);
        std::shuffle(order.begin(), order.end(), random);
        // end_block waits for nobody here: fewer blocks than may wait.
        for (const u32 block : order) grid.end_block(block, std::move(tables[block]));
        CAPTURE(seed);
        CHECK(grid.races().empty() != expected);
        races += expected;
        for (const RawFinding& race : grid.races()) {
            const RawAccess &later = race.access, &earlier = *race.other;
            CHECK(earlier.block < later.block);
            CHECK(later.thread / kLanes == later.block % 4);
            CHECK(earlier.thread / kLanes == earlier.block % 4);
            CHECK((earlier.write || later.write));
        }
    }
    CHECK(races > 100);
    CHECK(races < 500);
}

TEST_CASE("reads before a barrier do not blur who reads after it, when blocks take turns") {
    constexpr u32 kUnit = 4, kFull = 11;  // the pieces that a line has room for
    OrderSpace order_space;
    BlockOrder order, neighbour;
    order.begin(order_space, 0, 1);
    neighbour.begin(order_space, 1, 1);
    AccessTable table(kUnit, true);
    const std::vector<u8> values(std::size_t{kLanes} * kUnit, 7);
    const auto access = [&](u32 first_lane, bool write, u32 op) {
        const Record record = u64{order.segment(0)} << 32 | u64{first_lane} << kRecordThread | op;
        return table.access_run(kBase, kLanes - first_lane, 1, write, values.data(), record, order);
    };
    const auto store_by_lanes = [&] {
        u32 races = 0;
        for (u32 lane = 0; lane < kLanes; ++lane)
            races += table
                         .access(kBase + lane * kUnit, 1, {true, false, false}, values.data(), nullptr,
                                 u64{order.segment(0)} << 32 | u64{lane} << kRecordThread | 99, order)
                         .other != 0;
        return races;
    };
    // Lane l reads unit l - shift, for several shifts, so that each unit has many readers.
    for (u32 shift = 1; shift <= kFull; ++shift) CHECK(access(shift, false, shift));
    neighbour.segment(0);
    order.barrier(0, 1, true);
    CHECK(access(0, false, 50));  // each lane its own unit, which it then writes
    CHECK(store_by_lanes() == 0);
    // Without a barrier the readers of one unit do race with its writer.
    order.barrier(0, 1, true);
    for (u32 shift = 0; shift <= 1; ++shift) access(shift, false, 60 + shift);
    CHECK(store_by_lanes() == kLanes - 1);
}
