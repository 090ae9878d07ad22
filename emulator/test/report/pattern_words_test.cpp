// Access patterns in words: the ones that kernels have, and awkward ones.
#include "emulator/report/pattern_words.hpp"

#include <doctest/doctest.h>

#include <functional>

#include "emulator/cost/access_models.hpp"

using namespace simt;
using namespace simt::check;
using namespace simt::cost;
using simt::exec::Launch;
using simt::exec::Status;
using namespace simt::report;

namespace {

constexpr u32 kAll = ~0u;

// A pattern as the engine would keep it, with its real cost. base: address of lane 0.
AccessPattern pattern_of(const std::function<s64(u32)>& address, bool shared, u32 width, u32 mask, s64 base) {
    u64 global[32] = {};
    u32 offset[32] = {};
    AccessPattern pattern;
    pattern.mask = mask;
    pattern.width = width;
    s64 first = 0;
    for (u32 lane = 32; lane-- > 0;)
        if (mask >> lane & 1u) first = base + address(lane);
    for (u32 lane = 0; lane < 32; ++lane) {
        if (!(mask >> lane & 1u)) continue;
        global[lane] = static_cast<u64>(base + address(lane));
        offset[lane] = static_cast<u32>(global[lane]);
        pattern.relative[lane] = base + address(lane) - first;
    }
    pattern.phase = static_cast<u32>(static_cast<u64>(first) % 128);
    if (shared) {
        const SharedCost cost = shared_cost(offset, mask, width, false);
        pattern.units = cost.wavefronts;
        pattern.conflicts = cost.conflicts;
    } else {
        pattern.units = global_sectors(global, mask, width);
    }
    return pattern;
}

std::string global(const std::function<s64(u32)>& address, u32 width = 4, u32 mask = kAll,
                   s64 base = 0x100000) {
    return pattern_text(pattern_of(address, false, width, mask, base), false);
}

std::string shared(const std::function<s64(u32)>& offset, u32 width = 4, u32 mask = kAll) {
    return pattern_text(pattern_of(offset, true, width, mask, 0), true);
}

std::function<s64(u32)> stride(s64 bytes) {
    return [bytes](u32 lane) { return bytes * static_cast<s64>(lane); };
}

}  // namespace

TEST_CASE("global: neighbours, a column, one word") {
    CHECK(global(stride(4)) == "32 lanes side by side: 4 sectors");
    CHECK(global(stride(16), 16) == "32 lanes side by side: 16 sectors");
    CHECK(global(stride(8192)) == "32 lanes, stride 8192 B: 32 sectors, 4 would do");
    CHECK(global(stride(8)) == "32 lanes, stride 8 B: 8 sectors, 4 would do");
    CHECK(global(stride(-4)) == "32 lanes, stride -4 B: 5 sectors, 4 would do");
    CHECK(global(stride(0)) == "all 32 lanes at one word: 1 sector");
    CHECK(global(stride(0), 16) == "all 32 lanes at one place of 16 B: 1 sector");
    CHECK(global(stride(s64{1} << 33)) == "32 lanes, stride 8589934592 B: 32 sectors, 4 would do");
}

TEST_CASE("global: neighbours that begin inside a sector") {
    CHECK(global(stride(4), 4, kAll, 0x100004) ==
          "32 lanes side by side, from 4 B into a sector on: 5 sectors, 4 would do");
    CHECK(global(stride(4), 4, kAll, 0x100020) == "32 lanes side by side: 4 sectors");
}

TEST_CASE("global: rows of a tile narrower than a warp") {
    const auto rows_of = [](u32 lanes, s64 step, s64 row) {
        return [=](u32 lane) {
            return static_cast<s64>(lane % lanes) * step + static_cast<s64>(lane / lanes) * row;
        };
    };
    CHECK(global(rows_of(16, 4, 8192)) ==
          "lanes 0-15 side by side, lanes 16-31 the same at +8192 B: 4 sectors");
    CHECK(global(rows_of(16, 0, 4096)) ==
          "lanes 0-15 at one word, lanes 16-31 the same at +4096 B: 2 sectors, 1 would do");
    CHECK(global(rows_of(8, 4, 4096)) ==
          "32 lanes in 4 groups of 8, each side by side, 4096 B from group to group: 4 sectors");
    CHECK(global(rows_of(8, 4096, 4)) ==
          "32 lanes in 4 groups of 8, each stride 4096 B, 4 B from group to group: 8 sectors, 4 would do");
}

TEST_CASE("global: some lanes, scattered lanes") {
    CHECK(global(stride(4), 4, 1) == "1 of 32 lanes: 1 sector");
    CHECK(global(stride(4), 4, 0xff) == "8 of 32 lanes side by side: 1 sector");
    CHECK(global(stride(4), 4, 0x55555555) == "16 of 32 lanes, stride 8 B: 4 sectors, 2 would do");
    CHECK(global(stride(0), 4, 0x3) == "2 of 32 lanes at one word: 1 sector");
    CHECK(global([](u32 lane) { return s64{4} * ((lane * 7919 + lane * lane * 31) % 1024); }) ==
          "32 lanes at 32 scattered places: 30 sectors, 4 would do");
}

TEST_CASE("shared: which banks serve") {
    CHECK(shared(stride(4)) == "32 lanes side by side: 1 wavefront");
    CHECK(shared(stride(128)) == "32 lanes, stride 128 B: bank 0 serves all, 32 wavefronts, 1 would do");
    CHECK(shared(stride(132)) == "32 lanes, stride 132 B: 1 wavefront");
    CHECK(shared(stride(64)) == "32 lanes, stride 64 B: 2 of 32 banks serve all, 16 wavefronts, 1 would do");
    CHECK(shared(stride(0)) == "all 32 lanes at one word: 1 wavefront");
    CHECK(shared(stride(16), 16) == "32 lanes side by side: 4 wavefronts");
    CHECK(shared(stride(0), 16) == "all 32 lanes at one place of 16 B: 2 wavefronts");
    CHECK(shared(stride(0), 16, 0xff) == "8 of 32 lanes at one place of 16 B: 1 wavefront");
    // Rows of 8 lanes read the same: no lane reads what lane n ^ 1 or n ^ 2 reads.
    CHECK(shared([](u32 lane) { return s64{16} * (lane % 8); }, 16) ==
          "32 lanes in 4 groups of 8, each side by side, 0 B from group to group: 4 wavefronts, 2 would do");
    CHECK(shared(stride(128), 8) == "32 lanes, stride 128 B: 32 wavefronts, 2 would do");
    CHECK(shared(stride(128), 4, 0xf0) ==
          "4 of 32 lanes, stride 128 B: bank 0 serves all, 4 wavefronts, 1 would do");
    // Two lanes meet at bank 0, the others are alone at theirs.
    CHECK(shared([](u32 lane) { return lane == 31 ? s64{128} : s64{4} * lane; }) ==
          "32 lanes at 32 scattered places: one bank serves 2 words, 2 wavefronts, 1 would do");
}
