// See heap_calls.hpp.
#include "emulator/exec/heap_calls.hpp"

#include <fmt/format.h>

#include "emulator/exec/source_places.hpp"
#include "emulator/exec/stop.hpp"
#include "emulator/exec/system_caller.hpp"

namespace simt::exec {
namespace {

memory::AddressSpace& space_of(const WarpState& state) { return state.worker->launch->space; }

}  // namespace

std::string free_block(memory::AddressSpace& space, u64 address) {
    using Result = memory::AddressSpace::FreeResult;
    const memory::Allocation* const near = space.nearest(address);
    switch (space.heap_free(address)) {
        case Result::Ok:
            return "";
        case Result::AlreadyFreed:
            return fmt::format("free of {:#x}, which has been freed before ({})", address, near->label);
        case Result::NotItsStart:
            return fmt::format("free of {:#x}, which lies {} bytes inside a block by {}", address,
                               address - near->address, near->label);
        case Result::NotAnAllocation:
            break;
    }
    const memory::Allocation* const other = space.find(address);
    return fmt::format("free of {:#x}, which malloc in a kernel has not returned{}", address,
                       other ? fmt::format(" (it is from {})", other->label) : "");
}

const Op* allocate_on_heap(WarpState& state, const Op* op) {
    const Worker& worker = *state.worker;
    const check::Site site = site_of(worker.launch->kernel, worker.code->info[op->index].source);
    const std::string by = site.line == 0 ? "malloc at " + place_of(worker, op->index)
                                          : fmt::format("malloc at {}:{}", site.file, site.line);
    for (const u32 lane : Lanes(state.warp.exec)) {
        const Caller caller{state, state.worker->code->calls[op->detail], lane};
        const u64 align = caller.call.arguments.size() > 1 ? caller.argument(1) : memory::kSectorBytes;
        const bool valid = align != 0 && (align & (align - 1)) == 0;
        caller.result(valid ? space_of(state).heap_allocate(caller.argument(0), by, align) : u64{0});
    }
    state.worker->progressed = true;
    return op + 1;
}

const Op* free_on_heap(WarpState& state, const Op* op) {
    for (const u32 lane : Lanes(state.warp.exec)) {
        const Caller caller{state, state.worker->code->calls[op->detail], lane};
        const u64 address = caller.argument(0);
        if (address == 0) continue;
        if (const std::string why = free_block(space_of(state), address); !why.empty())
            return stop_misuse(state, op, thread_of(state, lane), why, Status::Trap);
    }
    state.worker->progressed = true;
    return op + 1;
}

const Op* set_condition(WarpState& state, const Op* op) {
    for (const u32 lane : Lanes(state.warp.exec)) {
        const Caller caller{state, state.worker->code->calls[op->detail], lane};
        const memory::Allocation* const value = space_of(state).find(caller.argument(0));
        if (value == nullptr || value->kind != memory::Kind::Variable || value->size != sizeof(u32))
            return stop_misuse(state, op, thread_of(state, lane),
                               "cudaGraphSetConditional with a handle that no graph has", Status::Trap);
        __atomic_store_n(reinterpret_cast<u32*>(value->host), static_cast<u32>(caller.argument(1)),
                         __ATOMIC_RELAXED);
    }
    state.worker->progressed = true;
    return op + 1;
}

}  // namespace simt::exec
