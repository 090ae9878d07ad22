// What the decoder leaves in the ops of asynchronous instructions (async.cpp) and their handlers read (exec/async).
#pragma once

#include "emulator/decode/op.hpp"
#include "emulator/isa/reductions.hpp"

namespace simt::exec {

// mbarriers have slots: 0 result, 1 operand, kAddressSlot the mbarrier's address, whose immediate is the op's. width: of
// arrivals ArriveFlags; of tests 1 if slot 1 is a parity, not a state; of cp.async.mbarrier.arrive 1 for .noinc.
enum ArriveFlags : u8 { kDrop = 1, kNoComplete = 2, kExpectBytes = 4, kRemoveBytes = 8 };

// slots of bulk copies: where addresses (64 bits, shared ones as offsets) and sizes are. detail: the reduction's number in
// isa::kReductions, or isa::kNoReduction. Of waits the immediate is the number of groups that may stay on their way. st.async
// and red.async have slots: 0 … elements, kAddressSlot the address, 5 the mbarrier; width, count; detail as above.
enum BulkSlot : int { kBulkTo = 0, kBulkFrom = 1, kBulkSize = 2, kBulkMbarrier = 3 };

// slots of a tensor copy: addresses as those of bulk copies, the coordinates one row after the other. width: dimensions;
// detail: the reduction's operation in isa::kCopyOperations (its type is the map's), or isa::kNoReduction.
enum TensorSlot : int { kTensorMap = 0, kTensorCoordinates = 1, kTensorShared = 2, kTensorMbarrier = 3 };
constexpr u32 kTensorCoordinateStride = 4 * kLanes;
constexpr u32 kTensorDimensions = 5;

}  // namespace simt::exec
