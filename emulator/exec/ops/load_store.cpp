// ld and st of every space, width and vector: the second half of a memory access, which moves the bytes.
//
// The decoder requests these rows by internal names: "~ld.global.u8.16" loads 8 unsigned bits into a 16-bit register,
// "~st.shared.32.64" stores the low 32 bits of a 64-bit register. They move Op::count elements; access.hpp has the
// slots.
#include <cstring>

#include "emulator/exec/binding.hpp"
#include "emulator/exec/ops/load_values.hpp"
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
    u32 shared = 0, local = 0, param = 0;
    const u64* address = row<u64>(warp, op->slot[kAddressSlot]);
    for (int lane = 0; lane < kLanes; ++lane) {
        const u64 window = (address[lane] + static_cast<u64>(op->immediate)) >> 32;
        shared |= static_cast<u32>(window == memory::kSharedWindow >> 32) << lane;
        local |= static_cast<u32>(window == memory::kLocalWindow >> 32) << lane;
        param |= static_cast<u32>(window == memory::kParamWindow >> 32) << lane;
    }
    Op resolved = *op;
    resolved.detail |= kGeneric;
    bool undefined = false;
    const auto part = [&](u32 lanes, Prepare load_from, Prepare store_to) {
        warp.exec = lanes & exec;
        resolved.index = op->index + (lanes == shared ? 1 : 0);  // where the decoder made room to count
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
    const bool ok = part(~(shared | local | param), prepare_global_load, prepare_global_store) &&
                    part(shared, prepare_shared_load, prepare_shared_store) &&
                    part(local, prepare_local_load, prepare_local_store) &&
                    part(param, prepare_param, prepare_param_store);
    warp.exec = exec;
    if (!ok) return nullptr;
    return __builtin_expect(undefined, 0) ? switch_loops(*warp.state, op + 2) : op + 2;
}

#define LOADS(handler, space, ...)                                  \
    {"~ld." space ".u8.16", handler<__VA_ARGS__, u8, u16>},         \
        {"~ld." space ".u8.32", handler<__VA_ARGS__, u8, u32>},     \
        {"~ld." space ".u8.64", handler<__VA_ARGS__, u8, u64>},     \
        {"~ld." space ".s8.16", handler<__VA_ARGS__, s8, u16>},     \
        {"~ld." space ".s8.32", handler<__VA_ARGS__, s8, u32>},     \
        {"~ld." space ".s8.64", handler<__VA_ARGS__, s8, u64>},     \
        {"~ld." space ".u16.16", handler<__VA_ARGS__, u16, u16>},   \
        {"~ld." space ".u16.32", handler<__VA_ARGS__, u16, u32>},   \
        {"~ld." space ".u16.64", handler<__VA_ARGS__, u16, u64>},   \
        {"~ld." space ".s16.32", handler<__VA_ARGS__, s16, u32>},   \
        {"~ld." space ".s16.64", handler<__VA_ARGS__, s16, u64>},   \
        {"~ld." space ".u32.32", handler<__VA_ARGS__, u32, u32>},   \
        {"~ld." space ".u32.64", handler<__VA_ARGS__, u32, u64>},   \
        {"~ld." space ".s32.64", handler<__VA_ARGS__, s32, u64>}, { \
        "~ld." space ".u64.64", handler<__VA_ARGS__, u64, u64>      \
    }

#define STORES(handler, space, ...)                                \
    {"~st." space ".8.16", handler<__VA_ARGS__, u8, u16>},         \
        {"~st." space ".8.32", handler<__VA_ARGS__, u8, u32>},     \
        {"~st." space ".8.64", handler<__VA_ARGS__, u8, u64>},     \
        {"~st." space ".16.16", handler<__VA_ARGS__, u16, u16>},   \
        {"~st." space ".16.32", handler<__VA_ARGS__, u16, u32>},   \
        {"~st." space ".16.64", handler<__VA_ARGS__, u16, u64>},   \
        {"~st." space ".32.32", handler<__VA_ARGS__, u32, u32>},   \
        {"~st." space ".32.64", handler<__VA_ARGS__, u32, u64>}, { \
        "~st." space ".64.64", handler<__VA_ARGS__, u64, u64>      \
    }

constexpr Binding kBindings[] = {
    LOADS(load, "global", prepare_global_load), STORES(store, "global", prepare_global_store),
    LOADS(load, "shared", prepare_shared_load), STORES(store, "shared", prepare_shared_store),
    LOADS(load, "local", prepare_local_load),   STORES(store, "local", prepare_local_store),
    LOADS(load, "param", prepare_param),        LOADS(generic, "generic", false),
    STORES(generic, "generic", true),
};

}  // namespace

std::span<const Handler> load_store_handlers() { return handlers<isa::load_store_forms, kBindings>(); }

}  // namespace simt::exec::SIMT_ISA
