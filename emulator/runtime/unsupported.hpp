// The behaviour of a call that the emulator does not support.
#pragma once

namespace simt::runtime {

// Says on stderr, once for each call, that it is not supported and what to do instead. Returns cudaErrorNotSupported
// and remembers it for cudaGetLastError.
int unsupported_call(const char* name);

}  // namespace simt::runtime
