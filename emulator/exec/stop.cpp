// See stop.hpp.
#include "emulator/exec/stop.hpp"

#include <fmt/format.h>

#include "emulator/check/check.hpp"
#include "emulator/exec/source_places.hpp"

namespace simt::exec {

namespace {

// why: the decoder's reason (OpInfo::unsupported).
const char* instead_of(const ptx::Instruction& instruction, const std::string& why) {
    const auto says = [&](const char* words) { return why.find(words) != std::string::npos; };
    switch (instruction.isa->kind) {
        case isa::Kind::TensorCore:
            return "of the instructions for tensor cores only mma, wmma, mma.sp and wgmma are emulated: use "
                   "one of "
                   "these, or run the program on a GPU";
        case isa::Kind::TextureFetch:
        case isa::Kind::TextureGather:
        case isa::Kind::TextureQuery:
        case isa::Kind::SurfaceLoad:
        case isa::Kind::SurfaceStore:
        case isa::Kind::SurfaceReduce:
            return "use another form of the access, or run the program on a GPU";
        default:
            break;
    }
    if (says("in a kernel")) return "call it from the host, or run the program on a GPU";
    return "write the kernel without it, or run the program on a GPU";
}

}  // namespace

Stopped stop(WarpState& state, Status status, std::string message) {
    state.worker->status = status;
    state.worker->failed_block = state.block->checks.linear;
    state.worker->message = std::move(message);
    return {};
}

Stopped stop_at(WarpState& state, const Op* op, Status status, const char* what) {
    return stop(state, status, fmt::format("{}, at {}", what, place_of(*state.worker, op->index)));
}

Stopped stop_misuse(WarpState& state, const Op* op, u32 thread, const std::string& what, Status status) {
    return stop(
        state, status,
        fmt::format("{}, at {}, {}", what, place_of(*state.worker, op->index), name_of(state, thread)));
}

Stopped stop_unsupported(WarpState& state, const Op* op) {
    const OpInfo& info = state.worker->code->info[op->index];
    const std::string& opcode = info.source->opcode;
    const bool named = info.unsupported.find(opcode) != std::string::npos || info.source->is(isa::Kind::Call);
    return stop(state, Status::Unsupported,
                info.unsupported + (named ? ", at " : ": " + opcode + " at ") +
                    place_of(*state.worker, op->index) + "; " + instead_of(*info.source, info.unsupported));
}

Stopped fault(WarpState& state, const Op* op, check::Fault fault, check::Space space, u32 lane, u64 address,
              u32 width, bool write) {
    check::record_fault(state.checks, op, fault, space, lane, address, width, write);
    if (fault == check::Fault::Misaligned)
        return stop(state, Status::MisalignedAddress, "misaligned address");
    return stop(state, Status::IllegalAddress, "an illegal memory access was encountered");
}

}  // namespace simt::exec
