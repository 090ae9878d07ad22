// printf and assert in kernels. nvcc turns them into calls: vprintf(format, address of a list in local memory) and
// __assertfail(message, file, line, function, size of a character).
#include "emulator/exec/printf/system_calls.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <span>

#include "emulator/check/check.hpp"
#include "emulator/exec/printf/device_format.hpp"
#include "emulator/exec/stop.hpp"

namespace simt::exec {

namespace {

constexpr std::size_t kMostOfABlock = std::size_t{64} << 20;  // bytes; a loop that prints for ever must end
constexpr std::size_t kLongestText = 1 << 20;                 // bytes of one string, which may have no end

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

    void result(int value) const {
        if (!call.returns.empty())
            std::memcpy(frame() + call.returns[0].offset, &value,
                        std::min<u32>(call.returns[0].size, sizeof value));
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

}  // namespace

const Op* print_from_device(WarpState& state, const Op* op) {
    std::string& text = state.worker->printed[state.block->checks.linear];
    for (const u32 lane : Lanes(state.warp.exec)) {
        const Caller caller{state, state.worker->code->calls[op->detail], lane};
        const u64 list = caller.argument(1);
        u64 unreadable = caller.argument(0);
        if (unreadable == 0) {
            caller.result(-1);
            continue;
        }
        const FormatInput input{[&](u64 offset, void* to, u32 bytes) {
                                    unreadable = list + offset;
                                    check::use_local(state.checks, op, lane, unreadable, bytes);
                                    return caller.read(unreadable, to, bytes);
                                },
                                [&](u64 from, std::string& string) {
                                    unreadable = from;
                                    return caller.read_text(unreadable, string);
                                }};
        std::string format;
        const int arguments =
            caller.read_text(unreadable, format) ? format_device_text(format, input, text) : -1;
        if (arguments < 0)
            return fault(state, op, check::Fault::OutOfBounds, check::Space::Global, lane, unreadable, 1,
                         false);
        caller.result(arguments);
    }
    state.worker->progressed = true;
    if (text.size() > kMostOfABlock)
        return stop_at(state, op, Status::Trap, "a block has printed more than 64 MiB in one launch");
    return op + 1;
}

// Every failing lane of the warp adds a line in the words of NVIDIA's runtime.
const Op* fail_assertion(WarpState& state, const Op* op) {
    const Dim3 block = state.block->index;
    for (const u32 lane : Lanes(state.warp.exec)) {
        const Caller caller{state, state.worker->code->calls[op->detail], lane};
        const Dim3 thread = state.worker->launch->config.block.index_of(thread_of(state, lane));
        const auto text = [&](std::size_t k) {
            u64 address = caller.argument(k);
            std::string found;
            return caller.read_text(address, found) ? found : "(unknown)";
        };
        state.worker->assertions +=
            fmt::format("{}:{}: {}: block: [{},{},{}], thread: [{},{},{}] Assertion `{}` failed.\n", text(1),
                        static_cast<u32>(caller.argument(2)), text(3), block.x, block.y, block.z, thread.x,
                        thread.y, thread.z, text(0));
    }
    return stop_at(state, op, Status::Assert, "an assertion failed");
}

}  // namespace simt::exec
