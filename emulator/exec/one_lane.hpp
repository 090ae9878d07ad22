// One thread of a warp by itself.
#pragma once

#include <string>

#include "emulator/exec/warp.hpp"

namespace simt::exec {

// A thread's index, and its bytes at a generic address; false if it may not read them.
Dim3 thread_index(const WarpState& state, u32 lane);
bool read_lane(const WarpState& state, u32 lane, u64 address, void* to, u32 bytes);
// The text up to its final zero; false if a byte of it cannot be read, whose address is then in `address`.
bool read_text(const WarpState& state, u32 lane, u64& address, std::string& text);
// Argument k of a call, from the caller's local memory, and where the caller finds the result.
u64 argument_of(const WarpState& state, const CallSite& call, u32 lane, std::size_t k);
void return_value(WarpState& state, const CallSite& call, u32 lane, u32 value);

}  // namespace simt::exec
