// printf in a kernel: vprintf(format, arguments), which nvcc calls with the address of a list in local memory. What the
// lanes print is kept by block and written to the program's standard output when the launch has ended.
#include "emulator/exec/printf/device_print.hpp"
#include "emulator/exec/launch_record.hpp"

#include <bit>

#include "emulator/check/check.hpp"
#include "emulator/exec/one_lane.hpp"
#include "emulator/exec/printf/device_format.hpp"
#include "emulator/exec/stop.hpp"
#include "emulator/exec/warp.hpp"

namespace simt::exec {

namespace {

constexpr std::size_t kMostOfABlock = std::size_t{64} << 20;  // bytes; a loop that prints for ever must end

std::string& text_of_block(WarpState& state) {
    auto& printed = state.worker->printed;
    if (printed.empty() || printed.back().first != state.block->checks.linear)
        printed.emplace_back(state.block->checks.linear, std::string());
    return printed.back().second;
}

}  // namespace

const Op* print_from_device(WarpState& state, const Op* op) {
    const CallSite& call = state.worker->code->calls[op->detail];
    std::string& text = text_of_block(state);
    for (u32 left = state.warp.exec; left != 0; left &= left - 1) {
        const u32 lane = static_cast<u32>(std::countr_zero(left));
        u64 address = argument_of(state, call, lane, 0);
        const u64 list = argument_of(state, call, lane, 1);
        if (address == 0) {
            return_value(state, call, lane, static_cast<u32>(-1));
            continue;
        }
        u64 unreadable = 0;
        const FormatInput input{[&](u64 offset, void* to, u32 bytes) {
                                    unreadable = list + offset;
                                    check::use_local(state.checks, op, lane, list + offset, bytes);
                                    return read_lane(state, lane, list + offset, to, bytes);
                                },
                                [&](u64 from, std::string& string) {
                                    unreadable = from;
                                    return read_text(state, lane, unreadable, string);
                                }};
        std::string format;
        int arguments = -1;
        if (read_text(state, lane, address, format))
            arguments = format_device_text(format, input, text);
        else
            unreadable = address;
        if (arguments < 0)
            return fault(state, op, check::Fault::OutOfBounds, check::Space::Global, lane, unreadable, 1,
                         false);
        return_value(state, call, lane, static_cast<u32>(arguments));
    }
    state.worker->progressed = true;
    if (text.size() > kMostOfABlock) {
        stop_at(state, op, exec::Status::Trap, "a block has printed more than 64 MiB in one launch");
        return nullptr;
    }
    return op + 1;
}

}  // namespace simt::exec
