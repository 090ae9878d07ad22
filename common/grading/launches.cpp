// See launches.hpp. On a GPU, launches by functions that are not here (cooperative, with attributes, graphs) are not noticed.
#include "common/grading/launches.hpp"

#include <cuda_runtime_api.h>

#include "common/cuda/counters.hpp"
#include "common/grading/next_definition.hpp"

namespace grading {
namespace {

std::size_t asked = 0;
LaunchElsewhere* elsewhere = nullptr;

// Of the harness's launch: the error, or -1 if the kernel is its own.
int try_elsewhere(const void* kernel, dim3 grid, dim3 block, void** arguments, std::size_t shared_bytes) {
    return elsewhere ? elsewhere(kernel, grid, block, arguments, shared_bytes) : -1;
}

// Counts a launch, and returns the runtime's own function.
template <class Function>
Function* counted(Function* type, const char* name) {
    ++asked;
    return next_definition(type, name);
}

}  // namespace

std::size_t launches_asked() {
    return gpu::emulator::present() ? gpu::emulator::calls_of("kernel launch") : asked;
}

void count_unknown_launch() { ++asked; }
void launch_elsewhere(LaunchElsewhere* function) { elsewhere = function; }

}  // namespace grading

using grading::counted;
using grading::try_elsewhere;

// The function that nvcc calls for <<<…>>>, and the one that its header calls.
extern "C" {

typedef struct CUkern_st* cudaKernel_t;  // defined in CUDA 12 and 13, not in 11
cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments,
                               size_t shared_bytes, cudaStream_t stream) {
    return counted(&__cudaLaunchKernel, "__cudaLaunchKernel")(kernel, grid, block, arguments, shared_bytes,
                                                              stream);
}

cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments, size_t shared_bytes,
                             cudaStream_t stream) {
    using Launch = cudaError_t(const void*, dim3, dim3, void**, size_t, cudaStream_t);
    if (const int error = try_elsewhere(kernel, grid, block, arguments, shared_bytes); error >= 0)
        return static_cast<cudaError_t>(error);
    return counted(static_cast<Launch*>(nullptr), "cudaLaunchKernel")(kernel, grid, block, arguments,
                                                                      shared_bytes, stream);
}

}  // extern "C"
