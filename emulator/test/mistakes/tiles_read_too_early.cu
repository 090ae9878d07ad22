// A tiled product that multiplies before both tiles are there: two arrays, one missing barrier.
// says: race: two threads use one place in shared memory
// advice: Put __syncthreads() after line 15 and before line 19
// advice: 2 more races, which the same mends
#include <cuda_runtime.h>

constexpr int kTile = 16, kSize = 64;

__global__ void multiply(const float* a, const float* b, float* c) {
    __shared__ float a_tile[kTile][kTile], b_tile[kTile][kTile];
    const int col = kTile * blockIdx.x + threadIdx.x, row = kTile * blockIdx.y + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < kSize; k += kTile) {
        a_tile[threadIdx.y][threadIdx.x] = a[row * kSize + k + threadIdx.x];
        b_tile[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * kSize + col];  // cause
#ifdef CURED
        __syncthreads();
#endif
        for (int i = 0; i < kTile; ++i) sum += a_tile[threadIdx.y][i] * b_tile[i][threadIdx.x];  // cause
        __syncthreads();
    }
    c[row * kSize + col] = sum;
}

int main() {
    static float host[kSize * kSize];
    float *a, *b, *c;
    for (float& element : host) element = 1;
    cudaMalloc(&a, sizeof host);
    cudaMalloc(&b, sizeof host);
    cudaMalloc(&c, sizeof host);
    cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpy(b, host, sizeof host, cudaMemcpyHostToDevice);
    multiply<<<dim3(kSize / kTile, kSize / kTile), dim3(kTile, kTile)>>>(a, b, c);
    cudaMemcpy(host, c, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
    return host[0] == kSize ? 0 : 1;
}
