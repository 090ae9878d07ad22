// One thread of a warp by itself: which it is, what it reads through a generic address, what it passes in a call.
#include "emulator/exec/one_lane.hpp"

#include <algorithm>
#include <cstring>

#include "emulator/exec/warp.hpp"

namespace simt::exec {

namespace {

constexpr std::size_t kLongestText =
    1 << 20;  // of one string; nobody prints more, and a string may have no end

// How many bytes from the address on can be read, and where they are; 0 if none.
std::size_t readable(const WarpState& state, u32 lane, u64 address, const u8*& bytes) {
    const u64 window = address & ~(memory::kWindowSize - 1), offset = address & (memory::kWindowSize - 1);
    const auto within = [&](const u8* begin, u64 size) -> std::size_t {
        bytes = begin + std::min(offset, size);
        return offset < size ? size - offset : 0;
    };
    if (window == memory::kLocalWindow)
        return within(state.local.data() + std::size_t{lane} * state.local_bytes, state.local_bytes);
    if (window == memory::kSharedWindow)
        return within(state.block->checks.shared, state.block->checks.shared_bytes);
    if (window == memory::kParamWindow)
        return within(state.worker->parameters, state.worker->code->parameter_bytes);
    const memory::Allocation* allocation = state.worker->launch->space->find(address);
    if (allocation == nullptr) return 0;
    bytes = allocation->host + (address - allocation->address);
    return allocation->size - (address - allocation->address);
}

}  // namespace

Dim3 thread_index(const WarpState& state, u32 lane) {
    const Dim3 block = state.worker->launch->config->block;
    const u32 thread = thread_of(state, lane);
    return {thread % block.x, thread / block.x % block.y, thread / block.x / block.y};
}

bool read_lane(const WarpState& state, u32 lane, u64 address, void* to, u32 bytes) {
    const u8* from = nullptr;
    if (readable(state, lane, address, from) < bytes) return false;
    std::memcpy(to, from, bytes);
    return true;
}

bool read_text(const WarpState& state, u32 lane, u64& address, std::string& text) {
    const u8* from = nullptr;
    const std::size_t size = readable(state, lane, address, from);
    const std::size_t most = std::min(size, kLongestText);
    const void* end = most == 0 ? nullptr : std::memchr(from, 0, most);
    const std::size_t length =
        end == nullptr ? most : static_cast<std::size_t>(static_cast<const u8*>(end) - from);
    text.assign(reinterpret_cast<const char*>(from), length);
    address += length;
    return end != nullptr || most == kLongestText;
}

u64 argument_of(const WarpState& state, const CallSite& call, u32 lane, std::size_t k) {
    const ParamSlot& slot = call.arguments[k];
    const Frame& frame = *state.splits[state.current].frame;
    u64 value = 0;
    std::memcpy(&value,
                state.local.data() + std::size_t{lane} * state.local_bytes + frame.local_base + slot.offset,
                std::min<u32>(slot.size, sizeof value));
    return value;
}

void return_value(WarpState& state, const CallSite& call, u32 lane, u32 value) {
    if (call.returns.empty()) return;
    const Frame& frame = *state.splits[state.current].frame;
    std::memcpy(state.local.data() + std::size_t{lane} * state.local_bytes + frame.local_base +
                    call.returns[0].offset,
                &value, std::min<u32>(call.returns[0].size, sizeof value));
}

}  // namespace simt::exec
