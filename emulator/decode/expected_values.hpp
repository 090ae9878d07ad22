// Registers that an atomic compare-and-swap compares with: the expected value. A loop that does what no atomic does by itself
// gets the first one by a plain load (CUDA C++ Programming Guide, atomicAdd() for double). It may be out of date, and the loop
// goes on then; so such a load does not race with the swaps.
#pragma once

#include <set>
#include <string>

#include "emulator/ptx/module.hpp"

namespace simt::exec {

// Those whose value gets there through moves, however many, are among them.
std::set<std::string> find_expected_values(const ptx::Function& function);

}  // namespace simt::exec
