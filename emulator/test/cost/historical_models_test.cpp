// The access rules of compute capability 1.3 and 2.0, case by case: the programming guide's examples and the seed's
// counting. seed_figures_test.cpp has whole kernels.
#include "emulator/cost/historical_models.hpp"

#include <doctest/doctest.h>

#include <functional>

#include "emulator/cost/access_models.hpp"

using namespace simt;
using namespace simt::cost;

namespace {

constexpr u32 kAll = ~0u;

using Rule = std::function<u64(u32 lane)>;

GlobalTransactions global(Model model, const Rule& address, u32 width = 4, u32 mask = kAll) {
    u64 lanes[32];
    for (u32 lane = 0; lane < 32; ++lane) lanes[lane] = mask >> lane & 1u ? address(lane) : 0xdead;
    return global_transactions(model, lanes, mask, width);
}

SharedSteps shared(Model model, const Rule& offset, u32 width = 4, bool store = false, u32 mask = kAll) {
    u32 lanes[32];
    for (u32 lane = 0; lane < 32; ++lane)
        lanes[lane] = mask >> lane & 1u ? static_cast<u32>(offset(lane)) : 0xdead;
    return shared_steps(model, lanes, mask, width, store);
}

GlobalTransactions counts(u32 of_32, u32 of_64, u32 of_128, u32 used_32, u32 used_64, u32 used_128) {
    return {{of_32, of_64, of_128}, {used_32, used_64, used_128}};
}

u64 contiguous(u32 lane) { return 0x1000 + 4 * lane; }

}  // namespace

TEST_CASE(
    "1.3: neighbours of 4 bytes are a 64-byte transaction a half-warp, of 8 and 16 bytes 128-byte ones") {
    CHECK(global(Model::Cc13, contiguous) == counts(0, 2, 0, 0, 128, 0));
    CHECK(global(
              Model::Cc13, [](u32 lane) { return 0x1000 + 8 * lane; }, 8) == counts(0, 0, 2, 0, 0, 256));
    CHECK(global(
              Model::Cc13, [](u32 lane) { return 0x1000 + 16 * lane; }, 16) == counts(0, 0, 4, 0, 0, 512));
}

TEST_CASE("1.3: short words have short segments, and a transaction shrinks while half of it is unused") {
    CHECK(global(
              Model::Cc13, [](u32 lane) { return 0x1000 + lane; }, 1) == counts(2, 0, 0, 32, 0, 0));
    CHECK(global(
              Model::Cc13, [](u32 lane) { return 0x1000 + 2 * lane; }, 2) == counts(2, 0, 0, 64, 0, 0));
    CHECK(global(
              Model::Cc13, [](u32 lane) { return 0x1020 + 2 * lane; }, 2, 0xffff) ==
          counts(1, 0, 0, 32, 0, 0));
    CHECK(global(
              Model::Cc13, [](u32 lane) { return 0x1010 + 2 * lane; }, 2, 0xffff) ==
          counts(0, 1, 0, 0, 32, 0));
    // 64 bytes in the middle of a segment need all of its 128.
    CHECK(global(
              Model::Cc13, [](u32 lane) { return 0x1020 + 4 * lane; }, 4, 0xffff) ==
          counts(0, 0, 1, 0, 0, 64));
}

TEST_CASE("1.3: one word for all is a 32-byte transaction of which an eighth is used") {
    CHECK(global(Model::Cc13, [](u32) { return 0x1044; }) == counts(2, 0, 0, 8, 0, 0));
    CHECK(global(
              Model::Cc13, [](u32) { return 0x1040; }, 16) == counts(2, 0, 0, 32, 0, 0));
}

