// The driver's functions for tensor maps, which programs get through cudaGetDriverEntryPoint.
#pragma once

#include "emulator/runtime/tensor_map_types.hpp"

namespace simt::runtime {

// Work like the driver's functions of these names (cuda.h); the rules for the arguments are those of its
// documentation. A map that the emulator cannot copy with is refused with CUDA_ERROR_NOT_SUPPORTED and a sentence on
// stderr.
CUresult encode_tiled(CUtensorMap* map, CUtensorMapDataType type, cuuint32_t rank, void* address,
                      const cuuint64_t* sizes, const cuuint64_t* strides, const cuuint32_t* box,
                      const cuuint32_t* steps, CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                      CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill);
CUresult encode_im2col(CUtensorMap* map, CUtensorMapDataType type, cuuint32_t rank, void* address,
                       const cuuint64_t* sizes, const cuuint64_t* strides, const int* lower, const int* upper,
                       cuuint32_t channels, cuuint32_t pixels, const cuuint32_t* steps,
                       CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                       CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill);
CUresult replace_address(CUtensorMap* map, void* address);

}  // namespace simt::runtime
