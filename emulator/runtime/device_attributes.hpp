// The device's attributes, as cudaDeviceGetAttribute names them.
#pragma once

#include <optional>

#include "emulator/runtime/entry_points.hpp"

namespace simt::runtime {

// Empty for an attribute that CUDA 13.0 does not name.
std::optional<int> device_attribute(cudaDeviceAttr attribute);

}  // namespace simt::runtime
