// Keeps the costliest access pattern of each op for the report, and counts by the access models that --model names.
//
// The memory handlers call note() when an op's pattern of addresses changes, which is rare: kernels repeat their patterns.
// When a pattern ends, each model's count grows by the pattern's cost times the accesses that had it.
#pragma once

#include <unordered_map>
#include <vector>

#include "emulator/cost/counters.hpp"
#include "emulator/decode/op.hpp"

namespace simt::exec {

struct Code;
struct Worker;
struct WarpState;

// One access of a warp, as the memory handlers know it.
struct NewPattern {
    const u64* address = nullptr;  // by lane; offsets for shared memory
    u32 mask = 0;
    u32 width = 0;  // bytes of a lane
    u32 units = 0;  // sectors or wavefronts
    u32 conflicts = 0;
    u64 requests = 0;  // of the op, before this access
    const WarpState* warp = nullptr;
};

class Patterns {
  public:
    void prepare(std::size_t ops, const std::vector<cost::Model>& models);

    // The low bits of an address on which a pattern's cost depends.
    [[gnu::always_inline]] u32 phase_mask() const { return phase_mask_; }

    bool has_models() const { return has_models_; }

    // Whether note() does anything with a pattern of these units.
    [[gnu::always_inline]] bool notes(u32 op, u32 units) const {
        return __builtin_expect(units > costliest_.data()[op] || has_models_, 0);
    }

    [[gnu::always_inline]] void note(const Worker& worker, u32 op, const NewPattern& pattern) {
        if (notes(op, pattern.units)) note_slowly(worker, op, pattern);
    }

    // Call this after the last block: it counts the patterns that have not ended.
    void finish(const Worker& worker);

    struct Costliest {
        cost::AccessPattern pattern;
        u64 block;  // its linear number
    };
    // nullptr if the op has accessed no memory.
    const Costliest* costliest(u32 op) const {
        const auto found = kept_.find(op);
        return found == kept_.end() ? nullptr : &found->second;
    }
    const std::vector<cost::ModelCounters>& models() const { return models_; }

  private:
    // What a pattern costs in each model.
    struct Costs {
        cost::GlobalTransactions global[3];
        cost::SharedSteps shared[3];
    };
    struct Current {
        u64 since = 0;  // requests of the op when the pattern began
        Costs costs;
    };
    // Everything that the costs depend on. An op alternates between a few patterns (the same lanes at another offset in a
    // line), so the costs are cached.
    struct Key {
        u32 relative[kLanes];
        u32 mask, width, phase;
        cost::OpClass op_class;
        bool operator==(const Key&) const = default;
    };
    struct Hash {
        std::size_t operator()(const Key& key) const;
    };

    void note_slowly(const Worker& worker, u32 op, const NewPattern& pattern);
    void keep(u32 op, const NewPattern& pattern);
    Costs costs_of(cost::OpClass op_class, const NewPattern& pattern) const;
    const Costs& remembered_costs(cost::OpClass op_class, const NewPattern& pattern);
    void count(cost::OpClass op_class, const Current& current, u64 requests);

    u32 phase_mask_ = 31;
    bool has_models_ = false;
    std::vector<u32> costliest_;               // units, by op
    std::unordered_map<u32, Costliest> kept_;  // by op
    std::vector<cost::ModelCounters> models_;
    std::vector<Current> current_;  // by op, where there are models
    std::unordered_map<Key, Costs, Hash> remembered_;
};

}  // namespace simt::exec
