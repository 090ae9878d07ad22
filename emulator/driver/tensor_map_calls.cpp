// The driver's functions for tensor maps (tensor_maps.hpp). Older headers do not declare them.
#include "emulator/driver/call.hpp"
#include "emulator/driver/tensor_maps.hpp"

namespace simt::driver {

SIMT_DRIVER_UNDECLARED(cuTensorMapEncodeTiled, , CUtensorMap* map, CUtensorMapDataType type, cuuint32_t rank,
                       void* address, const cuuint64_t* sizes, const cuuint64_t* strides,
                       const cuuint32_t* box, const cuuint32_t* steps, CUtensorMapInterleave interleave,
                       CUtensorMapSwizzle swizzle, CUtensorMapL2promotion promotion,
                       CUtensorMapFloatOOBfill fill) {
    return encode_tiled(map, type, rank, address, sizes, strides, box, steps, interleave, swizzle, promotion,
                        fill);
}

SIMT_DRIVER_UNDECLARED(cuTensorMapReplaceAddress, , CUtensorMap* map, void* address) {
    return replace_address(map, address);
}

}  // namespace simt::driver
