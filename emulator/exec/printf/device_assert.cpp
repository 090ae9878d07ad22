// assert in a kernel: __assertfail(message, file, line, function, size of a character). Every lane of the warp that fails
// says so in the words of NVIDIA's runtime, and the launch ends.
#include "emulator/exec/printf/device_assert.hpp"
#include "emulator/exec/launch_record.hpp"

#include <bit>

#include "emulator/exec/one_lane.hpp"
#include "emulator/exec/stop.hpp"
#include "emulator/exec/warp.hpp"

namespace simt::exec {

namespace {

std::string text_at(const WarpState& state, u32 lane, u64 address) {
    std::string text;
    return read_text(state, lane, address, text) ? text : "(unknown)";
}

std::string triple(const Dim3& at) {
    return "[" + std::to_string(at.x) + "," + std::to_string(at.y) + "," + std::to_string(at.z) + "]";
}

}  // namespace

const Op* fail_assertion(WarpState& state, const Op* op) {
    const CallSite& call = state.worker->code->calls[op->detail];
    for (u32 left = state.warp.exec; left != 0; left &= left - 1) {
        const u32 lane = static_cast<u32>(std::countr_zero(left));
        const auto text = [&](std::size_t k) {
            return text_at(state, lane, argument_of(state, call, lane, k));
        };
        state.worker->assertions +=
            text(1) + ":" + std::to_string(static_cast<u32>(argument_of(state, call, lane, 2))) + ": " +
            text(3) + ": block: " + triple(state.block->index) +
            ", thread: " + triple(thread_index(state, lane)) + " Assertion `" + text(0) + "` failed.\n";
    }
    stop_at(state, op, exec::Status::Assert, "an assertion failed");
    return nullptr;
}

}  // namespace simt::exec
