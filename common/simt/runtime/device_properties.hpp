// What cudaGetDeviceProperties says.
#pragma once

#include "common/simt/integers.hpp"
#include "common/simt/runtime/layouts.hpp"

namespace simt::runtime {

// Properties: Properties13 or Properties12. memory: bytes of global memory, which is what the host can give.
template <class Properties>
Properties device_properties(u64 memory);

}  // namespace simt::runtime
