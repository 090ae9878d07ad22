// Handlers of instructions that few programs use, compiled once: atomics of the rarer types and vectors, matrices of
// 16-bit elements, cluster barriers. decode/rare.cpp names them directly.
#pragma once

#include "emulator/decode/op.hpp"

namespace simt::exec {

// atom and red by find_reduction's table. An operand is op->count pieces of op->width bytes, the row of each right behind
// that of the one before; in memory they lie side by side. slots: 0 old value, 1 and 2 operands, 3 the reduction's number,
// kAddressSlot the address.
const Op* atomic_in_global(Warp& warp, const Op* op);
const Op* atomic_in_shared(Warp& warp, const Op* op);
const Op* atomic_in_generic(Warp& warp, const Op* op);

// ldmatrix, stmatrix: slots 0 … 3 registers, kAddressSlot the rows' addresses; count: matrices; width: 1 if transposed.
const Op* matrix_load(Warp& warp, const Op* op);
const Op* matrix_store(Warp& warp, const Op* op);
// movmatrix: slots 0 to, 1 from.
const Op* matrix_transpose(Warp& warp, const Op* op);

// barrier.cluster, where a cluster is one block.
const Op* cluster_arrive(Warp& warp, const Op* op);
const Op* cluster_wait(Warp& warp, const Op* op);
// mapa: slots 0 to, 1 address, 2 rank in the cluster; width: bytes of an address.
const Op* map_to_rank(Warp& warp, const Op* op);

}  // namespace simt::exec
