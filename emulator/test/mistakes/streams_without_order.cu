// Two kernels in two streams: the second reads what the first writes, and nothing orders the streams.
// says: race: two launches
// advice: cudaEventRecord
// advice: cudaStreamWaitEvent
#include <cuda_runtime.h>

__global__ void fill(float* data, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < n) data[x] = 1;  // cause
}
__global__ void scale(const float* data, float* out, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < n) out[x] = 2 * data[x];  // cause
}

int main() {
    static float host[1000];
    float *data, *out;
    cudaStream_t first, second;
    cudaStreamCreate(&first);
    cudaStreamCreate(&second);
    cudaMalloc(&data, sizeof host);
    cudaMalloc(&out, sizeof host);
    fill<<<4, 256, 0, first>>>(data, 1000);
#ifdef CURED
    cudaEvent_t filled;
    cudaEventCreate(&filled);
    cudaEventRecord(filled, first);
    cudaStreamWaitEvent(second, filled);
#endif
    scale<<<4, 256, 0, second>>>(data, out, 1000);
    cudaDeviceSynchronize();
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(data);
    cudaFree(out);
#ifdef CURED
    cudaEventDestroy(filled);
#endif
    cudaStreamDestroy(first);
    cudaStreamDestroy(second);
    return host[999] == 2 ? 0 : 1;
}
