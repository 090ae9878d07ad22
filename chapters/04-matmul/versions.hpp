// All rungs of this chapter in one list, for the program and its tests. They are compiled once, in versions.cu: thirteen kernels
// in every file that wants to call them would be most of the chapter's build.
#pragma once

#include <string>
#include <vector>

#include "common/cuda/gemm.hpp"

namespace versions {

using Function = void (*)(const Gemm& gemm);

struct Version {
    const char* name;
    Function run;
};

extern const std::vector<Version> kAll;  // in the ladder's order

// The function of the rung of that name. Throws std::out_of_range where there is none.
Function named(const std::string& name);

}  // namespace versions
