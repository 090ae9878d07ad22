// A mistake and its repair: a launch that nobody checks. A block may have 1,024 threads; this one asks for 2,048, and the
// kernel never runs. A launch returns nothing, so the program does not notice: it goes on with what happens to be in memory.
//
//     build/01/unchecked_launch             the mistake
//     build/01/unchecked_launch checked     the same launch, checked
//     build/01/unchecked_launch repaired    checked, and with a block that exists
#include <cstdio>
#include <vector>

#include "chapters/01-first-kernel/programs/parts/small_program.hpp"
#include "common/cuda/buffer.hpp"
#include "common/cuda/check.hpp"

namespace {

constexpr int kElements = 2048;

__global__ void add_kernel(float* sum, const float* a, const float* b, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) sum[i] = a[i] + b[i];
}

void run(int threads, bool checked) {
    const std::vector<float> ones(kElements, 1.0f);
    const gpu::Buffer<float> a(ones);
    const gpu::Buffer<float> b(ones);
    gpu::Buffer<float> sum(std::vector<float>(kElements, 0.0f));
    const dim3 block(threads);
    const dim3 grid((kElements + block.x - 1) / block.x);
    // region: launch
    add_kernel<<<grid, block>>>(sum.data(), a.data(), b.data(), kElements);
    if (checked) CUDA_CHECK(cudaGetLastError());
    // end region
    int right = 0;
    for (const float element : sum.to_host()) right += element == 2.0f ? 1 : 0;
    std::printf("%d of %d sums are right\n", right, kElements);
}

}  // namespace

int main(int argc, char** argv) {
    return lesson::run(argc, argv, {"checked", "repaired"}, [](const std::string& which) {
        run(which == "repaired" ? 256 : 2048, !which.empty());
    });
}
