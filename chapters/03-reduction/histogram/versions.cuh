// All rungs of this ladder in one list, for the program and its tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "chapters/03-reduction/histogram/1_atomics.cuh"
#include "chapters/03-reduction/histogram/2_privatised.cuh"
#include "chapters/03-reduction/histogram/3_packs.cuh"

namespace histogram {

using Function = void (*)(std::int64_t* counts, const std::uint8_t* in, std::size_t n);

struct Version {
    const char* name;
    Function run;
};

inline const std::vector<Version> kAll = {
    {"atomics", atomics::histogram},
    {"privatised", privatised::histogram},
    {"packs", packs::histogram},
};

}  // namespace histogram
