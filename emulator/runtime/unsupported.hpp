// What a call that the emulator does not have does.
#pragma once

namespace simt::runtime {

// Says on stderr, once for each call, that it is not supported and what can be done; returns cudaErrorNotSupported and
// remembers it for cudaGetLastError.
int unsupported_call(const char* name);

}  // namespace simt::runtime