TEST_CASE("1.3: the guide's misaligned half-warp is two transactions, a column sixteen") {
    // 16 words from 4 bytes before a segment's end on: the first alone, the rest in the next segment's lower half.
    CHECK(global(
              Model::Cc13, [](u32 lane) { return 0x107c + 4 * lane; }, 4, 0xffff) ==
          counts(1, 1, 0, 4, 60, 0));
    CHECK(global(Model::Cc13, [](u32 lane) { return 0x1000 + 4096 * lane; }) == counts(32, 0, 0, 128, 0, 0));
    CHECK(global(
              Model::Cc13, [](u32 lane) { return 0x1000 + 8 * lane; }, 4, 0xffff) ==
          counts(0, 0, 1, 0, 0, 64));
}

TEST_CASE("1.3: lanes that are switched off ask for nothing") {
    CHECK(global(Model::Cc13, contiguous, 4, 0) == counts(0, 0, 0, 0, 0, 0));
    CHECK(global(Model::Cc13, contiguous, 4, 1) == counts(1, 0, 0, 4, 0, 0));
    CHECK(global(Model::Cc13, contiguous, 4, 0x80000000u) == counts(1, 0, 0, 4, 0, 0));
    CHECK(global(Model::Cc13, contiguous, 4, 0x00018000u) == counts(2, 0, 0, 8, 0, 0));
}

TEST_CASE("2.0: lines of 128 bytes for the warp, its halves or its quarters") {
    CHECK(global(Model::Cc20, contiguous) == counts(0, 0, 1, 0, 0, 128));
    CHECK(global(
              Model::Cc20, [](u32 lane) { return 0x1000 + 8 * lane; }, 8) == counts(0, 0, 2, 0, 0, 256));
    CHECK(global(
              Model::Cc20, [](u32 lane) { return 0x1000 + 16 * lane; }, 16) == counts(0, 0, 4, 0, 0, 512));
    CHECK(global(Model::Cc20, [](u32) { return 0x1000; }) == counts(0, 0, 1, 0, 0, 4));
    CHECK(global(
              Model::Cc20, [](u32) { return 0x1000; }, 8) == counts(0, 0, 2, 0, 0, 16));
    CHECK(global(Model::Cc20, [](u32 lane) { return 0x1004 + 4 * lane; }) == counts(0, 0, 2, 0, 0, 128));
    CHECK(global(Model::Cc20, [](u32 lane) { return 0x1000 + 4096 * lane; }) == counts(0, 0, 32, 0, 0, 128));
}

TEST_CASE("9.0: transactions are the sectors that are counted always") {
    for (const u32 width : {1u, 2u, 4u, 8u, 16u, 32u})
        for (const u32 stride : {0u, 1u, 2u, 3u, 7u, 32u, 33u})
            for (const u32 mask : {kAll, 1u, 0x80000001u, 0x0000ffffu, 0x55555555u}) {
                u64 lanes[32];
                for (u32 lane = 0; lane < 32; ++lane) lanes[lane] = 0x1000 + u64{stride} * width * lane;
                const GlobalTransactions cost = global_transactions(Model::Cc90, lanes, mask, width);
                CHECK(cost.count[0] == global_sectors(lanes, mask, width));
                CHECK(cost.count[1] + cost.count[2] == 0);
                CHECK(cost.used[0] <= 32 * cost.count[0]);
            }
    CHECK(global(Model::Cc90, [](u32 lane) { return 0x1000 + 32 * lane; }).used[0] == 128);
}

TEST_CASE("1.3 shared: odd strides are free, powers of two are not, one word goes to all") {
    const auto words = [](u32 stride) { return [stride](u32 lane) { return u64{4} * stride * lane; }; };
    CHECK(shared(Model::Cc13, words(0)) == SharedSteps{2, 0});
    CHECK(shared(Model::Cc13, words(1)) == SharedSteps{2, 0});
    CHECK(shared(Model::Cc13, words(2)) == SharedSteps{4, 2});
    CHECK(shared(Model::Cc13, words(3)) == SharedSteps{2, 0});
    CHECK(shared(Model::Cc13, words(16)) == SharedSteps{32, 30});
    CHECK(shared(Model::Cc13, words(17)) == SharedSteps{2, 0});
    CHECK(shared(Model::Cc13, words(1), 4, true) == SharedSteps{2, 0});
    CHECK(shared(Model::Cc13, words(1), 4, false, 0xff) == SharedSteps{1, 0});
    CHECK(shared(Model::Cc13, words(1), 4, false, 0) == SharedSteps{0, 0});
}

