// Lists memory that the program never freed, at its end and in cudaDeviceReset.
#pragma once

#include "emulator/runtime/context.hpp"

namespace simt::runtime {

// With --leak-check=full, prints what is still allocated; each leak counts as a finding. `when`: "at the program's
// end".
void announce_leaks(const Context& context, const char* when);

}  // namespace simt::runtime
