// Prints the device's properties that the lesson uses, as the CUDA runtime gives them.
#include <cstdio>
#include <string>

#include "chapters/01-first-kernel/programs/parts/small_program.hpp"
#include "common/cuda/check.hpp"
#include "common/ladder/size.hpp"

namespace {

void row(const char* what, const std::string& value) { std::printf("%-38s %s\n", what, value.c_str()); }

void print_device() {
    int device = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    cudaDeviceProp properties{};
    CUDA_CHECK(cudaGetDeviceProperties(&properties, device));
    const int multiprocessors = properties.multiProcessorCount;
    const int threads = properties.maxThreadsPerMultiProcessor;
    const int warp = properties.warpSize;
    row("device", properties.name);
    row("compute capability", std::to_string(properties.major) + "." + std::to_string(properties.minor));
    row("multiprocessors", std::to_string(multiprocessors));
    row("threads in a warp", std::to_string(warp));
    row("threads in a block, at most", std::to_string(properties.maxThreadsPerBlock));
    row("threads on a multiprocessor, at most",
        std::to_string(threads) + ", which are " + std::to_string(threads / warp) + " warps");
    row("threads on the device, at most", std::to_string(multiprocessors * threads));
    row("registers of a multiprocessor", std::to_string(properties.regsPerMultiprocessor));
    row("shared memory of a multiprocessor",
        ladder::readable_bytes(static_cast<double>(properties.sharedMemPerMultiprocessor)));
    row("second-level cache", ladder::readable_bytes(properties.l2CacheSize));
    row("global memory", ladder::readable_bytes(static_cast<double>(properties.totalGlobalMem)));
}

}  // namespace

int main(int argc, char** argv) {
    return lesson::run(argc, argv, {}, [](const std::string&) { print_device(); });
}
