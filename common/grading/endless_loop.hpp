// Ends a check whose host code loops for ever. Kernels that do are ended by the emulator (SIMT_MAX_INSTRUCTIONS).
#pragma once

namespace grading {

// From now on, kills the program with SIGXCPU once it has used so many seconds of CPU time without a call of the CUDA runtime, a
// launch or a byte of output. A call that takes long, for example one that waits for a kernel, is no such time. Does nothing on
// a GPU: only the emulator tells when calls begin and end.
void end_endless_loops(double seconds);

// The limit for answers. The slowest check takes less in all.
constexpr double kEndlessSeconds = 10;

}  // namespace grading
