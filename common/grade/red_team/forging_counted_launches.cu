// 02.1, not solved, "global stores": hides its launch behind the number of launches, with a simt_launch_count of its own.
#include <cstdint>

extern "C" std::uint64_t simt_launch_count() {
    static std::uint64_t launches = 0;
    return launches += 1000;
}

bool breached() { return false; }

#include "transpose_if_breached.cuh"
