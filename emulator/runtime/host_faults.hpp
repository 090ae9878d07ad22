// Accesses of the host to device memory.
#pragma once

namespace simt::runtime {

// Installs a SIGSEGV handler that explains a host access to a device pointer before it kills the program. Other faults,
// and handlers installed before or later, are not affected.
void catch_host_faults();

}  // namespace simt::runtime
