// atom and red of the types and vectors that have no handler of their own (ops/atomics.cpp has those that most programs use),
// compiled once, not for each instruction set. An operand is op->count pieces of op->width bytes, the row of each right
// behind that of the one before; in memory they lie side by side. slots: 0 old value, 1 and 2 operands, 3 the reduction's
// number, kAddressSlot the address.
#include <cstring>

#include "emulator/exec/atomics/reductions.hpp"
#include "emulator/exec/binding.hpp"
#include "emulator/exec/ops/memory_global.hpp"
#include "emulator/exec/ops/memory_shared.hpp"
#include "emulator/isa/memory.hpp"

namespace simt::exec {

namespace {

constexpr u32 kMostBytes = 16;

// A lane's operand as it lies in memory, and back.
void gather(const Warp& warp, const Op* op, u32 slot, u32 lane, u8* bytes) {
    for (u32 k = 0; k < op->count; ++k)
        std::memcpy(bytes + k * op->width, warp.rows + slot + (k * kLanes + lane) * op->width, op->width);
}

void scatter(const Warp& warp, const Op* op, u32 slot, u32 lane, const u8* bytes) {
    for (u32 k = 0; k < op->count; ++k)
        std::memcpy(warp.rows + slot + (k * kLanes + lane) * op->width, bytes + k * op->width, op->width);
}

const Op* apply(Warp& warp, const Op* op, generic::Prepare prepare) {
    const u32 bytes = u32{op->width} * op->count;
    const Reduction& reduction = reduction_at(op->slot[3]);
    generic::Access access;
    if (!prepare(warp, op, bytes, access)) return nullptr;
    for (const u32 lane : Lanes(access.exec)) {
        u8 operand[kMostBytes], third[kMostBytes], old[kMostBytes];
        gather(warp, op, op->slot[1], lane, operand);
        gather(warp, op, op->slot[2], lane, third);
        u8* const place = access.at(lane);
        for (u32 at = 0; at < bytes; at += reduction.bytes)
            warp.state->worker->progressed |=
                reduce_element(reduction, place + at, operand + at, third + at, old + at);
        scatter(warp, op, op->slot[0], lane, old);
    }
    return op + 1;
}

const Op* atomic_in_global(Warp& warp, const Op* op) {
    return apply(warp, op, generic::prepare_global<Kind::Atomic>);
}

const Op* atomic_in_shared(Warp& warp, const Op* op) {
    return apply(warp, op, generic::prepare_shared<Kind::Atomic>);
}

constexpr Binding kReductionBindings[] = {
    {"~reduce.global", atomic_in_global},
    {"~reduce.shared", atomic_in_shared},
    {"~reduce.generic", generic::in_either_space<atomic_in_global, atomic_in_shared>},
};

}  // namespace

std::span<const Handler> atomic_reduction_handlers() {
    return handlers<isa::atomic_reduction_forms, kReductionBindings>();
}

}  // namespace simt::exec
