// What a test of kernels asks of the device that it runs on, for .cu files.
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

// Whether launches are counted here: the emulator does. Where not, the test is skipped.
inline bool counted() {
    if (gpu::emulator::present()) return true;
    skip("counts come from the emulator");
    return false;
}

// Whether this is a GPU with so many bytes of free memory. If not, the test is skipped: the emulator would take minutes.
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

// The counters of what body() launches, by the keys of simt --json (common/ladder/counters.hpp).
template <class Body>
std::map<std::string, double> counters_of(const Body& body) {
    const std::uint64_t before = gpu::emulator::launches();
    body();
    CUDA_CHECK(cudaDeviceSynchronize());
    return ladder::counters_since(before);
}

}  // namespace testing
