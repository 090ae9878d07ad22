// atom and red. The lanes update memory in order, each one atomically, since blocks on other host threads may use the
// same address.
#include <cstring>

#include "emulator/exec/binding.hpp"
#include "emulator/exec/ops/atomic_operations.hpp"
#include "emulator/exec/ops/memory_global.hpp"
#include "emulator/exec/ops/memory_shared.hpp"
#include "emulator/isa/memory.hpp"

namespace simt::exec::SIMT_ISA {

namespace {

// changed: set if the new value differs from the old one.
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
template <Prepare prepare, Name kOperation, class T>
const Op* atomic(Warp& warp, const Op* op) {
    Access access;
    if (!prepare(warp, op, sizeof(T), access)) return nullptr;
    T* const result = row<T>(warp, op->slot[0]);
    const T *const b = row<T>(warp, op->slot[1]), *const c = row<T>(warp, op->slot[2]);
    bool& changed = warp.state->worker->progressed;
    for (u32 lanes = access.exec; lanes != 0; lanes &= lanes - 1) {
        const u32 lane = first_lane(lanes);
        result[lane] = update<kOperation, T>(access.at(lane), b[lane], c[lane], changed);
    }
    return op + 1;
}

// The parts of an opcode are its space, its operation and its type.
template <Name n>
constexpr Handler kInGlobal = atomic<prepare_global<Kind::Atomic>, n.part(2), TypeNamed<n.part(3)>>;
// Shared memory keeps subnormal floats.
template <Name n>
constexpr Handler kInShared =
    atomic<prepare_shared<Kind::Atomic>, n.has("add") && n.has("f32") ? Name("add.exact") : n.part(2),
           TypeNamed<n.part(3)>>;

constexpr std::tuple kBindings{
    For{"~atom.global", []<Name name> { return kInGlobal<name>; }},
    For{"~atom.shared", []<Name name> { return kInShared<name>; }},
    For{"~atom.generic",
        []<Name name> { return Handler(in_either_space<kInGlobal<name>, kInShared<name>>); }},
};

}  // namespace

std::span<const Handler> atomic_handlers() { return handlers<isa::atomic_forms, kBindings>(); }

}  // namespace simt::exec::SIMT_ISA
