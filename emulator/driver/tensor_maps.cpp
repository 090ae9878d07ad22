// Tensor maps: checks the arguments by the driver's documentation and packs them as exec/async/tensor_map.hpp
// describes.
#include "emulator/driver/tensor_maps.hpp"

#include <cstring>

#include "emulator/exec/async/tensor_map.hpp"
#include "emulator/runtime/errors.hpp"

namespace simt::driver {

namespace {

using runtime::say;

constexpr u64 kAddressAlignment = 16, kMapAlignment = 64;
constexpr u64 kMostElements = u64{1} << 32, kMostStride = u64{1} << 40;
constexpr u32 kMostBox = 256, kMostStep = 8, kMostRank = exec::kTensorDimensions;

template <class... Args>
CUresult refuse(CUresult result, fmt::format_string<Args...> format, Args&&... args) {
    say("cuTensorMapEncodeTiled: {}", fmt::format(format, std::forward<Args>(args)...));
    return result;
}

// Bytes of an element; 0 if there is no such type.
u32 element_bytes(CUtensorMapDataType type) {
    switch (type) {
        case CU_TENSOR_MAP_DATA_TYPE_UINT8:
            return 1;
        case CU_TENSOR_MAP_DATA_TYPE_UINT16:
        case CU_TENSOR_MAP_DATA_TYPE_FLOAT16:
        case CU_TENSOR_MAP_DATA_TYPE_BFLOAT16:
            return 2;
        case CU_TENSOR_MAP_DATA_TYPE_UINT32:
        case CU_TENSOR_MAP_DATA_TYPE_INT32:
        case CU_TENSOR_MAP_DATA_TYPE_FLOAT32:
        case CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ:
        case CU_TENSOR_MAP_DATA_TYPE_TFLOAT32:
        case CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ:
            return 4;
        case CU_TENSOR_MAP_DATA_TYPE_UINT64:
        case CU_TENSOR_MAP_DATA_TYPE_INT64:
        case CU_TENSOR_MAP_DATA_TYPE_FLOAT64:
            return 8;
        default:
            return 0;
    }
}

bool is_float(CUtensorMapDataType type) {
    return type == CU_TENSOR_MAP_DATA_TYPE_FLOAT16 || type == CU_TENSOR_MAP_DATA_TYPE_BFLOAT16 ||
           type == CU_TENSOR_MAP_DATA_TYPE_FLOAT32 || type == CU_TENSOR_MAP_DATA_TYPE_FLOAT64;
}

CUresult check_modes(CUtensorMapDataType type, CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                     CUtensorMapFloatOOBfill fill) {
    if (type == CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ || type == CU_TENSOR_MAP_DATA_TYPE_TFLOAT32 ||
        type == CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ)
        return refuse(CUDA_ERROR_NOT_SUPPORTED,
                      "types that round on the way are not supported by the emulator");
    if (element_bytes(type) == 0)
        return refuse(CUDA_ERROR_INVALID_VALUE, "the data type {} does not exist on compute capability 9.0",
                      static_cast<int>(type));
    if (interleave != CU_TENSOR_MAP_INTERLEAVE_NONE)
        return refuse(CUDA_ERROR_NOT_SUPPORTED, "interleaved layouts are not supported by the emulator");
    if (swizzle < CU_TENSOR_MAP_SWIZZLE_NONE || swizzle > CU_TENSOR_MAP_SWIZZLE_128B)
        return refuse(CUDA_ERROR_INVALID_VALUE,
                      "the swizzle mode {} does not exist on compute capability 9.0",
                      static_cast<int>(swizzle));
    if (fill != CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE && !is_float(type))
        return refuse(CUDA_ERROR_INVALID_VALUE, "only floating-point tensors are filled with NaN");
    return CUDA_SUCCESS;
}

}  // namespace

CUresult encode_tiled(CUtensorMap* map, CUtensorMapDataType type, cuuint32_t rank, void* address,
                      const cuuint64_t* sizes, const cuuint64_t* strides, const cuuint32_t* box,
                      const cuuint32_t* steps, CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                      CUtensorMapL2promotion, CUtensorMapFloatOOBfill fill) {
    const CUresult bad = CUDA_ERROR_INVALID_VALUE;
    if (map == nullptr || reinterpret_cast<u64>(map) % kMapAlignment != 0)
        return refuse(bad, "the map lies at {}, which is not a multiple of 64", static_cast<void*>(map));
    if (rank == 0 || rank > kMostRank) return refuse(bad, "the rank is {}: it must be 1 to 5", rank);
    if (sizes == nullptr || box == nullptr || steps == nullptr || (rank > 1 && strides == nullptr))
        return refuse(bad, "one of the arrays is a null pointer");
    if (const CUresult result = check_modes(type, interleave, swizzle, fill); result != CUDA_SUCCESS)
        return result;
    const u64 global = reinterpret_cast<u64>(address);
    if (global == 0 || global % kAddressAlignment != 0)
        return refuse(bad, "the tensor's address {} is not a multiple of 16", address);

    exec::TensorMap packed;
    packed.address = global;
    packed.rank = static_cast<u8>(rank);
    packed.type = static_cast<u8>(type);
    packed.element_bytes = static_cast<u8>(element_bytes(type));
    packed.swizzle = static_cast<exec::TensorSwizzle>(swizzle);
    packed.fill_nan = fill != CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE;
    for (u32 k = 0; k < rank; ++k) {
        if (sizes[k] == 0 || sizes[k] > kMostElements)
            return refuse(bad, "dimension {} has {} elements: 1 to 2^32 are allowed", k, sizes[k]);
        if (box[k] == 0 || box[k] > kMostBox)
            return refuse(bad, "the box has {} elements in dimension {}: 1 to 256 are allowed", box[k], k);
        if (steps[k] == 0 || steps[k] > kMostStep)
            return refuse(bad, "the element stride of dimension {} is {}: 1 to 8 are allowed", k, steps[k]);
        packed.last[k] = static_cast<u32>(sizes[k] - 1);
        packed.box[k] = static_cast<u16>(box[k]);
        packed.steps[k] = static_cast<u8>(k == 0 ? 1 : steps[k]);  // the first is ignored
        if (k == 0) continue;
        if (strides[k - 1] % kAddressAlignment != 0 || strides[k - 1] >= kMostStride)
            return refuse(bad,
                          "the stride of dimension {} is {} bytes: it must be a multiple of 16 below 2^40", k,
                          strides[k - 1]);
        packed.strides[k - 1] = strides[k - 1];
    }
    const u32 row = box[0] * packed.element_bytes;
    const u32 span = swizzle == CU_TENSOR_MAP_SWIZZLE_NONE ? ~0u : 16u << static_cast<u32>(swizzle);
    if (row % 16 != 0) return refuse(bad, "a row of the box has {} bytes: it must be a multiple of 16", row);
    if (row > span) return refuse(bad, "a row of the box has {} bytes, more than the swizzled {}", row, span);
    std::memset(map, 0, sizeof *map);
    std::memcpy(map, &packed, sizeof packed);
    return CUDA_SUCCESS;
}

CUresult encode_im2col() {
    say("cuTensorMapEncodeIm2col is not supported by the emulator: use cuTensorMapEncodeTiled");
    return CUDA_ERROR_NOT_SUPPORTED;
}

CUresult replace_address(CUtensorMap* map, void* address) {
    exec::TensorMap packed;
    const u64 global = reinterpret_cast<u64>(address);
    if (map == nullptr || global == 0 || global % kAddressAlignment != 0) return CUDA_ERROR_INVALID_VALUE;
    std::memcpy(static_cast<void*>(&packed), map, sizeof packed);
    if (packed.mark != exec::TensorMap::kMark) return CUDA_ERROR_INVALID_VALUE;
    packed.address = global;
    std::memcpy(map, &packed, sizeof packed);
    return CUDA_SUCCESS;
}

}  // namespace simt::driver
