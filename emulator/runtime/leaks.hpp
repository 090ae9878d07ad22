// Memory that a program never freed, listed where it can be freed no more: at its end and in cudaDeviceReset.
#pragma once

#include "emulator/runtime/context.hpp"

namespace simt::runtime {

// Prints what is still allocated, if --leak-check=full asks for it; each counts as a finding. `when`: "at the program's end".
void announce_leaks(const Context& context, const char* when);

}  // namespace simt::runtime
