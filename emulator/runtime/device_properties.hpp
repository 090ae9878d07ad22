// The devices' attributes and properties, as cudaDeviceGetAttribute and cudaGetDeviceProperties return them.
#pragma once

#include <optional>

#include "emulator/integers.hpp"
#include "emulator/runtime/layouts.hpp"

namespace simt::runtime {

// Empty for an attribute that CUDA 13.0 does not name.
std::optional<int> device_attribute(cudaDeviceAttr attribute, int device = 0);

// Properties: Properties13 or Properties12. memory: bytes of global memory, as many as the host can give.
template <class Properties>
Properties device_properties(u64 memory, int device = 0);

}  // namespace simt::runtime
