// Finds where in global memory a kernel may write, as far as its text shows: the parameters and variables from which the
// addresses of its stores and atomics are computed. All other memory is only read. It has no races, so the checks need not
// record its reads (check/bounds/allocations.hpp).
#pragma once

#include <vector>

#include "emulator/decode/functions.hpp"
#include "emulator/decode/layouts.hpp"

namespace simt::exec {

// writers: the instructions of `kernel` that may write to global memory. parameters: the offsets of its parameters.
WriteTargets find_write_targets(const ptx::Module& module, const ptx::Function& kernel,
                                const std::vector<const ptx::Instruction*>& writers,
                                const ParameterLayout& parameters, const AddressOf& address_of);

}  // namespace simt::exec
