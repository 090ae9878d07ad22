// The sum of two vectors as a whole program, with CUDA's own functions and nothing of this repository. The other programs
// are shorter: gpu::Buffer is device memory that frees itself, CUDA_CHECK is check().
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

// region: program
__global__ void add(float* sum, const float* a, const float* b, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) sum[i] = a[i] + b[i];
}

// Every CUDA call returns whether it worked. If you do not look, you never learn of an error.
void check(cudaError_t code, const char* what) {
    if (code == cudaSuccess) return;
    std::fprintf(stderr, "%s failed: %s\n", what, cudaGetErrorString(code));
    std::exit(1);
}

int main() {
    const int n = 1003;
    const std::size_t bytes = n * sizeof(float);
    std::vector<float> a(n), b(n), sum(n);  // host memory
    for (int i = 0; i < n; ++i) {
        a[i] = static_cast<float>(i);
        b[i] = static_cast<float>(2 * i);
    }

    // Device memory: the host must not read or write through these pointers.
    float *device_a, *device_b, *device_sum;
    check(cudaMalloc(&device_a, bytes), "memory for a");
    check(cudaMalloc(&device_b, bytes), "memory for b");
    check(cudaMalloc(&device_sum, bytes), "memory for the sum");
    check(cudaMemcpy(device_a, a.data(), bytes, cudaMemcpyHostToDevice), "the copy of a");
    check(cudaMemcpy(device_b, b.data(), bytes, cudaMemcpyHostToDevice), "the copy of b");

    const dim3 block(256);                         // threads in a block
    const dim3 grid((n + block.x - 1) / block.x);  // blocks, rounded up: 4, which are 1024 threads
    add<<<grid, block>>>(device_sum, device_a, device_b, n);
    check(cudaGetLastError(), "the launch");

    // The copy waits for the kernel.
    check(cudaMemcpy(sum.data(), device_sum, bytes, cudaMemcpyDeviceToHost), "the copy back");
    check(cudaFree(device_a), "freeing a");
    check(cudaFree(device_b), "freeing b");
    check(cudaFree(device_sum), "freeing the sum");
    std::printf("%g + %g = %g\n", a[n - 1], b[n - 1], sum[n - 1]);
}
// end region
