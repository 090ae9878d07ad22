// printf and assert in kernels. nvcc turns them into calls: vprintf(format, address of a list in local memory) and
// __assertfail(message, file, line, function, size of a character).
#include "emulator/exec/printf/system_calls.hpp"

#include <fmt/format.h>

#include "emulator/check/check.hpp"
#include "emulator/exec/printf/device_format.hpp"
#include "emulator/exec/stop.hpp"
#include "emulator/exec/system_caller.hpp"

namespace simt::exec {

namespace {

constexpr std::size_t kMostOfABlock = std::size_t{64} << 20;  // bytes; a loop that prints for ever must end

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
