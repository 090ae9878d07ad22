// This process's connection to the emulator's server. One request at a time, whichever thread makes it.
#pragma once

#include "emulator/remote/protocol.hpp"
#include "emulator/runtime/entry_points.hpp"

namespace simt::remote {

// Sends a request that the server does not answer. The body may be followed by more bytes, which are not copied.
void tell(Call call, const Writer& body, std::span<const u8> more = {});

struct Answer {
    cudaError_t error = cudaErrorDevicesUnavailable;  // if there is no server any more
    std::vector<u8> bytes;
};
// Sends a request and waits for the answer.
Answer ask(Call call, const Writer& body = {}, std::span<const u8> more = {});

// Requests so far; waits for the end of one that another thread has made.
u64 requests();

// Says why on stderr, and lets cudaGetLastError return cudaErrorNotSupported.
cudaError_t refuse(const char* call, const char* why);

}  // namespace simt::remote
