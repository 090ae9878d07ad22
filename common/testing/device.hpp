// What a kernel test needs from its device, for .cu files: it is skipped if the device cannot give it.
//
//     if (!testing::counted()) return;
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "common/cuda/check.hpp"
#include "common/cuda/counters.hpp"
#include "common/ladder/counters.hpp"
#include "common/testing/skip.hpp"

namespace testing {

// True if launches are counted here, as on the emulator. Otherwise the test is skipped.
inline bool counted() {
    if (gpu::emulator::present()) return true;
    skip("counts come from the emulator");
    return false;
}

// True on a GPU with `bytes` of free memory. Otherwise the test is skipped: the emulator would take minutes.
inline bool on_a_large_gpu(std::size_t bytes) {
    if (gpu::emulator::present()) {
        skip("the emulator would take minutes");
        return false;
    }
    std::size_t free = 0, total = 0;
    CUDA_CHECK(cudaMemGetInfo(&free, &total));
    if (free < bytes) skip("the device has not enough memory free");
    return free >= bytes;
}

// The counters of the kernels that body() launches, by the keys of simt --json (common/ladder/counters.hpp).
template <class Body>
std::map<std::string, double> counters_of(const Body& body) {
    const std::uint64_t before = gpu::emulator::launches();
    body();
    CUDA_CHECK(cudaDeviceSynchronize());
    return ladder::counters_since(before);
}

}  // namespace testing
