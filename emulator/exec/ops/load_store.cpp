// ld and st of every space, width and vector: the second half of a memory access, which moves the bytes.
//
// The decoder requests these ops by internal names: "~ld.global.u8.16" loads 8 unsigned bits into a 16-bit register,
// "~st.shared.32.64" stores the low 32 bits of a 64-bit register. They move Op::count elements; access.hpp has the
// slots.
#include <cstring>

#include "emulator/exec/binding.hpp"
#include "emulator/exec/ops/load_values.hpp"
#include "emulator/exec/ops/memory_global.hpp"
#include "emulator/exec/ops/memory_local.hpp"
#include "emulator/exec/ops/memory_shared.hpp"
#include "emulator/isa/memory.hpp"

namespace simt::exec::SIMT_ISA {

namespace {

template <class Memory, class Register>
[[gnu::always_inline]] inline void store_elements(Warp& warp, const Op* op, const Access& access) {
    const u32 exec = access.exec;
    for (int element = 0; element < op->count; ++element) {
        const Register* const source = row<Register>(warp, op->slot[element]);
        if (access.shape == kContiguous && op->count == 1) {
            alignas(64) Memory value[kLanes];
            for (int lane = 0; lane < kLanes; ++lane) value[lane] = static_cast<Memory>(source[lane]);
            std::memcpy(access.base, value, sizeof value);
            continue;
        }
        for (u32 lanes = exec; lanes != 0; lanes &= lanes - 1) {
            const u32 lane = first_lane(lanes);
            const Memory value = static_cast<Memory>(source[lane]);
            std::memcpy(access.at(lane) + element * sizeof(Memory), &value, sizeof value);
        }
    }
}

// The lanes whose value is in memory after the store.
template <class Memory, class Register>
u32 stored_lanes(Warp& warp, const Op* op, const Access& access) {
    u32 stored = access.exec;
    for (int element = 0; element < op->count; ++element) {
        const Register* const source = row<Register>(warp, op->slot[element]);
        for (u32 lanes = stored; lanes != 0; lanes &= lanes - 1) {
            const u32 lane = first_lane(lanes);
            const Memory value = static_cast<Memory>(source[lane]);
            if (std::memcmp(access.at(lane) + element * sizeof(Memory), &value, sizeof value) != 0)
                stored &= ~(1u << lane);
        }
    }
    return stored;
}

template <class Memory, class Register>
[[gnu::always_inline]] inline void finish_store(Warp& warp, const Op* op, const Access& access, u32 bytes) {
    store_elements<Memory, Register>(warp, op, access);
    if (__builtin_expect(access.duplicates, 0)) {
        const u32 stored = stored_lanes<Memory, Register>(warp, op, access);
        if (stored != access.exec) report_lost_values(warp, op, access, bytes, stored);
    }
}

// After a load that was refused or that brings undefined values.
template <class Memory, class Register>
[[gnu::noinline]] const Op* load_unusual(Warp& warp, const Op* op, const Access& access) {
    if (has_ended(warp)) return nullptr;
    load_elements<Memory, Register>(warp, op, access);
    return switch_loops(*warp.state, op + 1);
}

template <Prepare prepare, class Memory, class Register>
const Op* load(Warp& warp, const Op* op) {
    Access access;
    if (__builtin_expect(!prepare(warp, op, sizeof(Memory) * op->count, access), 0))
        return load_unusual<Memory, Register>(warp, op, access);
    load_elements<Memory, Register>(warp, op, access);
    return op + 1;
}

template <Prepare prepare, class Memory, class Register>
const Op* store(Warp& warp, const Op* op) {
    Access access;
    const u32 bytes = sizeof(Memory) * op->count;
    if (!prepare(warp, op, bytes, access)) return nullptr;
    finish_store<Memory, Register>(warp, op, access, bytes);
    return op + 1;
}

// The address decides the space of a generic access; lanes may access different spaces.
template <bool is_store, class Memory, class Register>
const Op* generic(Warp& warp, const Op* op) {
    const u32 exec = warp.exec;
    const u32 shared = lanes_in_window(warp, op, memory::kSharedWindow);
    const u32 local = lanes_in_window(warp, op, memory::kLocalWindow);
    const u32 param = lanes_in_window(warp, op, memory::kParamWindow);
    Op resolved = *op;
    resolved.detail |= kGeneric;
    bool undefined = false;
    const auto part = [&](u32 lanes, Prepare load_from, Prepare store_to) {
        warp.exec = lanes & exec;
        resolved.index = op->index + (lanes == shared ? 1 : 0);  // the decoder reserved it for counting
        if (warp.exec == 0) return true;
        Access access;
        const u32 bytes = sizeof(Memory) * op->count;
        if (!(is_store ? store_to : load_from)(warp, &resolved, bytes, access)) {
            if (has_ended(warp)) return false;
            undefined = true;
        }
        if (is_store)
            finish_store<Memory, Register>(warp, &resolved, access, bytes);
        else
            load_elements<Memory, Register>(warp, op, access);
        return true;
    };
    const bool ok =
        part(~(shared | local | param), prepare_global<Kind::Load>, prepare_global<Kind::Store>) &&
        part(shared, prepare_shared<Kind::Load>, prepare_shared<Kind::Store>) &&
        part(local, prepare_local<Kind::Load>, prepare_local<Kind::Store>) &&
        part(param, prepare_param, prepare_param_store);
    warp.exec = exec;
    if (!ok) return nullptr;
    return __builtin_expect(undefined, 0) ? switch_loops(*warp.state, op + 2) : op + 2;
}

template <Name name>
using InMemory = TypeNamed<name.part(2)>;
template <Name name>
using InRegister = TypeNamed<name.part(3)>;

constexpr std::tuple kBindings{
    For{"~ld.global", []<Name n> { return load<prepare_global<Kind::Load>, InMemory<n>, InRegister<n>>; }},
    For{"~ld.shared", []<Name n> { return load<prepare_shared<Kind::Load>, InMemory<n>, InRegister<n>>; }},
    For{"~ld.local", []<Name n> { return load<prepare_local<Kind::Load>, InMemory<n>, InRegister<n>>; }},
    For{"~ld.param", []<Name n> { return load<prepare_param, InMemory<n>, InRegister<n>>; }},
    For{"~ld.generic", []<Name n> { return generic<false, InMemory<n>, InRegister<n>>; }},
    For{"~st.global", []<Name n> { return store<prepare_global<Kind::Store>, InMemory<n>, InRegister<n>>; }},
    For{"~st.shared", []<Name n> { return store<prepare_shared<Kind::Store>, InMemory<n>, InRegister<n>>; }},
    For{"~st.local", []<Name n> { return store<prepare_local<Kind::Store>, InMemory<n>, InRegister<n>>; }},
    For{"~st.generic", []<Name n> { return generic<true, InMemory<n>, InRegister<n>>; }},
};

}  // namespace

std::span<const Handler> load_store_handlers() { return handlers<isa::load_store_forms, kBindings>(); }

}  // namespace simt::exec::SIMT_ISA
