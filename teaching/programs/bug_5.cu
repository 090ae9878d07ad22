// A question of chapter 05's test: shortcuts of a padded matrix. The result is zero everywhere. Why?
#include <cstdio>
#include <vector>

constexpr int kSide = 6, kPadded = 8;

__global__ void shortcuts(float* r, const float* d) {
    const int i = threadIdx.y, j = threadIdx.x;
    float best = HUGE_VALF;
    for (int k = 0; k < kPadded; ++k) best = fminf(best, d[i * kPadded + k] + d[k * kPadded + j]);
    if (i < kSide && j < kSide) r[i * kSide + j] = best;
}

int main() {
    std::vector<float> padded(kPadded * kPadded, 0), result(kSide * kSide);
    for (int i = 0; i < kSide; ++i)
        for (int j = 0; j < kSide; ++j) padded[i * kPadded + j] = 1;
    float *d = nullptr, *r = nullptr;
    cudaMalloc(&d, padded.size() * sizeof(float));
    cudaMalloc(&r, result.size() * sizeof(float));
    cudaMemcpy(d, padded.data(), padded.size() * sizeof(float), cudaMemcpyHostToDevice);
    shortcuts<<<1, dim3(kPadded, kPadded)>>>(r, d);
    cudaMemcpy(result.data(), r, result.size() * sizeof(float), cudaMemcpyDeviceToHost);
    std::printf("all lengths are 1, so every shortcut is 2; the kernel says %.0f\n", result[0]);
    cudaFree(d);
    cudaFree(r);
    return 0;
}
