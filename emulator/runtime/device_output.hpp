// Output of kernels, printf and assert, on the program's own standard streams.
#pragma once

#include "emulator/exec/launch_record.hpp"

namespace simt::runtime {

// Writes the launch's printed text to stdout and its failed assertions to stderr, and removes both from the record.
// The text follows everything that the program printed through stdio before the launch.
void write_device_output(exec::Launch& launch);

}  // namespace simt::runtime
