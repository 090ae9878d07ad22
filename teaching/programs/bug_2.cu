// A question of chapter 02's test: a transpose through shared memory, right for 64 x 64 and not for 60 x 64. Why?
#include <cstdio>
#include <vector>

constexpr int kTile = 32;

__global__ void transpose(float* out, const float* in, int rows, int cols) {
    __shared__ float tile[kTile][kTile + 1];
    const int row = blockIdx.y * kTile + threadIdx.y;
    const int col = blockIdx.x * kTile + threadIdx.x;
    if (row >= rows || col >= cols) return;
    tile[threadIdx.y][threadIdx.x] = in[row * cols + col];
    __syncthreads();
    const int out_row = blockIdx.x * kTile + threadIdx.y;
    const int out_col = blockIdx.y * kTile + threadIdx.x;
    if (out_row < cols && out_col < rows) out[out_row * rows + out_col] = tile[threadIdx.x][threadIdx.y];
}

int main() {
    const int rows = 60, cols = 64;
    std::vector<float> in(rows * cols), out(rows * cols);
    for (int i = 0; i < rows * cols; ++i) in[i] = static_cast<float>(i);
    float *device_in = nullptr, *device_out = nullptr;
    cudaMalloc(&device_in, in.size() * sizeof(float));
    cudaMalloc(&device_out, out.size() * sizeof(float));
    cudaMemset(device_out, 0, out.size() * sizeof(float));
    cudaMemcpy(device_in, in.data(), in.size() * sizeof(float), cudaMemcpyHostToDevice);
    transpose<<<dim3(2, 2), dim3(kTile, kTile)>>>(device_out, device_in, rows, cols);
    cudaMemcpy(out.data(), device_out, out.size() * sizeof(float), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int row = 0; row < rows; ++row)
        for (int col = 0; col < cols; ++col) wrong += out[col * rows + row] != in[row * cols + col];
    std::printf("%d of %d elements are wrong\n", wrong, rows * cols);
    cudaFree(device_in);
    cudaFree(device_out);
    return 0;
}
