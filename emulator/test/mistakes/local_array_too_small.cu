// A list of four in registers or local memory, written with index 4.
// says: out of bounds
// says: local memory
// advice: Compare the index with the array's declared size
#include <cuda_runtime.h>

__global__ void smallest(const int* data, int* out, int n) {
    int best[4] = {1 << 30, 1 << 30, 1 << 30, 1 << 30};
    for (int i = 0; i < n; ++i) {
#ifdef CURED
        int at = 3;
#else
        int at = 4;
#endif
        if (data[i] >= best[3]) continue;
        for (; at > 0 && best[at - 1] > data[i]; --at) best[at] = best[at - 1];  // cause
        best[at] = data[i];
    }
    for (int k = 0; k < 4; ++k) out[k] = best[k];
}

int main() {
    static int host[100];
    int *data, *out;
    for (int i = 0; i < 100; ++i) host[i] = 100 - i;
    cudaMalloc(&data, sizeof host);
    cudaMalloc(&out, 4 * sizeof(int));
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    smallest<<<1, 1>>>(data, out, 100);
    const cudaError_t error = cudaMemcpy(host, out, 4 * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(data);
    cudaFree(out);
    return error == cudaSuccess && host[3] == 4 ? 0 : 1;
}
