// A question of chapter 04's test: a tiled product of 64 x 64 matrices of ones. Which line is missing?
#include <cstdio>
#include <vector>

constexpr int kTile = 16;
constexpr int kSide = 64;

__global__ void multiply(float* c, const float* a, const float* b) {
    __shared__ float a_tile[kTile][kTile], b_tile[kTile][kTile];
    const int row = blockIdx.y * kTile + threadIdx.y;
    const int col = blockIdx.x * kTile + threadIdx.x;
    float sum = 0;
    for (int first = 0; first < kSide; first += kTile) {
        a_tile[threadIdx.y][threadIdx.x] = a[row * kSide + first + threadIdx.x];
        b_tile[threadIdx.y][threadIdx.x] = b[(first + threadIdx.y) * kSide + col];
        __syncthreads();
        for (int k = 0; k < kTile; ++k) sum += a_tile[threadIdx.y][k] * b_tile[k][threadIdx.x];
    }
    c[row * kSide + col] = sum;
}

int main() {
    std::vector<float> ones(kSide * kSide, 1), result(kSide * kSide);
    float *a = nullptr, *b = nullptr, *c = nullptr;
    for (float** matrix : {&a, &b, &c}) cudaMalloc(matrix, ones.size() * sizeof(float));
    cudaMemcpy(a, ones.data(), ones.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(b, ones.data(), ones.size() * sizeof(float), cudaMemcpyHostToDevice);
    multiply<<<dim3(kSide / kTile, kSide / kTile), dim3(kTile, kTile)>>>(c, a, b);
    cudaMemcpy(result.data(), c, result.size() * sizeof(float), cudaMemcpyDeviceToHost);
    int right = 0;
    for (const float each : result) right += each == kSide;
    std::printf("%d of %d elements are right\n", right, kSide * kSide);
    for (float* matrix : {a, b, c}) cudaFree(matrix);
    return 0;
}
