// Register files of functions, made once and used again, and the warp's local memory.
#include "emulator/exec/frames.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "emulator/exec/stop.hpp"

namespace simt::exec {

namespace {

using ptx::Special;

constexpr u8 kUnsetByte = 0xff;  // as a float NaN, as an integer -1

// The value of a special register for one lane.
u64 special_value(const WarpState& state, Special which, u32 lane) {
    const LaunchContext& launch = *state.worker->launch;
    const LaunchConfig& config = *launch.config;
    const u32 self = 1u << lane;
    if (which <= Special::NctaidZ) {
        const int triple = static_cast<int>(which) / 3, part = static_cast<int>(which) % 3;
        const Dim3 of = triple == 0   ? config.block.index_of(thread_of(state, lane))
                        : triple == 1 ? config.block
                        : triple == 2 ? state.block->index
                                      : config.grid;
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
        case Special::DynamicSharedBytes:
            return config.dynamic_shared;
        case Special::TotalSharedBytes:
            return (launch.shared_bytes + 127) / 128 * 128;
        default:  // the decoder gives the others no row
            return 0;
    }
}

// again: the frame has been this warp's kernel frame in an earlier block.
void fill_specials(WarpState& state, Frame& frame, bool again) {
    for (const SpecialRow& special : frame.function->specials) {
        const Special which = special.which;
        const bool of_block =
            (which >= Special::CtaidX && which <= Special::CtaidZ) || which == Special::SmId;
        if (again && !of_block) continue;
        for (u32 lane = 0; lane < kLanes; ++lane)
            reinterpret_cast<u32*>(frame.rows + special.slot)[lane] =
                static_cast<u32>(special_value(state, which, lane));
    }
}

void fill_constants(Frame& frame) {
    for (const ConstantRow& constant : frame.function->constants) {
        u8* row = frame.rows + constant.slot;
        if (constant.bytes == 0) {
            const u32 mask = constant.bits != 0 ? kAllLanes : 0;
            std::memcpy(row, &mask, sizeof mask);
            continue;
        }
        for (int lane = 0; lane < kLanes; ++lane)
            std::memcpy(row + lane * constant.bytes, &constant.bits, constant.bytes);
    }
}

}  // namespace

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
        // What nothing sets is no number and no index: a kernel that reads such a variable had better not be right by chance.
        std::memset(frame->storage.get(), kUnsetByte, frame->function->row_bytes + 64);
        const auto start = reinterpret_cast<std::uintptr_t>(frame->storage.get());
        frame->rows = frame->storage.get() + (64 - start % 64) % 64;
        fill_constants(*frame);
    }
    fill_specials(state, *frame, false);
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

void restart_frames(WarpState& state) {
    if (state.kernel_frame == nullptr) {
        state.kernel_frame = make_frame(state, 0);
        return;
    }
    for (std::size_t k = state.frames.size(); k-- > 0;)
        if (state.frames[k].get() != state.kernel_frame) release_frame(state, state.frames[k].get());
    fill_specials(state, *state.kernel_frame, true);
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

const Op* stop_stack_overflow(WarpState& state, bool all_there_is) {
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

// All lanes of the frame get the room, though only some may ask for it.
u64 grow_frame(WarpState& state, u64 bytes, u64 align) {
    Frame& frame = *state.splits[state.current].frame;
    const u64 begin = (frame.local_base + frame.local_end + align - 1) / align * align;
    if (bytes > kStackBytes || begin + bytes > kStackBytes) {
        stop_stack_overflow(state, true);
        return 0;
    }
    frame.local_end = static_cast<u32>(begin + bytes) - frame.local_base;
    ensure_local(state, frame.local_base + frame.local_end);
    return begin;
}

}  // namespace simt::exec
