// A mistake and its repair: a forgotten copy. Host and device have separate memories. The device has the inputs only after
// they were copied there, and the host has the result only after it was copied back.
//
//     build/01/forgotten_copy             the result is not copied back
//     build/01/forgotten_copy there       an input is not copied there
//     build/01/forgotten_copy repaired    all three copies
#include <cstdio>
#include <vector>

#include "chapters/01-first-kernel/programs/parts/small_program.hpp"
#include "common/cuda/buffer.hpp"
#include "common/cuda/check.hpp"

namespace {

constexpr int kElements = 1003;

__global__ void add_kernel(float* sum, const float* a, const float* b, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) sum[i] = a[i] + b[i];
}

void run(bool copy_b_there, bool copy_sum_back) {
    const std::vector<float> ones(kElements, 1.0f);
    std::vector<float> sum(kElements);
    gpu::Buffer<float> device_a(kElements), device_b(kElements), device_sum(kElements);
    // region: copies
    device_a.upload(ones.data(), kElements);
    if (copy_b_there) device_b.upload(ones.data(), kElements);
    const dim3 block(64);
    const dim3 grid((kElements + block.x - 1) / block.x);
    add_kernel<<<grid, block>>>(device_sum.data(), device_a.data(), device_b.data(), kElements);
    CUDA_CHECK(cudaGetLastError());
    if (copy_sum_back) device_sum.download(sum.data(), kElements);
    // end region
    int right = 0;
    for (const float element : sum) right += element == 2.0f ? 1 : 0;
    std::printf("%d of %d sums are right; the first is %g\n", right, kElements, sum[0]);
}

}  // namespace

int main(int argc, char** argv) {
    return lesson::run(argc, argv, {"there", "repaired"}, [](const std::string& which) {
        run(which != "there", which == "there" || which == "repaired");
    });
}
