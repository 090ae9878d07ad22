// See patterns.hpp.
#include "emulator/exec/patterns.hpp"

#include "emulator/exec/warp.hpp"

namespace simt::exec {

using cost::OpClass;

void Patterns::prepare(std::size_t ops, const std::vector<cost::Model>& models) {
    costliest_.assign(ops, 0);
    for (const cost::Model model : models) models_.emplace_back().model = model;
    current_.assign(models.empty() ? 0 : ops, {});
    // The models count lines and segments of 128 bytes; sectors have 32.
    has_models_ = !models.empty();
    phase_mask_ = has_models_ ? 127 : 31;
}

std::size_t Patterns::Hash::operator()(const Key& key) const {
    u64 hash = key.mask ^ u64 { key.width } << 32 ^ u64 { key.phase } << 40;
    for (const u32 relative : key.relative) hash = (hash ^ relative) * 0x9E37'79B9'7F4A'7C15u;
    return hash ^ hash >> 32;
}

Patterns::Costs Patterns::costs_of(OpClass op_class, const NewPattern& pattern) const {
    Costs costs;
    const bool store = op_class == OpClass::GlobalStore || op_class == OpClass::SharedStore;
    u32 offset[kLanes];
    for (int lane = 0; lane < kLanes; ++lane) offset[lane] = static_cast<u32>(pattern.address[lane]);
    for (std::size_t k = 0; k < models_.size(); ++k) {
        const cost::Model model = models_[k].model;
        if (op_class == OpClass::GlobalLoad || op_class == OpClass::GlobalStore)
            costs.global[k] = cost::global_transactions(model, pattern.address, pattern.mask, pattern.width);
        if (op_class == OpClass::SharedLoad || op_class == OpClass::SharedStore)
            costs.shared[k] = cost::shared_steps(model, offset, pattern.mask, pattern.width, store);
    }
    return costs;
}

const Patterns::Costs& Patterns::remembered_costs(OpClass op_class, const NewPattern& pattern) {
    constexpr std::size_t kMost = 4096;
    if (remembered_.size() >= kMost) remembered_.clear();
    const u64 first = pattern.address[__builtin_ctz(pattern.mask)];
    Key key{{}, pattern.mask, pattern.width, static_cast<u32>(first % 128), op_class};
    bool far_apart = false;
    for (const u32 lane : Lanes(pattern.mask)) {
        const s64 relative = static_cast<s64>(pattern.address[lane] - first);
        key.relative[lane] = static_cast<u32>(relative);
        far_apart |= relative != static_cast<s32>(relative);
    }
    if (far_apart) key.width = 0;  // 32 bits do not tell such patterns apart: not to be found again
    const auto [place, is_new] = remembered_.try_emplace(key);
    if (is_new || far_apart) place->second = costs_of(op_class, pattern);
    return place->second;
}

void Patterns::note_slowly(const Worker& worker, u32 op, const NewPattern& pattern) {
    if (pattern.units > costliest_[op]) keep(op, pattern);
    if (!has_models_) return;
    const OpClass op_class = worker.code->info[op].op_class;
    Current& current = current_[op];
    count(op_class, current, pattern.requests);
    current.since = pattern.requests;
    current.costs = remembered_costs(op_class, pattern);
}

void Patterns::keep(u32 op, const NewPattern& pattern) {
    costliest_[op] = pattern.units;
    const u64 first = pattern.address[__builtin_ctz(pattern.mask)];
    cost::AccessPattern kept{.mask = pattern.mask,
                             .width = pattern.width,
                             .phase = static_cast<u32>(first % 128),
                             .units = pattern.units,
                             .conflicts = pattern.conflicts,
                             .block = pattern.warp->block->index,
                             .warp = pattern.warp->checks.number};
    for (const u32 lane : Lanes(pattern.mask))
        kept.relative[lane] = static_cast<s64>(pattern.address[lane] - first);
    kept_[op] = {kept, pattern.warp->block->checks.linear};
}

// Adds the costs of a pattern that ends. requests: those of its op so far.
void Patterns::count(OpClass op_class, const Current& current, u64 requests) {
    const u64 times = requests - current.since;
    const bool store = op_class == OpClass::GlobalStore || op_class == OpClass::SharedStore;
    for (std::size_t k = 0; k < models_.size(); ++k) {
        models_[k].add(current.costs.global[k], store, times);
        models_[k].add(current.costs.shared[k], store, times);
    }
}

void Patterns::finish(const Worker& worker) {
    for (std::size_t op = 0; op < current_.size(); ++op)
        count(worker.code->info[op].op_class, current_[op], worker.counters[op].requests);
}

}  // namespace simt::exec
