// The cost of one memory instruction of one warp on GPUs of compute capability 1.3 (Tesla C1060) and 2.0 (Tesla
// C2050): transactions by size, and the share of their bytes that lanes asked for. 9.0 is counted the same way, for
// comparison.
//
// Seed figures to compare with: Li, Ranka and Sahni, "GPU Matrix Multiplication", Figures 1.15, 1.19, 1.23 and 1.36.
// Rules: CUDA C Programming Guide 4.2, appendix F. access_models.hpp has the counts that every launch gets. These
// models have no caches: on 2.0 L1 or L2 may serve a transaction.
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
    u32 used[kTransactionSizes] = {};  // bytes in them that a lane asked for, each counted once
    bool operator==(const GlobalTransactions&) const = default;
};

// 1.3: each half-warp by itself. The lowest lane not yet served picks a segment: 128 bytes for words of 4, 8 and 16
// bytes, 64 for 2, 32 for 1. One transaction serves all lanes in it. The transaction is halved while only one half is
// used, down to 32 bytes.
// 2.0: lines of 128 bytes; the whole warp for words of up to 4 bytes, in halves for 8, in quarters for 16.
// 9.0: sectors of 32 bytes.
GlobalTransactions global_transactions(Model model, const u64* address, u32 mask, u32 width);

struct SharedSteps {
    u32 steps = 0;      // passes through the banks, called wavefronts today
    u32 conflicts = 0;  // steps beyond one per group of lanes that has to be served
    bool operator==(const SharedSteps&) const = default;
};

// 1.3: 16 banks of 4 bytes; each half-warp by itself. Words of 8 and 16 bytes are split into accesses of 4. A step of
// a load serves all lanes that want one word (broadcast), and one lane at each other bank. The guide does not say which
// word is broadcast and which lanes go first; the model takes the lowest lane's. A store has no broadcast.
// 2.0: 32 banks. One read of a word serves all lanes that want it (multicast). 8-byte words by half-warps, 16-byte
// words by quarters. (The guide says that most 16-byte accesses have additional conflicts, but not how many. The model
// does not count them.)
// 9.0: shared_cost of access_models.hpp.
SharedSteps shared_steps(Model model, const u32* offset, u32 mask, u32 width, bool store);

// The sums over a launch.
struct ModelCounters {
    Model model = Model::Cc90;
    u64 loads[kTransactionSizes] = {}, stores[kTransactionSizes] = {};
    u64 used[kTransactionSizes] = {};  // bytes of the loads that a lane asked for
    u64 shared_load_steps = 0, shared_load_conflicts = 0;
    u64 shared_store_steps = 0, shared_store_conflicts = 0;

    void add(const GlobalTransactions& cost, bool store, u64 times);
    void add(const SharedSteps& cost, bool store, u64 times);
    void add(const ModelCounters& more);
    bool operator==(const ModelCounters&) const = default;

    u64 transactions(int size) const { return loads[size] + stores[size]; }
    u64 volume_bytes() const;
    // Average bandwidth utilisation: the share of a load transaction's bytes that lanes asked for, 0 … 1, averaged
    // over all load transactions. 0 without loads.
    double bandwidth_utilisation() const;
};

}  // namespace simt::cost
