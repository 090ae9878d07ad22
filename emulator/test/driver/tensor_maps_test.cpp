// cuTensorMapEncodeTiled: what it accepts and what it refuses, as the driver's documentation has it.
#include "emulator/driver/tensor_maps.hpp"

#include <doctest/doctest.h>

#include <cstring>
#include <functional>

#include "emulator/exec/async/tensor_map.hpp"

using namespace simt;

namespace {

struct Arguments {
    CUtensorMapDataType type = CU_TENSOR_MAP_DATA_TYPE_FLOAT32;
    cuuint32_t rank = 3;
    u64 address = 0x201000000000;
    cuuint64_t sizes[5] = {100, 50, 7, 1, 1}, strides[4] = {400, 20000, 0, 0};
    cuuint32_t box[5] = {32, 8, 2, 1, 1}, steps[5] = {1, 1, 2, 1, 1};
    CUtensorMapInterleave interleave = CU_TENSOR_MAP_INTERLEAVE_NONE;
    CUtensorMapSwizzle swizzle = CU_TENSOR_MAP_SWIZZLE_128B;
    CUtensorMapFloatOOBfill fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE;
};

CUtensorMap encoded;

CUresult encode(const std::function<void(Arguments&)>& change = {}) {
    Arguments a;
    if (change) change(a);
    return driver::encode_tiled(&encoded, a.type, a.rank, reinterpret_cast<void*>(a.address), a.sizes,
                                a.strides, a.box, a.steps, a.interleave, a.swizzle,
                                CU_TENSOR_MAP_L2_PROMOTION_NONE, a.fill);
}

exec::TensorMap packed() {
    exec::TensorMap map;
    std::memcpy(static_cast<void*>(&map), &encoded, sizeof map);
    return map;
}

}  // namespace

TEST_CASE("a tensor map holds what it was made of, and its address can be replaced") {
    REQUIRE(encode() == CUDA_SUCCESS);
    const exec::TensorMap map = packed();
    CHECK(map.mark == exec::TensorMap::kMark);
    CHECK(map.address == 0x201000000000);
    CHECK(map.rank == 3);
    CHECK(map.element_bytes == 4);
    CHECK(map.last[0] == 99);
    CHECK(map.strides[1] == 20000);
    CHECK(map.box[1] == 8);
    CHECK(map.steps[2] == 2);
    CHECK(map.swizzle == exec::TensorSwizzle::Bytes128);
    CHECK(driver::replace_address(&encoded, reinterpret_cast<void*>(0x202000000000)) == CUDA_SUCCESS);
    CHECK(packed().address == 0x202000000000);
    CHECK(driver::replace_address(&encoded, reinterpret_cast<void*>(0x202000000008)) ==
          CUDA_ERROR_INVALID_VALUE);
    CUtensorMap nothing{};
    CHECK(driver::replace_address(&nothing, reinterpret_cast<void*>(0x202000000000)) ==
          CUDA_ERROR_INVALID_VALUE);
}

TEST_CASE("the largest values are accepted, one more is not") {
    const auto result = [](const std::function<void(Arguments&)>& change) { return encode(change); };
    CHECK(result([](Arguments& a) { a.sizes[2] = u64{1} << 32; }) == CUDA_SUCCESS);
    CHECK(result([](Arguments& a) { a.sizes[2] = (u64{1} << 32) + 1; }) == CUDA_ERROR_INVALID_VALUE);
    CHECK(result([](Arguments& a) { a.strides[1] = (u64{1} << 40) - 16; }) == CUDA_SUCCESS);
    CHECK(result([](Arguments& a) { a.strides[1] = u64{1} << 40; }) == CUDA_ERROR_INVALID_VALUE);
    CHECK(result([](Arguments& a) { a.box[1] = 256; }) == CUDA_SUCCESS);
    CHECK(result([](Arguments& a) { a.box[1] = 257; }) == CUDA_ERROR_INVALID_VALUE);
    CHECK(result([](Arguments& a) { a.steps[1] = 8; }) == CUDA_SUCCESS);
    CHECK(result([](Arguments& a) { a.steps[1] = 9; }) == CUDA_ERROR_INVALID_VALUE);
    CHECK(result([](Arguments& a) {
              a.rank = 5;
              a.strides[2] = a.strides[3] = 16;
          }) == CUDA_SUCCESS);
    CHECK(result([](Arguments& a) { a.rank = 6; }) == CUDA_ERROR_INVALID_VALUE);
}

TEST_CASE("what the documentation forbids is refused") {
    const auto refused = [](const std::function<void(Arguments&)>& change) {
        return encode(change) == CUDA_ERROR_INVALID_VALUE;
    };
    CHECK(refused([](Arguments& a) { a.rank = 0; }));
    CHECK(refused([](Arguments& a) { a.address += 8; }));
    CHECK(refused([](Arguments& a) { a.sizes[1] = 0; }));
    CHECK(refused([](Arguments& a) { a.strides[0] = 404; }));
    CHECK(refused([](Arguments& a) { a.box[0] = 0; }));
    CHECK(refused([](Arguments& a) { a.box[0] = 31; }));  // 124 bytes
    CHECK(refused([](Arguments& a) { a.box[0] = 36; }));  // beyond the swizzled 128
    CHECK(refused([](Arguments& a) { a.swizzle = CU_TENSOR_MAP_SWIZZLE_64B; }));
    CHECK(refused([](Arguments& a) { a.swizzle = static_cast<CUtensorMapSwizzle>(9); }));
    CHECK(refused([](Arguments& a) { a.type = static_cast<CUtensorMapDataType>(99); }));
    CHECK(refused([](Arguments& a) {
        a.type = CU_TENSOR_MAP_DATA_TYPE_INT32;
        a.fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA;
    }));
}

TEST_CASE("what the emulator cannot copy is not supported, and not a map that does something else") {
    CHECK(encode([](Arguments& a) { a.type = CU_TENSOR_MAP_DATA_TYPE_TFLOAT32; }) ==
          CUDA_ERROR_NOT_SUPPORTED);
    CHECK(encode([](Arguments& a) { a.interleave = CU_TENSOR_MAP_INTERLEAVE_32B; }) ==
          CUDA_ERROR_NOT_SUPPORTED);
}
