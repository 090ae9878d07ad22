// The host reads memory of the device through its pointer.
// says: the host read device memory
// advice: copy it with cudaMemcpy
#include <cuda_runtime.h>

__global__ void fill(float* data, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < n) data[x] = 1;
}

int main() {
    float* data;
    cudaMalloc(&data, 1000 * sizeof(float));
    fill<<<4, 256>>>(data, 1000);
#ifdef CURED
    float last = 0;
    cudaMemcpy(&last, &data[999], sizeof last, cudaMemcpyDeviceToHost);
#else
    const float last = data[999];
#endif
    cudaFree(data);
    return last == 1 ? 0 : 1;
}
