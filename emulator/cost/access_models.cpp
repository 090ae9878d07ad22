// The access rules of compute capability 9.0. They run once for every memory instruction of every warp, so each rule
// has shortcuts for good kernels (neighbouring lanes, neighbouring words). All shortcuts are exact.
#include "emulator/cost/access_models.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "emulator/bits.hpp"

namespace simt::cost {
namespace {

constexpr u32 kLanes = 32;
constexpr u32 kSectorBits = 5;  // 32 bytes
constexpr u32 kRowBits = 7;
constexpr u32 kRowBytes = 1 << kRowBits;  // all banks once: 32 of 4 bytes

// The values of the lanes in `mask`, packed; the last one is repeated up to 32.
template <class T>
void compact(const T* value, u32 mask, T* active) {
    u32 count = 0;
    for (const u32 lane : Lanes(mask)) active[count++] = value[lane];
    for (; count < kLanes; ++count) active[count] = active[count - 1];
}

// Keeps the numbers that lost their place to another number: moves them to the front and returns how many there are.
template <class T, class Place>
[[gnu::always_inline]] inline u32 keep_displaced(T* number, u32 count, const T* at_place, Place place) {
    u32 kept = 0;
    for (u32 k = 0; k < count; ++k) {
        const T mine = number[k];
        number[kept] = mine;
        kept += at_place[place(mine)] != mine;
    }
    return kept;
}

// How many distinct numbers there are among the first `count`; destroys them. Each round puts every number into one
// of 64 places. If several share a place the last one stays, and the others try again in the next round.
u32 distinct(u64* number, u32 count) {
    const auto place = [](u64 value) {
        return static_cast<u32>(static_cast<u32>(value) * 0x9E37'79B1u >> 26);
    };
    u64 at_place[64];
    u32 found = 0;
    const auto serve = [&] [[gnu::always_inline]] (u32 waiting) {
        u64 taken = 0;
        for (u32 k = 0; k < waiting; ++k) {
            const u32 here = place(number[k]);
            at_place[here] = number[k];
            taken |= u64{1} << here;
        }
        found += static_cast<u32>(std::popcount(taken));
        return keep_displaced(number, waiting, at_place, place);
    };
    count = count == kLanes ? serve(kLanes) : serve(count);
    while (count != 0) count = serve(count);
    return found;
}

// Shared memory as one access sees it: pieces of a lane's width (at least a word), side by side in the 32 banks.
// Accesses are aligned, so two lanes share a bank exactly if their pieces share a column.
struct Layout {
    u32 piece_bits;  // log2 of a piece's bytes
    u32 columns;     // pieces side by side in 128 bytes
    u32 lanes;       // served together, unless groups are joined

    u32 column(u32 piece) const { return piece & (columns - 1); }
    u32 row(u32 piece) const { return piece >> (kRowBits - piece_bits); }

    explicit Layout(u32 width)
        : piece_bits(width <= 4 ? 2 : static_cast<u32>(std::countr_zero(width))),
          columns(kRowBytes >> piece_bits),
          lanes(columns) {}
};

// True if offset[lane] = offset[0] + lane * stride for the whole warp.
bool is_affine(const u32* offset, u32 stride) {
    u32 difference = 0;
    for (u32 lane = 0; lane < kLanes; ++lane) difference |= offset[lane] - offset[0] - lane * stride;
    return difference == 0;
}

// The cost of a full warp with a constant stride. Each group uses one column 2^k times. 2^k is the largest power of
// two that divides the stride in pieces, at most the number of columns.
SharedCost affine_cost(const Layout& layout, u32 stride, bool store) {
    const u32 groups = kLanes / layout.lanes;
    if (stride == 0) return {store ? groups : (groups + 1) / 2, 0};  // all agree, so loads join groups
    const u32 ways =
        std::min(1u << std::min(std::countr_zero(stride >> layout.piece_bits), 5), layout.columns);
    return {groups * ways, groups * (ways - 1)};
}

// True if each active lane reads the same address as its partner (lane ^ distance). Inactive partners do not matter.
bool partners_agree(const u32* offset, u32 mask, u32 distance) {
    for (const u32 lane : Lanes(mask)) {
        const u32 partner = lane ^ distance;
        if ((mask >> partner & 1u) != 0 && offset[partner] != offset[lane]) return false;
    }
    return true;
}

// The same as most_in_a_column for pieces in a few kilobytes; 0 if they lie further apart.
u32 most_rows_of_a_column(const u32* piece, u32 count, const Layout& layout) {
    u32 lowest = piece[0], highest = piece[0];
    for (u32 k = 0; k < count; ++k) {
        lowest = std::min(lowest, piece[k]);
        highest = std::max(highest, piece[k]);
    }
    const u32 first_row = layout.row(lowest);
    if (layout.row(highest) - first_row >= 32) return 0;
    // By column: a bit for each row of 128 bytes that is needed, counted from the lowest one.
    u32 rows[kLanes] = {};
    for (u32 k = 0; k < count; ++k) rows[layout.column(piece[k])] |= 1u << (layout.row(piece[k]) - first_row);
    u32 most = 0;
    for (u32 left = 1; left != 0; ++most) {  // each round takes one row from every column
        left = 0;
        for (u32& column : rows) {
            column &= column - 1;
            left |= column;
        }
    }
    return most;
}

// The largest number of distinct pieces that the lanes of a group need from one column. The group is not empty.
u32 most_in_a_column(const u32* offset, u32 group, const Layout& layout) {
    u32 piece[kLanes];
    u32 count = 0;
    if (group == ~0u)
        for (; count < kLanes; ++count) piece[count] = offset[count] >> layout.piece_bits;
    for (const u32 lane : Lanes(count == 0 ? group : 0)) piece[count++] = offset[lane] >> layout.piece_bits;

    if (const u32 most = most_rows_of_a_column(piece, count, layout); most != 0) return most;

    // In each round every column serves one of its pieces; one round is nearly always enough.
    const auto column = [&layout](u32 value) { return layout.column(value); };
    u32 at_place[kLanes];
    const auto serve = [&] [[gnu::always_inline]] (u32 waiting) {
        for (u32 k = 0; k < waiting; ++k) at_place[column(piece[k])] = piece[k];
        return keep_displaced(piece, waiting, at_place, column);
    };
    u32 rounds = 1;
    count = count == kLanes ? serve(kLanes) : serve(count);  // a loop whose length is known is faster
    for (; count != 0; ++rounds) count = serve(count);
    return rounds;
}

}  // namespace

u32 sectors_around_first_level(const u64* address, u32 mask) {
    constexpr u32 kLineBits = 7;
    u32 sectors = 0;
    for (u32 lane = 0; lane < kLanes; lane += 2) {
        const u32 pair = mask >> lane & 3u;
        const bool two_lines = pair == 3 && address[lane] >> kLineBits != address[lane + 1] >> kLineBits;
        sectors += (pair != 0) + two_lines;
    }
    return sectors;
}

u32 global_sectors(const u64* address, u32 mask, u32 width) {
    if (mask == 0) return 0;
    u64 active[kLanes];
    if (mask != ~0u) {
        compact(address, mask, active);
        address = active;
    }
    // A vector wider than a sector takes whole sectors.
    const u32 sectors_per_lane = std::max(width >> kSectorBits, 1u);

    // If addresses ascend or descend, a sector is new if it differs from the previous one.
    u64 steps_up = 0, steps_down = 0;
    u32 changes = 0;
    for (u32 lane = 1; lane < kLanes; ++lane) {
        const u64 step = (address[lane] >> kSectorBits) - (address[lane - 1] >> kSectorBits);
        steps_up |= step;
        steps_down |= u64{0} - step;
        changes += static_cast<u32>(step) != 0;
    }
    if (steps_up >> 32 == 0 || steps_down >> 32 == 0) return (1 + changes) * sectors_per_lane;

    u64 sector[kLanes];
    for (u32 lane = 0; lane < kLanes; ++lane) sector[lane] = address[lane] >> kSectorBits;
    return distinct(sector, kLanes) * sectors_per_lane;
}

u32 atomic_sectors(const u64* address, u32 mask, u32 width) {
    if (mask == 0) return 0;
    const u32 count = static_cast<u32>(std::popcount(mask));
    u64 sorted[kLanes];
    compact(address, mask, sorted);
    std::sort(sorted, sorted + count);
    u32 sectors = 0, most = 0, equal = 0;  // lanes: most at one address of this sector, and at this address
    for (u32 k = 0; k < count; ++k) {
        const bool same_sector = k > 0 && sorted[k] >> kSectorBits == sorted[k - 1] >> kSectorBits;
        equal = k > 0 && sorted[k] == sorted[k - 1] ? equal + 1 : 1;
        if (!same_sector) sectors += std::exchange(most, 0);
        most = std::max(most, equal);
    }
    return (sectors + most) * std::max(width >> kSectorBits, 1u);
}

SharedCost shared_cost(const u32* offset, u32 mask, u32 width, bool store) {
    if (mask == 0) return {};
    Layout layout(width);
    const u32 stride = offset[1] - offset[0];
    const bool whole_pieces = (stride & ((1u << layout.piece_bits) - 1)) == 0;
    if (mask == ~0u && (whole_pieces || stride == width) && is_affine(offset, stride)) {
        if (!whole_pieces) return {1, 0};  // neighbouring bytes or half-words: fewer words than banks
        return affine_cost(layout, stride, store);
    }

    if (layout.lanes < kLanes && !store &&
        (partners_agree(offset, mask, 1) || partners_agree(offset, mask, 2)))
        layout.lanes *= 2;
    SharedCost cost;
    for (u32 first = 0; first < kLanes; first += layout.lanes) {
        const u32 group = mask & (~0u >> (kLanes - layout.lanes)) << first;
        if (group == 0) continue;
        const u32 wavefronts = most_in_a_column(offset, group, layout);
        cost.wavefronts += wavefronts;
        cost.conflicts += wavefronts - 1;
    }
    return cost;
}

}  // namespace simt::cost
