// The fields of asynchronous instructions' ops: the decoder (async.cpp) fills them in, the handlers (exec/async) read them.
#pragma once

#include "emulator/decode/op.hpp"
#include "emulator/isa/reductions.hpp"

namespace simt::exec {

// Ops on mbarriers have slots: 0 result, 1 operand, kAddressSlot the mbarrier's address (the op's immediate is its offset).
// width: ArriveFlags for arrivals; for tests, 1 if slot 1 is a parity, not a state; for cp.async.mbarrier.arrive, 1 if .noinc.
enum ArriveFlags : u8 { kDrop = 1, kNoComplete = 2, kExpectBytes = 4, kRemoveBytes = 8 };

// Slots of bulk copies: the rows of addresses (64 bits, shared ones as offsets) and sizes. detail: the reduction's number in
// isa::kReductions, or isa::kNoReduction. Waits have an immediate: the number of groups that may stay in flight. st.async
// and red.async have slots: 0 … elements, kAddressSlot the address, 5 the mbarrier; width, count; detail as above.
enum BulkSlot : int { kBulkTo = 0, kBulkFrom = 1, kBulkSize = 2, kBulkMbarrier = 3 };

// Slots of a tensor copy: addresses as in bulk copies; the coordinates have consecutive rows. width: dimensions. detail: the
// reduction's operation in isa::kCopyOperations (the map gives its type), or isa::kNoReduction.
enum TensorSlot : int { kTensorMap = 0, kTensorCoordinates = 1, kTensorShared = 2, kTensorMbarrier = 3 };
constexpr u32 kTensorCoordinateStride = 4 * kLanes;
constexpr u32 kTensorDimensions = 5;

}  // namespace simt::exec
