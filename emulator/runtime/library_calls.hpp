// Services of the emulator's libcudart.so.13 for the libraries beside it (emulator/libraries/), which compute on the CPU what
// NVIDIA's libraries compute on the device: their calls come in the order of the streams, and the checks learn which memory they
// use.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "emulator/check/library_call.hpp"
#include "emulator/runtime/entry_points.hpp"

#pragma GCC visibility push(default)
extern "C" {

// Runs a call of a library as a call of the runtime (call.hpp): one at a time, counted under its name, and a Failure that the body
// throws becomes a sentence on stderr and the result. cudaGetLastError does not learn of it. The name must last.
cudaError_t simt_library_call(const char* name, const std::function<void()>& body);

// In such a call: runs the work after everything that comes before it in the stream. It may be put off, unless the caller needs
// what it computes now (waits).
void simt_library_work(cudaStream_t stream, bool waits, std::function<void()> work);

// In such work: the operand's first byte, for the CPU. If the device could not reach all of the operand, this is a finding and, as
// after a kernel's fault, the device's error.
simt::u8* simt_library_memory(const simt::check::Operand& operand);

// In such work: a finding, which fails the call, because what its memory holds cannot be right.
[[noreturn]] void simt_library_refuse(std::string sentence);

// At the end of such work: tells the checks of everything that it has used.
void simt_library_used(const std::vector<simt::check::Operand>& operands);

// Whether the address is memory of the device that the host cannot touch.
bool simt_library_is_device(const void* pointer);

// Prints, once for each call, that a library's call is not supported, and counts the call.
void simt_library_unsupported(const char* name);

}  // extern "C"
#pragma GCC visibility pop
