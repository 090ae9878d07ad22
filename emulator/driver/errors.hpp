// The driver's errors: they have the runtime's numbers and descriptions, but names of their own, and there are fewer.
#pragma once

#include "emulator/driver/call.hpp"

namespace simt::driver {

// The error of the driver for an error of the runtime. One that only the runtime has becomes an invalid value, or an
// invalid handle if a kernel does not exist.
CUresult driver_error(cudaError_t error);

}  // namespace simt::driver
