// How a handler ends the launch: the worker gets a status and a message, and the handler returns nullptr.
#pragma once

#include <string>

#include "emulator/exec/launch_record.hpp"
#include "emulator/exec/warp.hpp"

namespace simt::exec {

void stop(WarpState& state, exec::Status status, std::string message);
// The same, and names the place.
void stop_at(WarpState& state, const Op* op, exec::Status status, const char* what);
void stop_unsupported(WarpState& state, const Op* op);
// The same for one thread, which it names.
void stop_misuse(WarpState& state, u32 op_index, u32 thread, const std::string& what,
                 exec::Status status = exec::Status::Trap);
// An access that no allocation holds, is misaligned, …: records the finding, ends the launch, returns nullptr.
const Op* fault(WarpState& state, const Op* op, check::Fault fault, check::Space space, u32 lane, u64 address,
                u32 width, bool write);

}  // namespace simt::exec
