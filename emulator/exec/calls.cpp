// See calls.hpp. Register files are allocated once and reused.
#include "emulator/exec/calls.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "emulator/check/check.hpp"
#include "emulator/exec/source_places.hpp"
#include "emulator/exec/splits.hpp"
#include "emulator/exec/stop.hpp"

namespace simt::exec {

namespace {

using ptx::Special;

constexpr u32 kLeastFrame = 32;     // least bytes of a call's local memory: return address, saved registers
constexpr u32 kReturnAddress = 16;  // least bytes of a call on a GPU's stack
constexpr u8 kUnsetByte = 0xff;     // as a float NaN, as an integer -1

// x: a vector's first component.
Dim3 special_triple(const WarpState& state, Special x, u32 lane) {
    const LaunchConfig& config = state.worker->launch->config;
    const Dim3 &block = state.block->index, &cluster = config.cluster;
    switch (x) {
        case Special::TidX:
            return config.block.index_of(thread_of(state, lane));
        case Special::NtidX:
            return config.block;
        case Special::CtaidX:
            return block;
        case Special::NctaidX:
            return config.grid;
        case Special::ClusterIdX:
            return {block.x / cluster.x, block.y / cluster.y, block.z / cluster.z};
        case Special::NclusterIdX:
            return clusters_of(config);
        case Special::ClusterCtaidX:
            return {block.x % cluster.x, block.y % cluster.y, block.z % cluster.z};
        default:
            return cluster;
    }
}

// The value of a special register for one lane.
u64 special_value(const WarpState& state, Special which, u32 lane) {
    const LaunchContext& launch = *state.worker->launch;
    const LaunchConfig& config = launch.config;
    const u32 self = 1u << lane;
    if (which <= Special::ClusterNctaidZ) {
        const Dim3 of = special_triple(state, static_cast<Special>(static_cast<int>(which) / 3 * 3), lane);
        const int part = static_cast<int>(which) % 3;
        return part == 0 ? of.x : part == 1 ? of.y : of.z;
    }
    switch (which) {
        case Special::LaneId:
            return lane;
        case Special::WarpId:
            return state.checks.number;
        case Special::NwarpId:
            return 64;  // an SM's warp slots
        case Special::SmId:
            return state.block->checks.linear % 132;
        case Special::NsmId:
            return 132;
        case Special::GridId:
            return launch.grid_id;
        case Special::GridWorkspace:
            return launch.grid_workspace;
        case Special::GridWorkspaceHigh:
            return launch.grid_workspace >> 32;
        case Special::LanemaskEq:
            return self;
        case Special::LanemaskLe:
            return self | (self - 1);
        case Special::LanemaskLt:
            return self - 1;
        case Special::LanemaskGe:
            return ~(self - 1);
        case Special::LanemaskGt:
            return ~(self | (self - 1));
        case Special::ClusterRank:
            return state.block->rank;
        case Special::ClusterSize:
            return config.cluster.count();
        case Special::IsCluster:
            return config.names_cluster;
        case Special::DynamicSharedBytes:
            return config.dynamic_shared;
        case Special::TotalSharedBytes:
            return (launch.shared_bytes + 127) / 128 * 128;
        default:  // the decoder gives the others no row
            return 0;
    }
}

// again: the frame already was this warp's kernel frame in an earlier block.
void fill_specials(WarpState& state, Frame& frame, bool again) {
    for (const SpecialRow& special : frame.function->specials) {
        const Special which = special.which;
        const auto is_in = [which](Special first, Special last) { return which >= first && which <= last; };
        const bool of_block = is_in(Special::CtaidX, Special::CtaidZ) || which == Special::SmId ||
                              is_in(Special::ClusterIdX, Special::ClusterIdZ) ||
                              is_in(Special::ClusterCtaidX, Special::ClusterCtaidZ) ||
                              which == Special::ClusterRank;
        if (again && !of_block) continue;
        for (u32 lane = 0; lane < kLanes; ++lane)
            reinterpret_cast<u32*>(frame.rows + special.slot)[lane] =
                static_cast<u32>(special_value(state, which, lane));
    }
}

void fill_constants(Frame& frame) {
    for (const ConstantRow& constant : frame.function->constants) {
        u8* row = frame.rows + constant.slot;
        if (constant.bytes == 0) *reinterpret_cast<u32*>(row) = constant.bits != 0 ? kAllLanes : 0;
        for (int lane = 0; lane < kLanes; ++lane)
            std::memcpy(row + lane * constant.bytes, &constant.bits, constant.bytes);
    }
}

// Nothing has written the frame's registers.
void forget_written(Frame& frame) {
    for (const WatchedRegister& watched : frame.function->watched)
        *reinterpret_cast<u32*>(frame.rows + watched.written) = 0;
}

Frame* make_frame(WarpState& state, u32 function) {
    auto& spare = state.worker->spare_frames[function];
    std::unique_ptr<Frame> frame;
    if (!spare.empty()) {
        frame = std::move(spare.back());
        spare.pop_back();
    } else {
        frame = std::make_unique<Frame>();
        frame->function = &state.worker->code->functions[function];
        frame->storage = std::make_unique<u8[]>(frame->function->row_bytes + 64);
        // A kernel that reads an uninitialised variable should not be right by chance.
        std::memset(frame->storage.get(), kUnsetByte, frame->function->row_bytes + 64);
        const auto start = reinterpret_cast<std::uintptr_t>(frame->storage.get());
        frame->rows = frame->storage.get() + (64 - start % 64) % 64;
        fill_constants(*frame);
    }
    fill_specials(state, *frame, false);
    forget_written(*frame);
    frame->caller = nullptr;
    frame->depth = frame->stack = 0;
    frame->local_base = 0;
    frame->local_end = frame->function->local_bytes;
    state.frames.push_back(std::move(frame));
    return state.frames.back().get();
}

void release_frame(WarpState& state, Frame* frame) {
    const auto held = std::ranges::find(state.frames, frame, &std::unique_ptr<Frame>::get);
    const std::ptrdiff_t function = frame->function - state.worker->code->functions.data();
    state.worker->spare_frames[function].push_back(std::move(*held));
    *held = std::move(state.frames.back());
    state.frames.pop_back();
}

// all_there_is: the calls need more than a thread can ever have, so a higher limit would not help.
Stopped stop_stack_overflow(WarpState& state, bool all_there_is) {
    return stop(
        state, Status::IllegalAddress,
        fmt::format(
            "stack overflow: the calls of a thread are nested {} deep and take more than {} bytes, {}",
            state.splits[state.current].frame->depth + 1,
            all_there_is ? kStackBytes : state.worker->launch->options.stack,
            all_there_is ? "all that a thread can have; look for a recursion that does not end"
                         : "the stack of a thread; if the recursion ends, "
                           "cudaDeviceSetLimit(cudaLimitStackSize, ...) gives it more"));
}

// Whether any split still uses the frame. Lanes that diverged in a call without reconverging share its frame, and may be
// deeper in calls of their own.
bool is_in_use(const WarpState& state, const Frame* frame) {
    for (const Split& split : state.splits) {
        if (split.state == SplitState::Free) continue;
        for (const Frame* held = split.frame; held != nullptr; held = held->caller)
            if (held == frame) return true;
    }
    return false;
}

// The place of arguments or results in the call's part of its lanes' local memory.
struct Passed {
    const Frame& frame;
    const std::vector<ParamSlot>& slots;
};

void pass(WarpState& state, u32 lanes, const Passed& from, const Passed& to) {
    for (std::size_t k = 0; k < std::min(from.slots.size(), to.slots.size()); ++k) {
        const u32 bytes = std::min(from.slots[k].size, to.slots[k].size);
        const u32 source = from.frame.local_base + from.slots[k].offset;
        const u32 target = to.frame.local_base + to.slots[k].offset;
        for (const u32 lane : Lanes(lanes))
            std::memcpy(local_of(state, lane) + target, local_of(state, lane) + source, bytes);
        check::copy_local(state.checks, lanes, target, source, bytes);
    }
}

// Describes a pointer that does not point to a function of this kernel's module.
std::string what_it_is(const WarpState& state, u64 pointer) {
    if (pointer == 0) return "a null pointer";
    if (pointer >= kCodeWindow && pointer < kCodeWindow + memory::kWindowSize && pointer % 16 == 0)
        return fmt::format(
            "{:#x}, a function of another file that is not linked with this one: build both with -rdc=true",
            pointer);
    if (const memory::Allocation* held = state.worker->launch->space.find(pointer))
        return fmt::format("{:#x}, which is no function but memory ({})", pointer, held->label);
    return fmt::format("{:#x}, which is no function (one of the host's, or a pointer that was never set?)",
                       pointer);
}

bool same_sizes(const std::vector<ParamSlot>& one, const std::vector<ParamSlot>& other) {
    return std::ranges::equal(one, other, {}, &ParamSlot::size, &ParamSlot::size);
}

Stopped stop_at_call(WarpState& state, const Op* op, u32 lane, const std::string& what) {
    return stop(state, Status::InvalidPc,
                fmt::format("{} {}, at {}", name_of(state, thread_of(state, lane)), what,
                            place_of(*state.worker, op->index)));
}

}  // namespace

void restart_frames(WarpState& state) {
    if (state.kernel_frame == nullptr) {
        state.kernel_frame = make_frame(state, 0);
        return;
    }
    for (std::size_t k = state.frames.size(); k-- > 0;)
        if (state.frames[k].get() != state.kernel_frame) release_frame(state, state.frames[k].get());
    fill_specials(state, *state.kernel_frame, true);
    forget_written(*state.kernel_frame);
    state.kernel_frame->local_end = state.kernel_frame->function->local_bytes;
}

void ensure_local(WarpState& state, u32 bytes_per_lane) {
    if (bytes_per_lane <= state.local_bytes) return;
    const u32 grown = (std::max(bytes_per_lane, 2 * state.local_bytes) + 63) / 64 * 64;
    std::vector<u8> larger(std::size_t{grown} * kLanes, kUnsetByte);
    for (u32 lane = 0; lane < kLanes; ++lane)
        std::copy_n(local_of(state, lane), state.local_bytes, larger.data() + std::size_t{lane} * grown);
    state.local.swap(larger);
    state.local_bytes = grown;
}

// All lanes of the frame get the bytes, even if only some of them ask.
u64 grow_frame(WarpState& state, u64 bytes, u64 align) {
    Frame& frame = *state.splits[state.current].frame;
    const u64 begin = (frame.local_base + frame.local_end + align - 1) / align * align;
    if (bytes > kStackBytes || begin + bytes > kStackBytes) {
        stop_stack_overflow(state, true);
        return 0;
    }
    frame.local_end = static_cast<u32>(begin + bytes) - frame.local_base;
    ensure_local(state, frame.local_base + frame.local_end);
    check::begin_local(state.checks, state.splits[state.current].mask, static_cast<u32>(begin),
                       static_cast<u32>(bytes));
    return begin;
}

const Op* call_function(WarpState& state, const CallSite& call, u32 function, const Op* return_to) {
    Split& split = state.splits[state.current];
    Frame* caller = split.frame;
    const u32 caller_bytes = (caller->local_end + 15) / 16 * 16;
    const u32 local_base = caller->local_base + std::max(caller_bytes, kLeastFrame);
    const u32 stack = caller->stack + caller->function->stack_bytes + kReturnAddress;
    // Calls nested deeper than there are functions mean recursion. A GPU gives kernels without recursion all the stack that
    // they need; the limit applies to the others.
    const bool recursive = caller->depth >= state.worker->code->functions.size();
    if (local_base > kStackBytes || (stack > state.worker->launch->options.stack && recursive))
        return stop_stack_overflow(state, local_base > kStackBytes);
    Frame* callee = make_frame(state, function);
    callee->depth = caller->depth + 1;
    callee->stack = stack;
    callee->caller = caller;
    callee->call = &call;
    callee->return_to = return_to;
    callee->local_base = local_base;
    ensure_local(state, callee->local_base + callee->function->local_bytes);
    check::begin_local(state.checks, split.mask, local_base, callee->function->local_bytes);
    pass(state, split.mask, {*caller, call.arguments}, {*callee, callee->function->parameters});
    split.frame = callee;
    split.pc = state.worker->code->ops.data() + callee->function->entry;
    return enter_current(state);
}

const Op* return_from_function(WarpState& state) {
    Split& split = state.splits[state.current];
    Frame* callee = split.frame;
    Frame* caller = callee->caller;
    pass(state, split.mask, {*callee, callee->function->returns}, {*caller, callee->call->returns});
    split.frame = caller;
    split.pc = callee->return_to;
    if (!is_in_use(state, callee)) {
        check::forget_frame(state.checks, callee);
        release_frame(state, callee);
    }
    return enter_current(state);
}

// Lanes with different pointers go one group after the other.
const Op* call_through_pointer(WarpState& state, const Op* op) {
    const u64* pointer = row<u64>(state.warp, op->slot[0]);
    Arm arms[kLanes];
    int count = 0;
    for (u32 left = state.active; left != 0; left &= ~arms[count++].mask) {
        arms[count] = {0, op};
        for (const u32 lane : Lanes(left))
            if (pointer[lane] == pointer[std::countr_zero(left)]) arms[count].mask |= 1u << lane;
    }
    const Code& code = *state.worker->code;
    if (count > 1) {
        // Each group comes here again by itself, and only then is it counted.
        cost::OpCounters& counters = state.worker->counters[op->index];
        counters.executed -= 1;
        counters.lanes -= static_cast<u32>(std::popcount(state.active));
        state.diverged = true;
        Branch divergent;
        divergent.reconverge = op + 1;
        return diverge(state, divergent, arms, count);
    }
    const u32 lane = static_cast<u32>(std::countr_zero(state.active));
    const auto target = code.function_at.find(pointer[lane]);
    if (target == code.function_at.end())
        return stop_at_call(state, op, lane, "calls through " + what_it_is(state, pointer[lane]));
    const CallSite& site = code.calls[op->detail];
    const FunctionCode& function = code.functions[target->second];
    if (!same_sizes(site.arguments, function.parameters) || !same_sizes(site.returns, function.returns))
        return stop_at_call(state, op, lane,
                            "calls " + demangle(function.source->name) +
                                " through a pointer of another type: its arguments or its result differ");
    return call_function(state, site, target->second, op + 1);
}

}  // namespace simt::exec
