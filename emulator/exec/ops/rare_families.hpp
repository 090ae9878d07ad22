// The families of rows that few programs use, beside those of exec/table.hpp: a list of its own, so that adding one
// compiles table.cpp and the new file alone.
#pragma once

#include <span>

#include "emulator/exec/table.hpp"

namespace simt::exec {

#define SIMT_RARE_FAMILIES(family)                                                           \
    family(convert_narrow) family(half_arithmetic) family(half_extrema) family(half_compare) \
        family(half_approximate) family(video)
#define SIMT_DECLARE_FAMILY(name) std::span<const Row> name##_rows();
namespace generic {
SIMT_RARE_FAMILIES(SIMT_DECLARE_FAMILY)
}
namespace avx2 {
SIMT_RARE_FAMILIES(SIMT_DECLARE_FAMILY)
}
namespace avx512 {
SIMT_RARE_FAMILIES(SIMT_DECLARE_FAMILY)
}
#undef SIMT_DECLARE_FAMILY

}  // namespace simt::exec
