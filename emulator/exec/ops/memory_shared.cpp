// Shared memory: bounds, wavefronts, never-written units, and races between threads that no barrier orders.
#include "emulator/exec/ops/memory_shared.hpp"

#include "emulator/cost/access_models.hpp"
#include "emulator/exec/binding.hpp"
#include "emulator/exec/ops/load_values.hpp"
#include "emulator/isa/memory.hpp"

namespace simt::exec::SIMT_ISA {

namespace {

constexpr u32 kPhaseMask = 3;

// Handles a pattern that the cache lacks, or an invalid access. Returns false after a fault.
template <Kind kind>
[[gnu::noinline]] bool learn(Warp& warp, const Op* op, u64 subtract, u32 bytes, AccessCache& cache) {
    WarpState& state = *warp.state;
    const u32 exec = warp.exec;
    Addresses a{};
    read_addresses(warp, op, subtract, a);
    constexpr bool kWrites = kind != Kind::Load;
    if (!are_aligned(warp, op, a, bytes, check::Space::Shared, kWrites) ||
        !are_inside(warp, op, a, bytes, state.block->checks.shared_bytes, check::Space::Shared, kWrites))
        return false;
    learn_pattern(cache, a, exec, bytes, kPhaseMask);
    u32 offsets[kLanes];
    for (int lane = 0; lane < kLanes; ++lane) offsets[lane] = static_cast<u32>(a.lane[lane]);
    const cost::SharedCost cost = cost::shared_cost(offsets, exec, bytes, kWrites);
    cache.units = cost.wavefronts;
    cache.conflicts = cost.conflicts;
    cache.duplicates = kind == Kind::Store && cache.shape != kContiguous && has_duplicates(a, exec);
    Worker& worker = *state.worker;
    worker.patterns.note(worker, op->index,
                         {a.lane, exec, bytes, cost.wavefronts, cost.conflicts,
                          worker.counters.data()[op->index].requests, &state});
    return true;
}

[[gnu::always_inline]] inline void count(Worker& worker, const Op* op, const AccessCache& cache) {
    cost::OpCounters& counters = worker.counters.data()[op->index];
    counters.requests += 1;
    counters.units += cache.units;
    counters.conflicts += cache.conflicts;
}

}  // namespace

template <Kind kind>
bool prepare_shared(Warp& warp, const Op* op, u32 bytes, Access& access) {
    WarpState& state = *warp.state;
    Worker& worker = *state.worker;
    AccessCache& cache = worker.cache.data()[op->index];
    const u64 subtract = op->detail & kGeneric ? memory::kSharedWindow : 0;
    const u64 size = state.block->checks.shared_bytes;
    u64 first;
    const bool known = same_pattern(warp, op, subtract, kPhaseMask, cache, first) && first < size &&
                       static_cast<s64>(first) + cache.lowest >= 0 &&
                       first + static_cast<u64>(s64{cache.highest}) + bytes <= size &&
                       ((first | cache.bits) & (bytes - 1)) == 0;
    if (__builtin_expect(!known, 0) && !learn<kind>(warp, op, subtract, bytes, cache)) return false;
    count(worker, op, cache);
    if (kind == Kind::Store) worker.progressed = true;
    cache.warp = &state;
    cache.first = first;
    const bool usual = tell_checks<kind>(warp, op, check::SharedLanes{{cache, first, bytes}});
    access.base = state.block->checks.shared + first;
    access.relative = cache.relative;
    access.exec = warp.exec;
    access.shape = static_cast<Shape>(cache.shape);
    access.duplicates = cache.duplicates;
    access.cache = &cache;
    return usual;
}

template bool prepare_shared<Kind::Load>(Warp&, const Op*, u32, Access&);
template bool prepare_shared<Kind::Store>(Warp&, const Op*, u32, Access&);
template bool prepare_shared<Kind::Atomic>(Warp&, const Op*, u32, Access&);

namespace {

// Runs a load that has another one beside it like any other load, because the cached pattern cannot be used.
template <class T>
[[gnu::noinline]] const Op* load_alone(Warp& warp, const Op* op) {
    Access access;
    const bool usual = prepare_shared<Kind::Load>(warp, op, sizeof(T) * op->count, access);
    if (!usual && has_ended(warp)) return nullptr;
    load_elements<T, T>(warp, op, access);
    return usual ? op + 1 : switch_loops(*warp.state, op + 1);
}

// Completes a load of undefined values at the cached pattern, `first` being the first active lane's address.
template <class T>
[[gnu::noinline]] const Op* load_undefined(Warp& warp, const Op* op, const AccessCache& cache, u64 first) {
    Access access{};
    access.base = warp.state->block->checks.shared + first;
    access.relative = cache.relative;
    access.exec = kAllLanes;
    access.shape = static_cast<Shape>(cache.shape);
    access.cache = &cache;
    load_elements<T, T>(warp, op, access);
    return switch_loops(*warp.state, op + 1);
}

// A load of whole registers at a constant distance from an earlier load (decode/memory.cpp, put_beside). Its lanes have
// the earlier load's pattern, so it does not examine their addresses. The distance is a multiple of a word and only
// rotates the banks, so the conflicts stay the same.
template <class T>
const Op* load_beside(Warp& warp, const Op* op) {
    const WarpState& state = *warp.state;
    Worker& worker = *state.worker;
    const Op* const other = op - op->slot[kBesideSlot];
    const AccessCache& cache = worker.cache.data()[other->index];
    const u32 bytes = sizeof(T) * op->count;
    const u32 distance = static_cast<u32>(op->immediate - other->immediate);
    const u64 first = op->detail & kAddress64
                          ? cache.first + static_cast<u64>(op->immediate - other->immediate)
                          : u64{static_cast<u32>(cache.first) + distance};
    const bool known =
        cache.warp == &state && cache.mask == warp.exec && warp.exec == kAllLanes &&
        (distance & kPhaseMask) == 0 && first < state.block->checks.shared_bytes &&
        static_cast<s64>(first) + cache.lowest >= 0 &&
        first + static_cast<u64>(s64{cache.highest}) + bytes <= state.block->checks.shared_bytes &&
        ((first | cache.bits) & (bytes - 1)) == 0 && !worker.patterns.has_models();
    if (__builtin_expect(!known, 0)) return load_alone<T>(warp, op);
    count(worker, op, cache);
    if (__builtin_expect(!tell_checks<Kind::Load>(warp, op, check::SharedLanes{{cache, first, bytes}}), 0))
        return load_undefined<T>(warp, op, cache, first);
    Access access;
    access.base = state.block->checks.shared + first;
    access.relative = cache.relative;
    access.exec = kAllLanes;
    access.shape = static_cast<Shape>(cache.shape);
    access.cache = &cache;
    for (u32 element = 0; element < op->count; ++element)
        load_values(access, access.base + element * sizeof(T), op->count, true,
                    row<T>(warp, op->slot[element]));
    return op + 1;
}

// Sets BlockChecks::enter_reads of the warp's block to this instruction set's version.
const Op* give_enter_reads(Warp& warp, const Op*) {
    warp.state->block->checks.enter_reads = check::enter_reads;
    return nullptr;
}

constexpr Binding kBindings[] = {{"~ld.shared.beside.32", load_beside<u32>},
                                 {"~ld.shared.beside.64", load_beside<u64>},
                                 {"~enter_reads", give_enter_reads}};

}  // namespace

std::span<const Handler> load_beside_handlers() { return handlers<isa::load_beside_forms, kBindings>(); }

void report_lost_values(Warp& warp, const Op* op, const Access& access, u32 bytes, u32 stored_ok) {
    WarpState& state = *warp.state;
    const u32 lane = first_lane(access.exec & ~stored_ok);
    const u8* const place = access.at(lane);
    const u32 winner = find_lane(stored_ok, [&](u32 l) { return access.at(l) == place; });
    if (winner == kLanes) return;
    check::lost_store(state.checks, op, lane, winner, static_cast<u32>(place - state.block->checks.shared),
                      bytes);
}

}  // namespace simt::exec::SIMT_ISA
