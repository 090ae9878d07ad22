// The order of grids that kernels launch.
#include "emulator/check/races/nested_launches.hpp"

#include <doctest/doctest.h>

#include <vector>

using namespace simt::check;
using simt::u64;

namespace {

using Grid = std::shared_ptr<const NestedLaunch>;

struct Below {
    u64 after_part, stream, count;
    std::map<u64, u64> before = {};
};

Grid below(const Grid& parent, const Below& place) {
    auto grid = std::make_shared<NestedLaunch>();
    grid->after_part = place.after_part;
    grid->stream = place.stream;
    grid->count = place.count;
    grid->before = place.before;
    grid->set_parent(parent);
    grid->launched = "by parent, line " + std::to_string(place.count);
    return grid;
}

Grid tail_of(const Grid& grid, u64 turn) {
    auto tail = std::make_shared<NestedLaunch>(*grid);
    tail->turn = turn;
    return tail;
}

bool ordered(const NestedPart& first, const NestedPart& second) {
    CHECK_FALSE((comes_before(first, second) && comes_before(second, first)));
    return comes_before(first, second);
}

const Grid kRoot = std::make_shared<NestedLaunch>();

}  // namespace

TEST_CASE("a kernel's parts before a launch come before the grid and all below it, later ones do not") {
    const Grid child = below(kRoot, {2, 1, 1}), grandchild = below(child, {0, 1, 1});
    for (const Grid& grid : {child, grandchild}) {
        CHECK(ordered({kRoot, 1}, {grid, 1}));
        CHECK(ordered({kRoot, 2}, {grid, 1}));
        CHECK_FALSE(ordered({kRoot, 3}, {grid, 1}));
        CHECK_FALSE(ordered({grid, 1}, {kRoot, 3}));
    }
    CHECK_FALSE(ordered({child, 1}, {grandchild, 1}));
    CHECK(ordered({kRoot, 1}, {kRoot, 2}));
}

TEST_CASE("grids of one stream come one after the other, with all that they launch") {
    const Grid first = below(kRoot, {1, 7, 1}), second = below(kRoot, {1, 7, 2, {{7, 1}}});
    const Grid of_first = below(first, {1, 9, 1}), of_second = below(second, {1, 9, 1});
    CHECK(ordered({first, 1}, {second, 1}));
    CHECK(ordered({of_first, 1}, {second, 1}));
    CHECK(ordered({of_first, 5}, {of_second, 1}));
    CHECK_FALSE(ordered({of_second, 1}, {of_first, 1}));
}

TEST_CASE("grids of two streams are ordered by events alone") {
    const Grid first = below(kRoot, {1, 7, 1}), other = below(kRoot, {1, 8, 1}),
               waiting = below(kRoot, {1, 8, 2, {{8, 1}, {7, 1}}});
    CHECK_FALSE(ordered({first, 1}, {other, 1}));
    CHECK_FALSE(ordered({other, 1}, {first, 1}));
    CHECK(ordered({first, 1}, {waiting, 1}));
}

TEST_CASE("a tail launch comes after its grid and all that it launched, and before the next in the stream") {
    const Grid grid = below(kRoot, {1, 7, 1}), inside = below(grid, {1, 3, 1}), tail = tail_of(grid, 1),
               later = tail_of(grid, 2), next = below(kRoot, {1, 7, 2, {{7, 1}}});
    CHECK(ordered({grid, 9}, {tail, 1}));
    CHECK(ordered({inside, 1}, {tail, 1}));
    CHECK(ordered({tail, 1}, {below(later, {1, 3, 1}), 1}));
    CHECK(ordered({below(tail, {1, 3, 1}), 1}, {later, 1}));
    CHECK(ordered({later, 1}, {next, 1}));
    CHECK(ordered({kRoot, 1}, {tail, 1}));
    CHECK_FALSE(ordered({kRoot, 2}, {tail, 1}));
}

TEST_CASE("work outside of the tree has no place in it") {
    CHECK_FALSE(comes_before({nullptr, 1}, {kRoot, 1}));
    CHECK_FALSE(comes_before({kRoot, 1}, {nullptr, 1}));
}

TEST_CASE("grids may be nested hundreds of thousands deep") {
    constexpr u64 kDepth = 300'000;
    std::vector<Grid> chain{kRoot};
    for (u64 depth = 1; depth <= kDepth; ++depth) chain.push_back(below(chain.back(), {1, 1, 1}));
    const Grid sibling = below(chain[1000], {2, 2, 1}), later = below(chain[1000], {3, 2, 2, {{2, 1}}});
    const Grid below_sibling = below(sibling, {1, 1, 1}), below_later = below(later, {1, 1, 1});
    for (const u64 depth : {u64{0}, u64{1}, u64{999}, u64{1000}, u64{65'537}, kDepth - 1}) {
        CAPTURE(depth);
        CHECK(ordered({chain[depth], 1}, {chain[kDepth], 1}));
        CHECK_FALSE(ordered({chain[depth], 2}, {chain[kDepth], 1}));
    }
    CHECK(ordered({below_sibling, 1}, {below_later, 1}));
    CHECK_FALSE(ordered({below_sibling, 1}, {chain[kDepth], 1}));
    CHECK_FALSE(ordered({chain[kDepth], 1}, {below_later, 1}));
    const Grid last = chain.back();
    chain.clear();
    CHECK(last.use_count() == 1);  // and now it frees all
}
