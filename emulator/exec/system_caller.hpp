// A thread that calls a function of the device's system: printf, assert, malloc, free, cudaGraphSetConditional.
#pragma once

#include <algorithm>
#include <cstring>
#include <span>
#include <string>

#include "emulator/check/definedness/local_written.hpp"
#include "emulator/exec/launch_record.hpp"
#include "emulator/exec/warp.hpp"

namespace simt::exec {

constexpr std::size_t kLongestText = 1 << 20;  // bytes of one string, which may have no end

// One calling thread.
struct Caller {
    WarpState& state;
    const CallSite& call;
    u32 lane;

    u8* frame() const { return local_of(state, lane) + state.checks.frame->local_base; }

    u64 argument(std::size_t k) const {
        u64 value = 0;
        std::memcpy(&value, frame() + call.arguments[k].offset,
                    std::min<u32>(call.arguments[k].size, sizeof value));
        return value;
    }

    template <class Value>
    void result(Value value) const {
        if (call.returns.empty()) return;
        const u32 bytes = std::min<u32>(call.returns[0].size, sizeof value);
        std::memcpy(frame() + call.returns[0].offset, &value, bytes);
        check::write_local(state.checks, lane, state.checks.frame->local_base + call.returns[0].offset,
                           bytes);
    }

    // The readable bytes that begin at a generic address.
    std::span<const u8> readable(u64 address) const {
        const u64 window = address & ~(memory::kWindowSize - 1), offset = address & (memory::kWindowSize - 1);
        const auto within = [&](const u8* begin, u64 size) {
            return std::span(begin, size).subspan(std::min(offset, size));
        };
        if (window == memory::kLocalWindow) return within(local_of(state, lane), state.local_bytes);
        if (window == memory::kSharedWindow)
            return within(state.block->checks.shared, state.block->checks.shared_bytes);
        if (window == memory::kParamWindow)
            return within(state.worker->parameters, state.worker->code->parameter_bytes);
        const memory::Allocation* held = state.worker->launch->space.find(address);
        if (held == nullptr) return {};
        return std::span(held->host, held->size).subspan(address - held->address);
    }

    bool read(u64 address, void* to, u32 bytes) const {
        const std::span<const u8> from = readable(address);
        if (from.size() < bytes) return false;
        std::memcpy(to, from.data(), bytes);
        return true;
    }

    // Reads the text up to its final zero. Returns false if a byte cannot be read, and leaves that byte's address in `address`.
    bool read_text(u64& address, std::string& text) const {
        const std::span<const u8> all = readable(address),
                                  bytes = all.first(std::min(all.size(), kLongestText));
        const auto end = std::ranges::find(bytes, u8{0});
        text.assign(bytes.begin(), end);
        address += text.size();
        return end != bytes.end() || text.size() == kLongestText;
    }
};

}  // namespace simt::exec
