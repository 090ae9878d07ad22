// Tensor copies in tile mode: what the decoder leaves in their ops.
#pragma once

#include <string>
#include <vector>

#include "emulator/decode/op.hpp"
#include "emulator/exec/async/tensor_map.hpp"

namespace simt::exec {

// slots of a tensor copy: addresses as those of bulk copies, the coordinates one row after the other.
enum TensorSlot : int { kTensorMap = 0, kTensorCoordinates = 1, kTensorShared = 2, kTensorMbarrier = 3 };
constexpr u32 kTensorCoordinateStride = 4 * kLanes;

// width: dimensions; detail: the reduction's operation (its type is the map's), or kNoReduction.
u32 tensor_operation(const std::vector<std::string>& parts);

}  // namespace simt::exec
