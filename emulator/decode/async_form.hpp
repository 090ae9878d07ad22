// The fields of asynchronous instructions' ops: the decoder (async.cpp) fills them in, the handlers (exec/async) read them.
#pragma once

#include "emulator/decode/op.hpp"
#include "emulator/isa/reductions.hpp"

namespace simt::exec {

// Ops on mbarriers. slot[0]: result. slot[1]: operand. slot[kAddressSlot] + immediate: the mbarrier's address.
// width of an arrival: ArriveFlags. width of a test: 1 if slot[1] is a parity, 0 if it is a state. width of
// cp.async.mbarrier.arrive: 1 if .noinc.
enum ArriveFlags : u8 { kDrop = 1, kNoComplete = 2, kExpectBytes = 4, kRemoveBytes = 8 };

// st.async and red.async. slot[0 … 3]: the elements. slot[kAddressSlot]: the address. slot[5]: the mbarrier. width: bytes
// of an element. count: elements. detail: the reduction's number in isa::kReductions, or isa::kNoReduction.
//
// Waits for copies. immediate: how many groups may stay in flight.
//
// Bulk copies have the slots below. Addresses have 64 bits; one in shared memory is an offset. detail: as for red.async.
enum BulkSlot : int { kBulkTo = 0, kBulkFrom = 1, kBulkSize = 2, kBulkMbarrier = 3 };
// Of bulk and tensor copies to shared memory: the mask of the cluster's blocks that get the bytes; kNoSlot without a multicast.
constexpr int kMulticastSlot = 4;

// Slots of a tensor copy. Addresses are as in bulk copies. The coordinates are consecutive rows, of which kTensorCoordinates
// is the first. width: dimensions. detail: the reduction's operation in isa::kCopyOperations (the map gives its type), or
// isa::kNoReduction.
enum TensorSlot : int { kTensorMap = 0, kTensorCoordinates = 1, kTensorShared = 2, kTensorMbarrier = 3 };
constexpr u32 kTensorCoordinateStride = 4 * kLanes;
constexpr u32 kTensorDimensions = 5;

}  // namespace simt::exec
