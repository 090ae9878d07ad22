// atom and red. The lanes update memory in order. In global memory each update is atomic, since blocks on other host threads may
// use the same address. All threads that reach a shared address run on one host thread.
#include <cstring>

#include "emulator/exec/binding.hpp"
#include "emulator/exec/ops/atomic_operations.hpp"
#include "emulator/exec/ops/memory_global.hpp"
#include "emulator/exec/ops/memory_shared.hpp"
#include "emulator/isa/memory.hpp"

namespace simt::exec::SIMT_ISA {

namespace {

using check::Space;

// changed: set if the new value differs from the old one.
template <Name kOperation, class T>
T update_alone(u8* place, T b, T c, bool& changed) {
    T old;
    std::memcpy(&old, place, sizeof old);
    const T value = updated<kOperation>(old, b, c);
    changed |= std::memcmp(&old, &value, sizeof old) != 0;
    std::memcpy(place, &value, sizeof value);
    return old;
}

template <Name kOperation, class T>
T update(u8* place, T b, T c, bool& changed) {
    using Bits = std::conditional_t<sizeof(T) == 4, u32, u64>;
    Bits* const word = reinterpret_cast<Bits*>(place);
    Bits before = __atomic_load_n(word, __ATOMIC_RELAXED), after;
    T old;
    do {
        std::memcpy(&old, &before, sizeof old);
        const T value = updated<kOperation>(old, b, c);
        std::memcpy(&after, &value, sizeof after);
    } while (!__atomic_compare_exchange_n(word, &before, after, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    changed |= before != after;
    return old;
}

// slot[0]: the old value; for red a row that nothing reads. slot[1], slot[2]: operands. slot[kAddressSlot]: the address.
template <Space kSpace, Name kOperation, class T>
const Op* atomic(Warp& warp, const Op* op) {
    constexpr Prepare kPrepare =
        kSpace == Space::Shared ? prepare_shared<Kind::Atomic> : Prepare(prepare_global<Kind::Atomic>);
    Access access;
    if (!kPrepare(warp, op, sizeof(T), access)) return nullptr;
    T* const result = row<T>(warp, op->slot[0]);
    const T *const b = row<T>(warp, op->slot[1]), *const c = row<T>(warp, op->slot[2]);
    bool changed = false;
    const auto update_lane = [&](u32 lane, u8* place) {
        constexpr auto kUpdate =
            kSpace == Space::Shared ? update_alone<kOperation, T> : update<kOperation, T>;
        result[lane] = kUpdate(place, b[lane], c[lane], changed);
    };
    if (access.exec == kAllLanes && access.shape != kFar) {
        u8* const base = access.base;  // in registers, and no mask to go through
        const s32* const relative = access.relative;
#pragma GCC unroll 8
        for (u32 lane = 0; lane < kLanes; ++lane) update_lane(lane, base + relative[lane]);
    } else {
        for (u32 lanes = access.exec; lanes != 0; lanes &= lanes - 1)
            update_lane(first_lane(lanes), access.at(first_lane(lanes)));
    }
    warp.state->worker->progressed |= changed;
    return op + 1;
}

// The parts of an opcode are its space, its operation and its type.
template <Name n>
constexpr Handler kInGlobal = atomic<Space::Global, n.part(2), TypeNamed<n.part(3)>>;
// Shared memory keeps subnormal floats.
template <Name n>
constexpr Handler kInShared =
    atomic<Space::Shared, n.has("add") && n.has("f32") ? Name("add.exact") : n.part(2), TypeNamed<n.part(3)>>;

constexpr std::tuple kBindings{
    For{"~atom.global", []<Name name> { return kInGlobal<name>; }},
    For{"~atom.shared", []<Name name> { return kInShared<name>; }},
    For{"~atom.generic",
        []<Name name> { return Handler(in_either_space<kInGlobal<name>, kInShared<name>>); }},
};

}  // namespace

std::span<const Handler> atomic_handlers() { return handlers<isa::atomic_forms, kBindings>(); }

}  // namespace simt::exec::SIMT_ISA
