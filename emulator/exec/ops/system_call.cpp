// Calls through pointers, calls of the driver's functions, and changes of a thread's stack. Most functions here only
// call code that is compiled once for all instruction sets.
#include "emulator/exec/binding.hpp"
#include "emulator/exec/calls.hpp"
#include "emulator/exec/device_launch_calls.hpp"
#include "emulator/exec/heap_calls.hpp"
#include "emulator/exec/lanes.hpp"
#include "emulator/exec/launch_record.hpp"
#include "emulator/exec/printf/system_calls.hpp"
#include "emulator/exec/warp.hpp"
#include "emulator/isa/control.hpp"

namespace simt::exec::SIMT_ISA {

namespace {

const Op* call_indirect(Warp& warp, const Op* op) { return call_through_pointer(*warp.state, op); }
const Op* print(Warp& warp, const Op* op) { return print_from_device(*warp.state, op); }
const Op* assertion(Warp& warp, const Op* op) { return fail_assertion(*warp.state, op); }
const Op* malloc_call(Warp& warp, const Op* op) { return allocate_on_heap(*warp.state, op); }
const Op* free_call(Warp& warp, const Op* op) { return free_on_heap(*warp.state, op); }
const Op* condition(Warp& warp, const Op* op) { return set_condition(*warp.state, op); }

const Op* device_runtime(Warp& warp, const Op* op) { return call_device_runtime(*warp.state, op); }

u64 element(Warp& warp, const Op* op, u32 slot, u32 lane) {
    return op->width == 8 ? row<u64>(warp, slot)[lane] : row<u32>(warp, slot)[lane];
}

Frame& frame_of(Warp& warp) { return *warp.state->splits.data()[warp.state->current].frame; }

// slot[1]: how many bytes each lane asks for; all lanes get the largest of these. immediate: the alignment.
const Op* allocate(Warp& warp, const Op* op) {
    u64 most = 0;
    for (const u32 lane : Lanes(warp.exec)) {
        const u64 bytes = element(warp, op, op->slot[1], lane);
        most = bytes > most ? bytes : most;
    }
    const u64 begin = grow_frame(*warp.state, most, static_cast<u64>(op->immediate));
    if (warp.state->worker->status != exec::Status::Ok) return nullptr;
    store_word(warp, op, begin);
    return op + 1;
}

const Op* save(Warp& warp, const Op* op) {
    const Frame& frame = frame_of(warp);
    store_word(warp, op, u64{frame.local_base} + frame.local_end);
    return op + 1;
}

// Frees memory only if all live lanes are here. Lanes elsewhere may still use theirs, and all share the frame's layout.
const Op* restore(Warp& warp, const Op* op) {
    Frame& frame = frame_of(warp);
    const u64 end =
        element(warp, op, op->slot[1], static_cast<u32>(__builtin_ctz(warp.exec))) - frame.local_base;
    if (warp.exec == warp.state->checks.live && end >= frame.function->local_bytes && end < frame.local_end)
        frame.local_end = static_cast<u32>(end);
    return op + 1;
}

constexpr Binding kBindings[] = {
    {"~call.indirect", call_indirect},  {"~system.print", print},    {"~system.assert", assertion},
    {"~system.malloc", malloc_call},    {"~system.free", free_call}, {"~system.condition", condition},
    {"~system.device", device_runtime}, {"~alloca", allocate},       {"~stacksave", save},
    {"~stackrestore", restore},
};

}  // namespace

std::span<const Handler> system_call_handlers() { return handlers<isa::system_call_forms, kBindings>(); }

}  // namespace simt::exec::SIMT_ISA
