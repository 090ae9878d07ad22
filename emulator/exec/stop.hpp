// How a handler ends the launch: it gives the worker a status and a message and returns nullptr.
#pragma once

#include <string>

#include "emulator/exec/warp.hpp"

namespace simt::exec {

// The result of these functions. Their callers return it in turn, as nullptr or false.
struct Stopped {
    operator bool() const { return false; }
    template <class T>
    operator T*() const {
        return nullptr;
    }
};

Stopped stop(WarpState& state, Status status, std::string message);
// The message ends with the op's place in the source.
Stopped stop_at(WarpState& state, const Op* op, Status status, const char* what);
// The message also names one thread of the block.
Stopped stop_misuse(WarpState& state, const Op* op, u32 thread, const std::string& what,
                    Status status = Status::Trap);
// For an instruction that the emulator lacks: the message says what to do instead.
Stopped stop_unsupported(WarpState& state, const Op* op);
// For an access outside every allocation, a misaligned one, and so on: also records the finding.
Stopped fault(WarpState& state, const Op* op, check::Fault fault, check::Space space, u32 lane, u64 address,
              u32 width, bool write);

}  // namespace simt::exec
