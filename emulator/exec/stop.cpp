// See stop.hpp.
#include "emulator/exec/stop.hpp"
#include "emulator/exec/launch_record.hpp"

#include "emulator/check/check.hpp"
#include "emulator/exec/source_places.hpp"
#include "emulator/exec/unsupported.hpp"

namespace simt::exec {

void stop(WarpState& state, exec::Status status, std::string message) {
    state.worker->status = status;
    state.worker->message = std::move(message);
}

void stop_at(WarpState& state, const Op* op, exec::Status status, const char* what) {
    const ptx::Instruction* source = state.worker->code->info[op->index].source;
    stop(state, status, std::string(what) + ", at " + place_of(*state.worker->launch->kernel, source));
}

void stop_unsupported(WarpState& state, const Op* op) {
    const OpInfo& info = state.worker->code->info[op->index];
    const std::string& opcode = info.source->opcode;
    const bool named = info.unsupported.find(opcode) != std::string::npos ||
                       info.source->is(isa::Kind::Call) ||
                       info.unsupported.starts_with("dynamic parallelism");
    stop(state, exec::Status::Unsupported,
         info.unsupported + (named ? ", at " : ": " + opcode + " at ") +
             place_of(*state.worker->launch->kernel, info.source) + "; " +
             instead_of(*info.source, info.unsupported));
}

void stop_misuse(WarpState& state, u32 op_index, u32 thread, const std::string& what, exec::Status status) {
    const Dim3 size = state.worker->launch->config->block, block = state.block->index;
    const auto triple = [](u32 x, u32 y, u32 z) {
        return "(" + std::to_string(x) + "," + std::to_string(y) + "," + std::to_string(z) + ")";
    };
    stop(state, status,
         what + ", at " + place_of(*state.worker->launch->kernel, state.worker->code->info[op_index].source) +
             ", thread " + triple(thread % size.x, thread / size.x % size.y, thread / size.x / size.y) +
             " of block " + triple(block.x, block.y, block.z));
}

const Op* fault(WarpState& state, const Op* op, check::Fault fault, check::Space space, u32 lane, u64 address,
                u32 width, bool write) {
    check::record_fault(state.checks, op, fault, space, lane, address, width, write);
    const bool misaligned = fault == check::Fault::Misaligned;
    stop(state, misaligned ? exec::Status::MisalignedAddress : exec::Status::IllegalAddress,
         misaligned ? "misaligned address" : "an illegal memory access was encountered");
    return nullptr;
}

}  // namespace simt::exec
