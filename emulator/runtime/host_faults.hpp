// A host access to a device pointer, explained before it kills the program.
#pragma once

namespace simt::runtime {

// Installs a SIGSEGV handler that recognises the device's addresses. Other faults, and handlers installed before or
// later, are not affected.
void catch_host_faults();

}  // namespace simt::runtime
