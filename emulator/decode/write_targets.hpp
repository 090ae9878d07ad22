// Where in global memory a kernel may write, as far as its text shows: which of its parameters and variables the addresses
// of its stores and atomics are computed from. Memory that only other pointers lead to is at most read, so it has no race and
// its reads need no records (check/bounds/allocations.hpp).
#pragma once

#include <vector>

#include "emulator/decode/functions.hpp"
#include "emulator/decode/layouts.hpp"

namespace simt::exec {

// writers: the instructions of `kernel` that may write to global memory. parameters: where its parameters lie.
WriteTargets find_write_targets(const ptx::Module& module, const ptx::Function& kernel,
                                const std::vector<const ptx::Instruction*>& writers,
                                const ParameterLayout& parameters, const AddressOf& address_of);

}  // namespace simt::exec
