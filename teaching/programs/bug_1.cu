// A question of chapter 01's test: most of the 1,024 elements are wrong. Which line is?
#include <cstdio>
#include <vector>

__global__ void number(int* out, int n) {
    const int i = blockIdx.x * gridDim.x + threadIdx.x;
    if (i < n) out[i] = i;
}

int main() {
    const int n = 1024;
    int* out = nullptr;
    cudaMalloc(&out, n * sizeof(int));
    cudaMemset(out, 0xff, n * sizeof(int));
    number<<<n / 256, 256>>>(out, n);
    std::vector<int> host(n);
    cudaMemcpy(host.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);
    int right = 0;
    for (int i = 0; i < n; ++i) right += host[i] == i;
    std::printf("%d of %d elements are right\n", right, n);
    cudaFree(out);
    return 0;
}
