// Device linking (nvcc -rdc=true): joins the PTX of several files into one module. A name declared extern in one file
// then means the variable or function of that name in another.
#pragma once

#include <vector>

#include "emulator/ptx/module.hpp"

namespace simt::runtime {

// `files` holds at least one module. Two definitions of one name stay separate: the first keeps it, the second is
// renamed within its file. Such names are local to a file, or belong to functions that the compiler puts into every
// file that uses them. Throws simt::Error for a variable that no file defines.
ptx::Module link_modules(std::vector<ptx::Module> files);

}  // namespace simt::runtime
