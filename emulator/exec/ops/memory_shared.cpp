// Shared memory: bounds, wavefronts, never-written units, and races between threads that no barrier orders.
#include "emulator/exec/ops/memory_shared.hpp"

#include "emulator/address_windows.hpp"
#include "emulator/cost/access_models.hpp"
#include "emulator/decode/joined_accesses.hpp"
#include "emulator/exec/binding.hpp"
#include "emulator/exec/cluster_memory.hpp"
#include "emulator/exec/ops/float_math.hpp"
#include "emulator/exec/ops/load_values.hpp"
#include "emulator/isa/memory.hpp"

namespace simt::exec::SIMT_ISA {

namespace {

constexpr u32 kPhaseMask = 3;

// The number of bits that are set in each word.
[[gnu::always_inline]] inline Eight bits_set(Eight words) {
    words -= words >> 1 & 0x5555'5555u;
    words = (words & 0x3333'3333u) + (words >> 2 & 0x3333'3333u);
    words = (words + (words >> 4)) & 0x0f0f'0f0fu;
    return words * 0x0101'0101u >> 24;
}

// cost::shared_cost for a whole warp's words in 4 KiB, by this CPU's vectors: the addresses of a histogram are new each time.
[[gnu::always_inline]] inline cost::SharedCost cost_of_words(const u32* offset, u32 lowest) {
    constexpr u32 kRowBits = 7;
    const u32 lowest_row = lowest >> kRowBits;
    alignas(64) u32 bank[kLanes], bit[kLanes];
    for (u32 lane = 0; lane < kLanes; ++lane) {
        bank[lane] = offset[lane] >> 2 & (kLanes - 1);
        bit[lane] = 1u << ((offset[lane] >> kRowBits) - lowest_row);
    }
    alignas(64) u32 rows[kLanes] = {};  // by bank: a bit for each row of all banks that is needed
#pragma GCC unroll 32
    for (u32 lane = 0; lane < kLanes; ++lane) rows[bank[lane]] |= bit[lane];
    Eight counts{};
    for (u32 first = 0; first < kLanes; first += 8) {
        const Eight here = bits_set(load_eight(rows + first));
        counts = counts < here ? here : counts;
    }
    u32 most = 0;
    for (u32 k = 0; k < 8; ++k) most = counts[k] < most ? most : counts[k];
    return {most, most - 1};
}

// Whether the costs of words between these offsets can be found by cost_of_words.
[[gnu::always_inline]] inline bool are_near(u64 lowest, u64 highest) {
    return highest / 128 - lowest / 128 < kLanes;
}

// The least and the greatest element, and the OR of all.
struct Extent {
    u32 lowest, highest, bits;
};
[[gnu::always_inline]] inline Extent extent_of(const u32* element) {
    Extent all{element[0], element[0], element[0]};
    for (u32 lane = 0; lane < kLanes; ++lane) {  // from 0, or g++ makes no vectors of it
        all.lowest = element[lane] < all.lowest ? element[lane] : all.lowest;
        all.highest = element[lane] > all.highest ? element[lane] : all.highest;
        all.bits |= element[lane];
    }
    return all;
}

// learn for a whole warp's atomics on words that differ each time. Returns false, with the cache as it was, where that does not do.
[[gnu::noinline]] bool learn_words(Warp& warp, const Op* op, u64 subtract, u32 bytes, AccessCache& cache,
                                   u64& first) {
    const WarpState& state = *warp.state;
    if (bytes != 4 || warp.exec != kAllLanes || (op->detail & kAddress64) != 0 || cache.shape != kScattered ||
        state.worker->code->joins)
        return false;
    const u32* const source = row<u32>(warp, op->slot[kAddressSlot]);
    const u32 add = static_cast<u32>(static_cast<u64>(op->immediate) - subtract);
    alignas(64) u32 offset[kLanes];
    for (u32 lane = 0; lane < kLanes; ++lane) offset[lane] = source[lane] + add;
    const Extent extent = extent_of(offset);
    if ((extent.bits & 3) != 0 || u64{extent.highest} + 4 > state.block->checks.shared_bytes ||
        !are_near(extent.lowest, extent.highest))
        return false;
    const cost::SharedCost cost = cost_of_words(offset, extent.lowest);
    if (state.worker->patterns.notes(op->index, cost.wavefronts)) return false;
    first = offset[0];
    for (u32 lane = 0; lane < kLanes; ++lane)
        cache.relative[lane] = static_cast<s32>(offset[lane] - offset[0]);
    cache.mask = kAllLanes;
    cache.phase = 0;
    cache.lowest = static_cast<s32>(extent.lowest - offset[0]);
    cache.highest = static_cast<s32>(extent.highest - offset[0]);
    cache.bits = extent.bits;  // not those of `relative`, but as aligned
    cache.units = cost.wavefronts;
    cache.conflicts = cost.conflicts;
    return true;
}

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
    const bool near_words = exec == kAllLanes && bytes == 4 && are_near(a.lowest, a.highest);
    const cost::SharedCost cost = near_words ? cost_of_words(offsets, static_cast<u32>(a.lowest))
                                             : cost::shared_cost(offsets, exec, bytes, kWrites);
    cache.units = cost.wavefronts;
    cache.conflicts = cost.conflicts;
    if (state.worker->code->joins) {
        for (u32 wide = 0; wide < 2; ++wide) {
            const u32 joined_bytes = 8u << wide;
            u32 around[kLanes];
            for (int lane = 0; lane < kLanes; ++lane) around[lane] = offsets[lane] & ~(joined_bytes - 1);
            const cost::SharedCost joined = cost::shared_cost(around, exec, joined_bytes, kWrites);
            cache.joined_units[wide] = static_cast<u8>(joined.wavefronts);
            cache.joined_conflicts[wide] = static_cast<u8>(joined.conflicts);
        }
    }
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
    if (__builtin_expect(op->joined > JoinedAccesses::kElsewhere, 0)) {
        const u32 wide = op->joined == 16;
        counters.joined_units += cache.joined_units[wide];
        counters.joined_conflicts += cache.joined_conflicts[wide];
    }
}

// Whether some address names another block of the cluster, or this one as a block of it.
[[gnu::noinline]] bool is_far(Warp& warp, const Op* op, u64 subtract) {
    if ((op->detail & (kGeneric | kMayBeFar)) == 0) return false;
    Addresses a{};
    read_addresses(warp, op, subtract, a);
    return memory::names_block(a.bits);
}

template <Kind kind>
[[gnu::noinline]] bool prepare_far(Warp& warp, const Op* op, u64 subtract, u32 bytes, Access& access) {
    Addresses a{};
    read_addresses(warp, op, subtract, a);
    access.shape = kFar;
    access.exec = warp.exec;
    access.duplicates = false;
    access.cache = nullptr;
    return reach_cluster(warp, op, a.lane, bytes, kind, access.far);
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
    if (__builtin_expect(!known, 0)) {
        if (is_far(warp, op, subtract)) return prepare_far<kind>(warp, op, subtract, bytes, access);
        if (!(kind == Kind::Atomic && learn_words(warp, op, subtract, bytes, cache, first)) &&
            !learn<kind>(warp, op, subtract, bytes, cache))
            return false;
    }
    count(worker, op, cache);
    if (kind == Kind::Store) worker.progressed = true;
    if (kind == Kind::Load) {
        cache.warp = warp.exec == kAllLanes && !worker.patterns.has_models() ? &state : nullptr;
        cache.first = first;
        cache.room_below = static_cast<s64>(first) + cache.lowest;
        cache.room = static_cast<u64>(static_cast<s64>(size - bytes) - (cache.highest - cache.lowest));
    }
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

// Not inlined, so that loads without checks need few registers. False: the values are undefined.
[[gnu::noinline]] bool check_beside(const Warp& warp, const Op* op, const check::SharedLanes& lanes) {
    return tell_checks<Kind::Load>(warp, op, lanes);
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
    const s64 distance = op->immediate - other->immediate;
    const bool known = cache.warp == &state && warp.exec == kAllLanes && (distance & (bytes - 1)) == 0 &&
                       static_cast<u64>(cache.room_below + distance) <= cache.room;
    if (__builtin_expect(!known, 0)) return load_alone<T>(warp, op);
    count(worker, op, cache);
    const u64 first = cache.first + static_cast<u64>(distance);
    if (state.block->checks.shared_checks != check::SharedChecks::None &&
        !check_beside(warp, op, {{cache, first, bytes}}))
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

// Whether the lanes of every load in the stretch are in bounds, and reveal nothing that a check has to look at.
bool is_usual_stretch(const WarpState& state, const Stretch& stretch) {
    const Worker& worker = *state.worker;
    const check::SharedChecks checks = state.block->checks.shared_checks;
    if (checks == check::SharedChecks::WithPadding) return false;
    for (const Stretch::Group& group : stretch.groups) {
        const AccessCache& cache = worker.cache.data()[group.leader];
        const bool known = cache.warp == &state &&
                           static_cast<u64>(cache.room_below + group.distances.front()) <= cache.room &&
                           static_cast<u64>(cache.room_below + group.distances.back()) <= cache.room;
        if (!known) return false;
        if (checks != check::SharedChecks::None && !check::are_usual_reads(state.checks, cache, group))
            return false;
    }
    return true;
}

void count_stretch(Worker& worker, const Stretch& stretch) {
    StretchCounters* counters = worker.stretches.data() + stretch.counters;
    for (const Stretch::Group& group : stretch.groups) {
        const AccessCache& cache = worker.cache.data()[group.leader];
        counters->times += 1;
        counters->units += cache.units;
        counters->conflicts += cache.conflicts;
        for (u32 wide = 0; wide < 2; ++wide) {
            counters->joined_units[wide] += cache.joined_units[wide];
            counters->joined_conflicts[wide] += cache.joined_conflicts[wide];
        }
        ++counters;
    }
}

// Where the loads of a group find their values. Mostly each half of the warp has one address, or neighbouring ones.
struct Place {
    const u8 *first, *second;  // of lanes 0 and 16, for a load without an immediate offset
    bool uniform, halves;
    const AccessCache* cache;
};

Place place_of(const WarpState& state, const Stretch::Group& group) {
    const Code& code = *state.worker->code;
    const Op& leader = code.ops.data()[group.leader];
    const AccessCache& cache = state.worker->cache.data()[group.leader];
    const u8* const first = state.block->checks.shared + cache.first - leader.immediate;
    const bool two = cache.shape == kRuns && cache.run_count == 2 && cache.runs[1].first == kLanes / 2;
    const bool uniform = cache.shape == kUniform || (two && cache.runs[0].uniform && cache.runs[1].uniform);
    const bool contiguous = leader.count == 1 && (cache.shape == kContiguous ||
                                                  (two && !cache.runs[0].uniform && !cache.runs[1].uniform));
    return {first, first + cache.relative[kLanes / 2], uniform, uniform || contiguous, &cache};
}

template <class T>
[[gnu::always_inline]] inline void load_in_stretch(Warp& warp, const Op* op, const Place& place) {
    for (u32 element = 0; element < op->count; ++element) {
        const s64 offset = op->immediate + static_cast<s64>(element * sizeof(T));
        T* const to = row<T>(warp, op->slot[element]);
        if (!place.halves) {
            for (int lane = 0; lane < kLanes; ++lane)
                to[lane] = load_one<T>(place.first + offset + place.cache->relative[lane]);
        } else if (place.uniform) {
            fill<kLanes / 2>(to, load_one<T>(place.first + offset));
            fill<kLanes / 2>(to + kLanes / 2, load_one<T>(place.second + offset));
        } else {
            std::memcpy(to, place.first + offset, kLanes / 2 * sizeof(T));
            std::memcpy(to + kLanes / 2, place.second + offset, kLanes / 2 * sizeof(T));
        }
    }
}

// A row of floats in vector registers.
struct Floats {
    using Part = float __attribute__((vector_size(kVectorBytes), may_alias));
    static constexpr int kEach = sizeof(Part) / sizeof(float), kParts = kLanes / kEach;
    Part part[kParts];
};
// Calls visit with 0, 1, … as constants: with variables, g++ would keep the parts in memory.
template <class Visit, int... k>
[[gnu::always_inline]] inline void each_part(Visit visit, std::integer_sequence<int, k...> = {}) {
    if constexpr (sizeof...(k) == 0)
        each_part(visit, std::make_integer_sequence<int, Floats::kParts>());
    else
        (visit(k), ...);
}

// result = sum = a * b + sum for each lane. As in float.cpp, a result that is NaN has PTX's own bits; the sum need not.
[[gnu::always_inline]] inline void multiply_add(const Floats::Part& a, const Floats::Part& b,
                                                Floats::Part& sum, Floats::Part& result) {
    Floats::Part exact;
    for (int lane = 0; lane < Floats::kEach; ++lane)
        exact[lane] = __builtin_fmaf(a[lane], b[lane], sum[lane]);
    sum = exact;
    result = exact == exact ? exact : Floats::Part{} + float_of(kCanonicalNan);
}

// The first op of a stretch: runs all of it, or only this load.
template <class T>
const Op* load_stretch(Warp& warp, const Op* op) {
    WarpState& state = *warp.state;
    Worker& worker = *state.worker;
    const Stretch& stretch = worker.code->stretches.data()[op->stretch];
    if (warp.exec != kAllLanes || is_careful(state) || !is_usual_stretch(state, stretch))
        return load_beside<T>(warp, op);
    const auto cache_of = [&](u32 leader) -> const AccessCache& { return worker.cache.data()[leader]; };
    if (state.block->checks.shared_checks != check::SharedChecks::None)
        check::keep_stretch(state.checks, op->stretch, stretch, cache_of);
    count_stretch(worker, stretch);
    state.block->clock += stretch.parts.size() - 1;
    Place places[Stretch::kMostGroups];
    for (u32 k = 0; k < stretch.groups.size(); ++k) places[k] = place_of(state, stretch.groups[k]);
    Floats sum{};
    for (const Stretch::Part part : stretch.parts) {
        switch (part.kind) {
            case Stretch::Kind::Load:
                if (op->width == 4)
                    load_in_stretch<u32>(warp, op, places[part.group]);
                else
                    load_in_stretch<u64>(warp, op, places[part.group]);
                break;
            case Stretch::Kind::Fma:
                each_part([&](int k) { sum.part[k] = row<Floats>(warp, op->slot[3])->part[k]; });
                [[fallthrough]];
            case Stretch::Kind::NextFma:
                each_part([&] [[gnu::always_inline]] (int k) {
                    multiply_add(row<Floats>(warp, op->slot[1])->part[k],
                                 row<Floats>(warp, op->slot[2])->part[k], sum.part[k],
                                 row<Floats>(warp, op->slot[0])->part[k]);
                });
                break;
            case Stretch::Kind::Other:
                op->handler(warp, op);
        }
        ++op;
    }
    return op;
}

// Sets BlockChecks::enter_kept of the warp's block to this instruction set's version.
const Op* give_enter_kept(Warp& warp, const Op*) {
    warp.state->block->checks.enter_kept = check::enter_kept;
    return nullptr;
}

constexpr Binding kBindings[] = {{"~ld.shared.beside.32", load_beside<u32>},
                                 {"~ld.shared.beside.64", load_beside<u64>},
                                 {"~ld.shared.stretch.32", load_stretch<u32>},
                                 {"~ld.shared.stretch.64", load_stretch<u64>},
                                 {"~enter_kept", give_enter_kept}};

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
