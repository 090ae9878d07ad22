// atom and red: lanes in order, each one atomically, since blocks on other host threads may use the same address.
#include <cstring>

#include "emulator/exec/binding.hpp"
#include "emulator/exec/ops/access.hpp"
#include "emulator/exec/ops/atomic_operations.hpp"
#include "emulator/isa/memory.hpp"

namespace simt::exec::SIMT_ISA {

namespace {

// One lane's update: the new value from the old one and the operands.
struct Add {
    template <class T>
    static T of(T old, T b, T) {
        return old + b;
    }
};
struct Min {
    template <class T>
    static T of(T old, T b, T) {
        return b < old ? b : old;
    }
};
struct Max {
    template <class T>
    static T of(T old, T b, T) {
        return b > old ? b : old;
    }
};
template <std::size_t>
struct BitsOf;
template <>
struct BitsOf<4> {
    using type = u32;
};
template <>
struct BitsOf<8> {
    using type = u64;
};

// changed: set if the new value differs from the old one.
template <class T, class F>
T update(u8* place, T b, T c, bool& changed) {
    using Bits = typename BitsOf<sizeof(T)>::type;
    Bits* const word = reinterpret_cast<Bits*>(place);
    Bits before = __atomic_load_n(word, __ATOMIC_RELAXED), after;
    T old;
    do {
        std::memcpy(&old, &before, sizeof old);
        const T value = F::of(old, b, c);
        std::memcpy(&after, &value, sizeof after);
    } while (!__atomic_compare_exchange_n(word, &before, after, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    changed |= before != after;
    return old;
}

// slots: 0 old value (a spare row for red), 1 and 2 operands, kAddressSlot the address.
template <class T, class F>
void apply(Warp& warp, const Op* op, const Access& access) {
    T* const result = row<T>(warp, op->slot[0]);
    const T* const b = row<T>(warp, op->slot[1]);
    const T* const c = row<T>(warp, op->slot[2]);
    for (u32 lanes = access.exec; lanes != 0; lanes &= lanes - 1) {
        const u32 lane = first_lane(lanes);
        result[lane] = update<T, F>(access.at(lane), b[lane], c[lane], warp.state->worker->progressed);
    }
}

template <Prepare prepare, class T, class F>
const Op* atomic(Warp& warp, const Op* op) {
    Access access;
    if (!prepare(warp, op, sizeof(T), access)) return nullptr;
    apply<T, F>(warp, op, access);
    return op + 1;
}

template <class T, class GlobalF, class SharedF>
const Op* generic_atomic(Warp& warp, const Op* op) {
    const u32 exec = warp.exec;
    const u64* address = row<u64>(warp, op->slot[kAddressSlot]);
    u32 shared = 0;
    for (int lane = 0; lane < kLanes; ++lane)
        shared |= static_cast<u32>((address[lane] + static_cast<u64>(op->immediate)) >> 32 ==
                                   memory::kSharedWindow >> 32)
                  << lane;
    Op resolved = *op;
    resolved.detail |= kGeneric;
    bool ok = true;
    if ((warp.exec = exec & ~shared) != 0)
        ok = atomic<prepare_global_atomic, T, GlobalF>(warp, &resolved) != nullptr;
    if (ok && (warp.exec = exec & shared) != 0)
        ok = atomic<prepare_shared_atomic, T, SharedF>(warp, &resolved) != nullptr;
    warp.exec = exec;
    return ok ? op + 1 : nullptr;
}

#define ATOMIC(name, T, F) ATOMIC_BY_SPACE(name, T, F, F)
#define ATOMIC_BY_SPACE(name, T, GlobalF, SharedF)                           \
    {"~atom.global." name, atomic<prepare_global_atomic, T, GlobalF>},       \
        {"~atom.shared." name, atomic<prepare_shared_atomic, T, SharedF>}, { \
        "~atom.generic." name, generic_atomic<T, GlobalF, SharedF>           \
    }

constexpr Binding kBindings[] = {
    ATOMIC("add.u32", u32, Add),
    ATOMIC("add.s32", u32, Add),
    ATOMIC("add.u64", u64, Add),
    ATOMIC("add.s64", u64, Add),
    ATOMIC_BY_SPACE("add.f32", float, AddFlushed, AddExact),
    ATOMIC("add.f64", double, Add),
    ATOMIC("min.u32", u32, Min),
    ATOMIC("min.s32", s32, Min),
    ATOMIC("min.u64", u64, Min),
    ATOMIC("min.s64", s64, Min),
    ATOMIC("max.u32", u32, Max),
    ATOMIC("max.s32", s32, Max),
    ATOMIC("max.u64", u64, Max),
    ATOMIC("max.s64", s64, Max),
    ATOMIC("and.b32", u32, And),
    ATOMIC("and.b64", u64, And),
    ATOMIC("or.b32", u32, Or),
    ATOMIC("or.b64", u64, Or),
    ATOMIC("xor.b32", u32, Xor),
    ATOMIC("xor.b64", u64, Xor),
    ATOMIC("exch.b32", u32, Exchange),
    ATOMIC("exch.b64", u64, Exchange),
    ATOMIC("cas.b32", u32, CompareAndSwap),
    ATOMIC("cas.b64", u64, CompareAndSwap),
    ATOMIC("inc.u32", u32, Increment),
    ATOMIC("dec.u32", u32, Decrement),
};

}  // namespace

std::span<const Handler> atomic_handlers() { return handlers<isa::atomic_forms, kBindings>(); }

}  // namespace simt::exec::SIMT_ISA
