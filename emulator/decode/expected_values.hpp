// Registers that hold the expected value of an atomic compare-and-swap. A loop around one loads the first expected value with a
// plain load (CUDA C++ Programming Guide, atomicAdd() for double). If it is out of date the swap fails and the loop goes on, so
// such a load does not race with the swaps.
#pragma once

#include <set>
#include <string>

#include "emulator/ptx/module.hpp"

namespace simt::exec {

// Includes registers whose value is moved there, however many moves it takes.
std::set<std::string> find_expected_values(const ptx::Function& function);

}  // namespace simt::exec
