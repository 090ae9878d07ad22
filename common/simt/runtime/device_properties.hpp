// The structure that cudaGetDeviceProperties fills.
#pragma once

#include "common/simt/integers.hpp"
#include "common/simt/runtime/entry_points.hpp"

namespace simt::runtime {

// memory: bytes of global memory, which is what the host can give.
cudaDeviceProp device_properties(u64 memory);

}  // namespace simt::runtime
