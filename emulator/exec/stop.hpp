// How a handler ends the launch: the worker gets a status and a message, and the handler returns nullptr.
#pragma once

#include <string>

#include "emulator/exec/warp.hpp"

namespace simt::exec {

// What these functions return, for their callers to return in turn: nullptr or false.
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
// It names one thread of the block, too.
Stopped stop_misuse(WarpState& state, const Op* op, u32 thread, const std::string& what,
                    Status status = Status::Trap);
// The emulator lacks the op's instruction: the message says what to do instead.
Stopped stop_unsupported(WarpState& state, const Op* op);
// An access that no allocation holds, is misaligned, …: records the finding.
Stopped fault(WarpState& state, const Op* op, check::Fault fault, check::Space space, u32 lane, u64 address,
              u32 width, bool write);

}  // namespace simt::exec
