// The properties that cudaGetDeviceProperties returns.
#pragma once

#include "emulator/integers.hpp"
#include "emulator/runtime/layouts.hpp"

namespace simt::runtime {

// Properties: Properties13 or Properties12. memory: bytes of global memory, as many as the host can give.
template <class Properties>
Properties device_properties(u64 memory);

}  // namespace simt::runtime
