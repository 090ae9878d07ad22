// See squaring.hpp.
#include "chapters/05-shortcuts/parts/graph/squaring.hpp"

#include "chapters/05-shortcuts/ladder.hpp"

namespace graph {

static __global__ void differ_kernel(unsigned* differs, const float* a, const float* b, std::size_t count) {
    const std::size_t step = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    bool some = false;
    for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count;
         i += step)
        some = some || a[i] != b[i];
    if (__any_sync(0xffffffff, some) && threadIdx.x % 32 == 0) atomicOr(differs, 1u);
}

static bool differ(const gpu::Buffer<float>& a, const gpu::Buffer<float>& b) {
    gpu::Buffer<unsigned> differs(1);
    differs.fill_bytes(0);
    const dim3 grid(264);
    const dim3 block(256);
    differ_kernel<<<grid, block>>>(differs.data(), a.data(), b.data(), a.size());
    CUDA_CHECK(cudaGetLastError());
    return differs.to_host()[0] != 0;
}

int square_until_settled(gpu::Buffer<float>& d, std::size_t n) {
    gpu::Buffer<float> squared(n * n);
    const rungs::Rung& rung = ladder::named("divided_k", rungs::kAll);
    gpu::Buffer<char> scratch(rung.scratch_bytes(n));
    int products = 0;
    for (std::size_t edges = 1; edges + 1 < n; edges *= 2) {
        rung.run(squared.data(), d.data(), n, scratch.data());
        ++products;
        const bool settled = !differ(squared, d);
        std::swap(d, squared);
        if (settled) break;
    }
    return products;
}

}  // namespace graph
