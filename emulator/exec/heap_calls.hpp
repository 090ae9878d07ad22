// malloc and free in kernels, and the values of a graph's conditional nodes. Op::detail names the call site.
#pragma once

#include <string>

#include "emulator/exec/warp.hpp"

namespace simt::exec {

// malloc(size), and the aligned malloc(size, alignment): the lanes' blocks in their order; a null pointer if the heap has no room
// left, or the alignment is no power of two.
const Op* allocate_on_heap(WarpState& state, const Op* op);
// Why a kernel cannot free the pointer; "" if it has been freed.
std::string free_block(memory::AddressSpace& space, u64 address);
// free(pointer): ends the launch at a pointer that malloc has not returned, or that has been freed.
const Op* free_on_heap(WarpState& state, const Op* op);
// cudaGraphSetConditional(handle, value).
const Op* set_condition(WarpState& state, const Op* op);

}  // namespace simt::exec
