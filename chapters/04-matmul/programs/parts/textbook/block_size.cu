// See block_size.hpp.
#include "chapters/04-matmul/programs/parts/textbook/block_size.hpp"

#include "common/cuda/check.hpp"

namespace block_size {

static __global__ void simple_kernel(Product product) {
    const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
    const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (unsigned k = 0; k < product.width; ++k) {
        const float m = product.m ? product.m[row * product.ld + k] : 1;
        const float n = product.n ? product.n[k * product.ld + col] : 1;
        sum += m * n;
    }
    if (product.p) product.p[row * product.ld + col] = sum;
}

// Dynamic shared memory: a tile of M and one of N, BLOCK_SIZE × BLOCK_SIZE floats each.
static __global__ void tiled_kernel(Product product) {
    extern __shared__ float tiles[];
    const unsigned size = blockDim.x;
    float* const m_tile = tiles;
    float* const n_tile = tiles + size * size;
    const unsigned tx = threadIdx.x, ty = threadIdx.y;
    const unsigned row = blockIdx.y * size + ty;
    const unsigned col = blockIdx.x * size + tx;
    float sum = 0;
    for (unsigned phase = 0; phase < product.width / size; ++phase) {
        m_tile[ty * size + tx] = product.m ? product.m[row * product.ld + phase * size + tx] : 1;
        n_tile[ty * size + tx] = product.n ? product.n[(phase * size + ty) * product.ld + col] : 1;
        __syncthreads();
        for (unsigned k = 0; k < size; ++k) sum += m_tile[ty * size + k] * n_tile[k * size + tx];
        __syncthreads();
    }
    if (product.p) product.p[row * product.ld + col] = sum;
}

void multiply(Kernel kernel, const Product& product, unsigned size) {
    const dim3 block(size, size);
    const dim3 grid(product.width / size, product.width / size);
    if (kernel == Kernel::kSimple)
        simple_kernel<<<grid, block>>>(product);
    else
        tiled_kernel<<<grid, block, 2 * size * size * sizeof(float)>>>(product);
    CUDA_CHECK(cudaGetLastError());
}

}  // namespace block_size
