// See padding.hpp.
#include "emulator/check/definedness/padding.hpp"

namespace simt::check {

void note_padding(const Instruction& at) {
    const WorkerChecks& worker = *at.warp.worker;
    if (!worker.wanted.initialisation) return;
    const Op& op = *at.op;
    const u64* const base = reinterpret_cast<const u64*>(at.rows + op.slot[kAddressSlot]);
    const memory::Allocation* allocation = nullptr;
    for (const u32 lane : bits_of(at.exec)) {
        const u64 address = base[lane] + static_cast<u64>(op.immediate);
        if (allocation == nullptr || !allocation->holds(address, op.width))
            allocation = worker.space->find(address);
        if (allocation != nullptr) worker.space->note_padding(*allocation, address, op.width);
    }
}

}  // namespace simt::check
