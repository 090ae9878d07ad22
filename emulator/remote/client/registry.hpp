// The kernels and variables of this program, as the numbers under which the server knows them.
#pragma once

#include "emulator/integers.hpp"

namespace simt::remote {

// Of a host function or a handle that __cudaGetKernel gave out; 0 if there is none. The judge also knows the functions that stand
// for an answer's kernels: they have the kernels' names.
u64 kernel_number(const void* host_or_handle);
// Of a variable's shadow; 0 if there is none.
u64 variable_number(const void* host);

}  // namespace simt::remote
