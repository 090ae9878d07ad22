// Device linking (nvcc -rdc=true): the PTX of several files as one module, in which a name declared extern in one file is
// the variable or function of that name in another.
#pragma once

#include <vector>

#include "emulator/ptx/module.hpp"

namespace simt::runtime {

// At least one module. What two files define under one name stays apart: the second is renamed within its file, as for
// file-local names and for functions that the compiler puts into every file that uses them. The first keeps the name.
// Throws simt::Error for a variable that no file defines.
ptx::Module link_modules(std::vector<ptx::Module> files);

}  // namespace simt::runtime
