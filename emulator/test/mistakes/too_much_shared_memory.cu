// More than 48 KiB of dynamic shared memory has to be allowed first.
// says: 65536 bytes of dynamic shared memory are asked for
// advice: first call cudaFuncSetAttribute
#include <cuda_runtime.h>

__global__ void reverse(int* data, int n) {
    extern __shared__ int tile[];
    for (int i = threadIdx.x; i < n; i += blockDim.x) tile[i] = data[i];
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) data[i] = tile[n - 1 - i];
}

int main() {
    constexpr int kCount = 16384;
    static int host[kCount];
    int* data;
    for (int i = 0; i < kCount; ++i) host[i] = i;
    cudaMalloc(&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
#ifdef CURED
    cudaFuncSetAttribute(reverse, cudaFuncAttributeMaxDynamicSharedMemorySize, sizeof host);
#endif
    reverse<<<1, 256, sizeof host>>>(data, kCount);
    const cudaError_t error = cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(data);
    return error == cudaSuccess && host[0] == kCount - 1 ? 0 : 1;
}
