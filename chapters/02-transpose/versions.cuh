// All rungs of this chapter in one list, for its tests.
#pragma once

#include <cstddef>
#include <vector>

#include "chapters/02-transpose/0_copy.cuh"
#include "chapters/02-transpose/1_naive.cuh"
#include "chapters/02-transpose/2_coalesced.cuh"
#include "chapters/02-transpose/3_bank_conflict_free.cuh"
#include "chapters/02-transpose/4_register_blocked.cuh"
#include "chapters/02-transpose/5_swizzled.cuh"

namespace versions {

using Function = void (*)(float* out, const float* in, std::size_t rows, std::size_t cols);

struct Version {
    const char* name;
    Function run;
    bool copies = false;  // out equals in; the others transpose
};

inline const std::vector<Version> kAll = {
    {"copy", copy::copy, true},
    {"naive", naive::transpose},
    {"coalesced", coalesced::transpose},
    {"bank_conflict_free", bank_conflict_free::transpose},
    {"register_blocked", register_blocked::transpose},
    {"swizzled", swizzled::transpose},
};

}  // namespace versions
