// What is noted when an instruction meets a pattern of addresses that it did not have the time before: its costliest
// pattern, for the report, and what the pattern costs by the access models that were asked for (--model).
//
// A kernel's patterns repeat, so this runs rarely. A model's count is made when a pattern ends: its cost times the accesses
// since it began.
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

// A worker's notes.
class Patterns {
  public:
    void prepare(std::size_t ops, const std::vector<cost::Model>& models);

    // How many of an address's low bits make a difference to a pattern's cost.
    [[gnu::always_inline]] u32 phase_mask() const { return phase_mask_; }

    bool has_models() const { return has_models_; }

    [[gnu::always_inline]] void note(const Worker& worker, u32 op, const NewPattern& pattern) {
        if (__builtin_expect(pattern.units <= costliest_.data()[op] && !has_models_, 1)) return;
        note_slowly(worker, op, pattern);
    }

    // After the last block: counts what the current patterns cost.
    void finish(const Worker& worker);

    const cost::AccessPattern* costliest(u32 op) const {
        return costliest_.empty() || costliest_[op] == 0 ? nullptr : &kept_[place_[op]];
    }
    u64 block_of(u32 op) const { return blocks_[place_[op]]; }
    const std::vector<cost::ModelCounters>& models() const { return models_; }

  private:
    // A pattern's, by model.
    struct Costs {
        cost::GlobalTransactions global[3];
        cost::SharedSteps shared[3];
    };
    struct Current {
        bool known = false;
        u64 since = 0;  // requests of the op when the pattern began
        Costs costs;
    };
    // All that costs depend on. An op goes through few patterns again and again (the same lanes at another place in a line),
    // so they are remembered.
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
    std::vector<u32> costliest_;  // units, by op
    std::vector<u32> place_;      // in kept_, by op
    std::vector<cost::AccessPattern> kept_;
    std::vector<u64> blocks_;  // linear, parallel to kept_
    std::vector<cost::ModelCounters> models_;
    std::vector<Current> current_;  // by op, where there are models
    std::unordered_map<Key, Costs, Hash> remembered_;
};

}  // namespace simt::exec
