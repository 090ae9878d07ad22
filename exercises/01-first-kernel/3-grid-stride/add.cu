// Exercise 01.3: this kernel adds as many elements as the grid has threads. Make it add all n, in any grid.
//
// make check EX=01.3 says where you stand.
#include <cstddef>

// your work begins
// c[i] = a[i] + b[i] for all i below n, in any one-dimensional grid and block.
__global__ void add_kernel(float* c, const float* a, const float* b, std::size_t n) {
    const std::size_t thread = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (thread < n) c[thread] = a[thread] + b[thread];
}
// your work ends
