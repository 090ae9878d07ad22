// See historical_models.hpp. Runs only once for each new pattern of an instruction, so it is simple rather than fast.
#include "emulator/cost/historical_models.hpp"

#include <algorithm>
#include <bit>
#include <bitset>

#include "emulator/bits.hpp"
#include "emulator/cost/access_models.hpp"

namespace simt::cost {
namespace {

constexpr u32 kLanes = 32;
constexpr u32 kSegmentBytes = 128;
constexpr u32 kWidest = 16;  // bytes of a lane that one access can have

constexpr u32 bytes_of(int size) { return 32u << size; }
constexpr int size_of(u32 bytes) { return std::countr_zero(bytes) - 5; }

u32 lowest(u32 mask) { return static_cast<u32>(std::countr_zero(mask)); }

// Lanes first … first + count - 1 of the mask.
u32 group(u32 mask, u32 first, u32 count) { return mask & (~0u >> (kLanes - count)) << first; }

// The bytes that lanes asked for in one aligned piece of 128 bytes.
using UsedBytes = std::bitset<kSegmentBytes>;

u32 count(const UsedBytes& used, u32 first, u32 bytes) {
    return static_cast<u32>((used >> first << (kSegmentBytes - bytes)).count());
}

// The lanes of `mask` whose first byte lies in the piece of `bytes` at `piece`. Marks the bytes that they ask for in
// `used`.
u32 lanes_in(u64 piece, u32 bytes, const u64* address, u32 mask, u32 width, UsedBytes& used) {
    u32 inside = 0;
    for (const u32 lane : Lanes(mask)) {
        if (address[lane] / bytes * bytes != piece) continue;
        inside |= 1u << lane;
        for (u32 byte = 0; byte < width; ++byte) used[address[lane] % kSegmentBytes + byte] = true;
    }
    return inside;
}

void half_warp_1_3(const u64* address, u32 mask, u32 width, GlobalTransactions& cost) {
    const u32 segment = width >= 4 ? 128 : width == 2 ? 64 : 32;
    while (mask != 0) {
        UsedBytes used;
        const u64 start = address[lowest(mask)] / segment * segment;
        mask &= ~lanes_in(start, segment, address, mask, width, used);
        u32 first = static_cast<u32>(start % kSegmentBytes), bytes = segment;
        while (bytes > 32) {
            const u32 half = bytes / 2;
            const bool lower = count(used, first, half) != 0, upper = count(used, first + half, half) != 0;
            if (lower && upper) break;
            if (upper) first += half;
            bytes = half;
        }
        ++cost.count[size_of(bytes)];
        cost.used[size_of(bytes)] += count(used, first, bytes);
    }
}

// Every distinct piece of `bytes` that the lanes touch is one transaction.
void pieces(u32 bytes, const u64* address, u32 mask, u32 width, GlobalTransactions& cost) {
    while (mask != 0) {
        UsedBytes used;
        mask &= ~lanes_in(address[lowest(mask)] / bytes * bytes, bytes, address, mask, width, used);
        ++cost.count[size_of(bytes)];
        cost.used[size_of(bytes)] += count(used, 0, kSegmentBytes);
    }
}

// The number of lanes that 2.0 serves together.
u32 lanes_together_2_0(u32 width) { return width <= 4 ? 32 : width == 8 ? 16 : 8; }

GlobalTransactions one_access(Model model, const u64* address, u32 mask, u32 width) {
    GlobalTransactions cost;
    const u32 lanes = model == Model::Cc13 ? 16 : model == Model::Cc20 ? lanes_together_2_0(width) : kLanes;
    for (u32 first = 0; first < kLanes; first += lanes) {
        const u32 active = group(mask, first, lanes);
        if (model == Model::Cc13)
            half_warp_1_3(address, active, width, cost);
        else
            pieces(model == Model::Cc20 ? kSegmentBytes : 32, address, active, width, cost);
    }
    return cost;
}

// Steps that a half-warp needs for 4 bytes or less per lane.
u32 steps_1_3(const u32* word, u32 mask, bool store) {
    constexpr u32 kBanks = 16;
    u32 steps = 0;
    for (; mask != 0; ++steps) {
        u32 busy = 0;  // banks
        if (!store) {
            const u32 broadcast = word[lowest(mask)];
            busy = 1u << broadcast % kBanks;
            for (const u32 lane : Lanes(mask))
                if (word[lane] == broadcast) mask &= ~(1u << lane);
        }
        for (const u32 lane : Lanes(mask)) {
            const u32 bank = 1u << word[lane] % kBanks;
            if ((busy & bank) != 0) continue;
            busy |= bank;
            mask &= ~(1u << lane);
        }
    }
    return steps;
}

// Serves each group of `lanes` lanes by itself and adds its steps: steps_of(its active lanes).
template <class Steps>
void add_groups(SharedSteps& cost, u32 mask, u32 lanes, Steps steps_of) {
    for (u32 first = 0; first < kLanes; first += lanes) {
        const u32 active = group(mask, first, lanes);
        if (active == 0) continue;
        const u32 steps = steps_of(active);
        cost.steps += steps;
        cost.conflicts += steps - 1;
    }
}

SharedSteps shared_1_3(const u32* offset, u32 mask, u32 width, bool store) {
    SharedSteps cost;
    for (u32 part = 0; part < std::max(width / 4, 1u); ++part) {
        u32 word[kLanes] = {};
        for (const u32 lane : Lanes(mask)) word[lane] = offset[lane] / 4 + part;
        add_groups(cost, mask, 16, [&](u32 active) { return steps_1_3(word, active, store); });
    }
    return cost;
}

// The largest number of distinct words that the lanes need from one of 32 banks.
u32 most_in_a_bank(const u32* offset, u32 mask, u32 width) {
    constexpr u32 kBanks = 32;
    u32 most = 0;
    for (u32 bank = 0; bank < kBanks; ++bank) {
        u32 words[kLanes * kWidest / 4];
        u32 count = 0;
        for (const u32 lane : Lanes(mask)) {
            const u32 begin = offset[lane] / 4, end = (offset[lane] + width + 3) / 4;
            for (u32 word = begin; word < end; ++word)
                if (word % kBanks == bank && std::find(words, words + count, word) == words + count)
                    words[count++] = word;
        }
        most = std::max(most, count);
    }
    return most;
}

SharedSteps shared_2_0(const u32* offset, u32 mask, u32 width) {
    SharedSteps cost;
    add_groups(cost, mask, lanes_together_2_0(width),
               [&](u32 active) { return most_in_a_bank(offset, active, width); });
    return cost;
}

}  // namespace

const char* name_of(Model model) {
    return model == Model::Cc13 ? "cc1.3" : model == Model::Cc20 ? "cc2.0" : "cc9.0";
}

std::optional<Model> model_named(std::string_view name) {
    for (const Model model : {Model::Cc13, Model::Cc20, Model::Cc90})
        if (name == name_of(model)) return model;
    return {};
}

GlobalTransactions global_transactions(Model model, const u64* address, u32 mask, u32 width) {
    if (width <= kWidest || model == Model::Cc90) return one_access(model, address, mask, width);
    // Wider than any access of those GPUs: split as their compiler would split it.
    GlobalTransactions cost = global_transactions(model, address, mask, kWidest);
    u64 rest[kLanes];
    for (u32 lane = 0; lane < kLanes; ++lane) rest[lane] = address[lane] + kWidest;
    const GlobalTransactions more = global_transactions(model, rest, mask, width - kWidest);
    for (int size = 0; size < kTransactionSizes; ++size) {
        cost.count[size] += more.count[size];
        cost.used[size] += more.used[size];
    }
    return cost;
}

SharedSteps shared_steps(Model model, const u32* offset, u32 mask, u32 width, bool store) {
    switch (model) {
        case Model::Cc13:
            return shared_1_3(offset, mask, width, store);
        case Model::Cc20:
            return shared_2_0(offset, mask, width);
        case Model::Cc90:
            break;
    }
    const SharedCost cost = shared_cost(offset, mask, width, store);
    return {cost.wavefronts, cost.conflicts};
}

void ModelCounters::add(const GlobalTransactions& cost, bool store, u64 times) {
    for (int size = 0; size < kTransactionSizes; ++size) {
        (store ? stores : loads)[size] += cost.count[size] * times;
        if (!store) used[size] += cost.used[size] * times;
    }
}

void ModelCounters::add(const SharedSteps& cost, bool store, u64 times) {
    (store ? shared_store_steps : shared_load_steps) += cost.steps * times;
    (store ? shared_store_conflicts : shared_load_conflicts) += cost.conflicts * times;
}

void ModelCounters::add(const ModelCounters& more) {
    for (int size = 0; size < kTransactionSizes; ++size) {
        loads[size] += more.loads[size];
        stores[size] += more.stores[size];
        used[size] += more.used[size];
    }
    shared_load_steps += more.shared_load_steps;
    shared_load_conflicts += more.shared_load_conflicts;
    shared_store_steps += more.shared_store_steps;
    shared_store_conflicts += more.shared_store_conflicts;
}

u64 ModelCounters::volume_bytes() const {
    u64 bytes = 0;
    for (int size = 0; size < kTransactionSizes; ++size) bytes += transactions(size) * bytes_of(size);
    return bytes;
}

double ModelCounters::bandwidth_utilisation() const {
    double sum = 0;
    u64 count = 0;
    for (int size = 0; size < kTransactionSizes; ++size) {
        sum += static_cast<double>(used[size]) / bytes_of(size);
        count += loads[size];
    }
    return count == 0 ? 0 : sum / static_cast<double>(count);
}

}  // namespace simt::cost
