// The shared array has no room for the neighbour of the block's last element.
// says: out of bounds
// says: element 128 of tile, which ends at 127
// advice: Compare the index with the array's declared size
#include <cuda_runtime.h>

__global__ void sums_of_neighbours(const int* in, int* out) {
#ifdef CURED
    __shared__ int tile[129];
#else
    __shared__ int tile[128];
#endif
    const int t = threadIdx.x;
    tile[t] = in[t];
    if (t == 127) tile[t + 1] = in[t + 1];  // cause
    __syncthreads();
    out[t] = tile[t] + tile[t + 1];
}

int main() {
    int host[129], *in, *out;
    for (int i = 0; i < 129; ++i) host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, 128 * sizeof(int));
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    sums_of_neighbours<<<1, 128>>>(in, out);
    const cudaError_t error = cudaMemcpy(host, out, 128 * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    return error == cudaSuccess && host[127] == 127 + 128 ? 0 : 1;
}
