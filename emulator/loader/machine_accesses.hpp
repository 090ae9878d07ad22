// Reads from machine code which loads and stores of shared memory ptxas made of those in the PTX.
#pragma once

#include <map>
#include <string>

#include "emulator/kernel_resources.hpp"
#include "emulator/loader/cubin_file.hpp"

namespace simt::loader {

// By mangled name, for the kernels of an sm_90 cubin that has a table of PTX lines (.nv_debug_line_sass, by nvcc -lineinfo). Empty
// for other cubins. Throws simt::Error on a damaged file.
std::map<std::string, MachineAccesses> read_machine_accesses(const CubinFile& file);

}  // namespace simt::loader
