// Tensor copies: handlers of cp.async.bulk.tensor and cp.reduce.async.bulk.tensor in tile mode.
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
const Op* tensor_to_shared(Warp& warp, const Op* op);
const Op* tensor_to_global(Warp& warp, const Op* op);
u32 tensor_operation(const std::vector<std::string>& parts);

}  // namespace simt::exec
