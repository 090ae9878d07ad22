// A host access to a device pointer, explained before it kills the program.
#pragma once

namespace simt::runtime {

// Installs a SIGSEGV handler that knows the device's addresses. Faults elsewhere, and handlers that were
// installed before or are installed later, are not affected.
void catch_host_faults();

}  // namespace simt::runtime
