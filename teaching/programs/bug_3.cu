// A question of chapter 03's test: the sum of a block of 128 numbers. What may go wrong?
#include <cstdio>

__global__ void sum(int* out, const int* in) {
    __shared__ int part[128];
    const unsigned t = threadIdx.x;
    part[t] = in[t];
    for (unsigned half = 64; half > 0; half /= 2) {
        if (t < half) {
            __syncthreads();
            part[t] += part[t + half];
        }
    }
    if (t == 0) *out = part[0];
}

int main() {
    int host[128], result = 0, *in = nullptr, *out = nullptr;
    for (int& each : host) each = 1;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof(int));
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    sum<<<1, 128>>>(out, in);
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    std::printf("the sum of 128 ones is %d\n", result);
    cudaFree(in);
    cudaFree(out);
    return 0;
}
