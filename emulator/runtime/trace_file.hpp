// The file that --trace names.
#pragma once

#include "emulator/exec/launch.hpp"

namespace simt::runtime {

// What the next selected launch records; nullptr without --trace, and once the limit is reached.
const exec::TraceOptions* trace_options();

// At the end of the program. Says if the file does not hold what was asked for.
void finish_trace();

}  // namespace simt::runtime
