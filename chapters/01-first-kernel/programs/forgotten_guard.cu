// A mistake and its repair: a forgotten guard. 1,003 elements in blocks of 64 make 1,024 threads, and 21 of them must not
// touch the arrays.
//
//     build/01/forgotten_guard             the mistake
//     build/01/forgotten_guard repaired    the kernel with its guard
#include <cstdio>
#include <vector>

#include "chapters/01-first-kernel/programs/parts/small_program.hpp"
#include "common/cuda/buffer.hpp"
#include "common/cuda/check.hpp"

namespace {

constexpr int kElements = 1003;

// region: mistake
__global__ void add_unguarded(float* sum, const float* a, const float* b) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    sum[i] = a[i] + b[i];
}
// end region

// region: repaired
__global__ void add_guarded(float* sum, const float* a, const float* b, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) sum[i] = a[i] + b[i];
}
// end region

void run(bool repaired) {
    const std::vector<float> ones(kElements, 1.0f);
    const gpu::Buffer<float> a(ones);
    const gpu::Buffer<float> b(ones);
    gpu::Buffer<float> sum(kElements);
    const dim3 block(64);
    const dim3 grid((kElements + block.x - 1) / block.x);
    if (repaired) {
        add_guarded<<<grid, block>>>(sum.data(), a.data(), b.data(), kElements);
    } else {
        add_unguarded<<<grid, block>>>(sum.data(), a.data(), b.data());
    }
    CUDA_CHECK(cudaGetLastError());
    int right = 0;
    for (const float element : sum.to_host()) right += element == 2.0f ? 1 : 0;
    std::printf("%d of %d sums are right\n", right, kElements);
}

}  // namespace

int main(int argc, char** argv) {
    return lesson::run(argc, argv, {"repaired"}, [](const std::string& which) { run(which == "repaired"); });
}