TEST_CASE(
    "1.3 shared: words of 8 bytes are two accesses that conflict two ways each, bytes conflict within a "
    "word") {
    CHECK(shared(
              Model::Cc13, [](u32 lane) { return u64{8} * lane; }, 8) == SharedSteps{8, 4});
    CHECK(shared(
              Model::Cc13, [](u32 lane) { return u64{16} * lane; }, 16) == SharedSteps{32, 24});
    CHECK(shared(
              Model::Cc13, [](u32 lane) { return lane; }, 1, false, 0xffff) == SharedSteps{4, 3});
    CHECK(shared(
              Model::Cc13, [](u32 lane) { return u64{2} * lane; }, 2, false, 0xffff) == SharedSteps{2, 1});
    // Only one word is broadcast in a step: two words of two banks, eight lanes each, are a step for the first, in which one
    // lane of the second goes too, and one for its other seven.
    CHECK(shared(
              Model::Cc13, [](u32 lane) { return u64{4} * (lane / 8); }, 4, false, 0xffff) ==
          SharedSteps{2, 1});
    CHECK(shared(
              Model::Cc13, [](u32) { return 0; }, 4, true, 0xffff) == SharedSteps{16, 15});
}

TEST_CASE("2.0 shared: 32 banks and any number of words to all who want them") {
    const auto words = [](u32 stride) { return [stride](u32 lane) { return u64{4} * stride * lane; }; };
    CHECK(shared(Model::Cc20, words(1)) == SharedSteps{1, 0});
    CHECK(shared(Model::Cc20, words(2)) == SharedSteps{2, 1});
    CHECK(shared(Model::Cc20, words(32)) == SharedSteps{32, 31});
    CHECK(shared(Model::Cc20, words(33)) == SharedSteps{1, 0});
    CHECK(shared(Model::Cc20, words(17)) == SharedSteps{1, 0});
    CHECK(shared(Model::Cc20, [](u32 lane) { return u64{4} * (lane / 8); }) == SharedSteps{1, 0});
    CHECK(shared(
              Model::Cc20, [](u32 lane) { return lane; }, 1) == SharedSteps{1, 0});
    CHECK(shared(
              Model::Cc20, [](u32 lane) { return u64{8} * lane; }, 8) == SharedSteps{2, 0});
    CHECK(shared(
              Model::Cc20, [](u32 lane) { return u64{16} * lane; }, 16) == SharedSteps{4, 0});
    CHECK(shared(Model::Cc20, words(32), 4, false, 1) == SharedSteps{1, 0});
}

TEST_CASE("sums: volume is every transaction's size, utilisation the mean over loads alone") {
    ModelCounters sum;
    CHECK(sum.bandwidth_utilisation() == 0);
    sum.add(counts(1, 0, 0, 4, 0, 0), false, 16);   // 12.5 %
    sum.add(counts(0, 1, 0, 0, 64, 0), false, 16);  // 100 %
    sum.add(counts(0, 1, 0, 0, 4, 0), true, 3);     // a store: volume only
    CHECK(sum.transactions(0) == 16);
    CHECK(sum.transactions(1) == 19);
    CHECK(sum.volume_bytes() == 16 * 32 + 19 * 64);
    CHECK(sum.bandwidth_utilisation() == doctest::Approx(0.5625));
    ModelCounters twice = sum;
    twice.add(sum);
    CHECK(twice.volume_bytes() == 2 * sum.volume_bytes());
    CHECK(twice.bandwidth_utilisation() == sum.bandwidth_utilisation());
}

TEST_CASE("models are found by name") {
    for (const Model model : {Model::Cc13, Model::Cc20, Model::Cc90})
        CHECK(model_named(name_of(model)) == model);
    CHECK_FALSE(model_named("cc3.0").has_value());
}
