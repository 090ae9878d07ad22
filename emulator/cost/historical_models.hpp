// The cost of one memory instruction of one warp on old GPUs, of compute capability 1.3 (Tesla C1060) and 2.0 (Tesla
// C2050). A model gives the number of transactions of each size, and how many of their bytes the lanes asked for. There
// is a model of 9.0 too, for comparison.
//
// Seed figures to compare with: Li, Ranka and Sahni, "GPU Matrix Multiplication", Figures 1.15, 1.19, 1.23 and 1.36.
// Rules: CUDA C Programming Guide 4.2, appendix F. These models have no caches; on a real 2.0, L1 or L2 may serve a
// transaction. Every launch gets the counts of access_models.hpp; these are added on request.
#pragma once

#include <optional>
#include <string_view>

#include "emulator/integers.hpp"

namespace simt::cost {

enum class Model : u8 { Cc13, Cc20, Cc90 };

// "cc1.3", "cc2.0", "cc9.0".
const char* name_of(Model model);
std::optional<Model> model_named(std::string_view name);

constexpr int kTransactionSizes = 3;  // 32, 64 and 128 bytes

// address and offset hold one element per lane (32); lanes not in `mask` are ignored. width: bytes that one lane
// accesses, 4 for f32, 16 for v4.f32.

struct GlobalTransactions {
    u32 count[kTransactionSizes] = {};
    u32 used[kTransactionSizes] = {};  // bytes of them that lanes asked for, each counted once
    bool operator==(const GlobalTransactions&) const = default;
};

// 1.3: each half-warp by itself. The lowest waiting lane picks the aligned segment around its address: 128 bytes for words
// of 4, 8 and 16 bytes, 64 for 2, 32 for 1. One transaction serves all lanes in this segment. If they use only one half of
// it, the transaction shrinks to that half, and so on down to 32 bytes.
// 2.0: one transaction for each line of 128 bytes. The whole warp goes together for words of up to 4 bytes, half-warps
// for 8, quarter-warps for 16.
// 9.0: one transaction for each sector of 32 bytes.
GlobalTransactions global_transactions(Model model, const u64* address, u32 mask, u32 width);

struct SharedSteps {
    u32 steps = 0;      // passes through the banks, called wavefronts today
    u32 conflicts = 0;  // steps beyond the first of each group of lanes
    bool operator==(const SharedSteps&) const = default;
};

// 1.3: 16 banks of 4 bytes; each half-warp by itself. Words of 8 and 16 bytes are split into accesses of 4. In each step
// of a load, one word is broadcast to all lanes that read it, and each other bank serves one lane. The guide does not
// say which word is broadcast; the model takes the lowest waiting lane's, and serves lower lanes first. Stores have no
// broadcast: each bank serves one lane a step.
// 2.0: 32 banks. One read of a word serves all lanes that want it (multicast). The whole warp goes together for words of
// up to 4 bytes, half-warps for 8, quarter-warps for 16. (The guide says that most 16-byte accesses have additional
// conflicts, but not how many. The model does not count them.)
// 9.0: shared_cost of access_models.hpp.
SharedSteps shared_steps(Model model, const u32* offset, u32 mask, u32 width, bool store);

// The sums over a launch.
struct ModelCounters {
    Model model = Model::Cc90;
    u64 loads[kTransactionSizes] = {}, stores[kTransactionSizes] = {};
    u64 used[kTransactionSizes] = {};  // bytes of the loads' transactions that lanes asked for
    u64 shared_load_steps = 0, shared_load_conflicts = 0;
    u64 shared_store_steps = 0, shared_store_conflicts = 0;

    void add(const GlobalTransactions& cost, bool store, u64 times);
    void add(const SharedSteps& cost, bool store, u64 times);
    void add(const ModelCounters& more);
    bool operator==(const ModelCounters&) const = default;

    u64 transactions(int size) const { return loads[size] + stores[size]; }
    u64 volume_bytes() const;
    // For each load transaction, the share of its bytes that lanes asked for; the average over all of them, 0 … 1. It
    // is 0 if there are no loads.
    double bandwidth_utilisation() const;
};

}  // namespace simt::cost
