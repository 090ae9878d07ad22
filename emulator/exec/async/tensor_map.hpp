// The 128 bytes that cuTensorMapEncodeTiled fills and tensor copies read. CUDA says only that they are opaque; this is our
// own layout, with a mark at the front that tells a map from other bytes.
#pragma once

#include "emulator/decode/async_form.hpp"

namespace simt::exec {

constexpr u32 kTensorMapBytes = 128;

enum class TensorSwizzle : u8 { None, Bytes32, Bytes64, Bytes128 };

struct TensorMap {
    static constexpr u64 kMark = 0x70616d2d726f736e;  // "nsor-map"
    u64 mark = kMark;
    u64 address = 0;
    u64 strides[kTensorDimensions - 1] = {};  // bytes between neighbours in dimension 1, 2, …
    u32 last[kTensorDimensions] = {};         // the highest index in each dimension
    u16 box[kTensorDimensions] = {};
    u8 steps[kTensorDimensions] = {};  // element strides
    u8 rank = 0;
    u8 element_bytes = 0;
    u8 type = 0;  // CUtensorMapDataType
    TensorSwizzle swizzle = TensorSwizzle::None;
    u8 fill_nan = 0;
};
static_assert(sizeof(TensorMap) <= kTensorMapBytes);

}  // namespace simt::exec
