// Solution of exercise 04.11: a product whose second factor is stored transposed, with bias and maximum on the way out. Compare with
// chapters/04-matmul/6_bank_conflict_free.cu, which pads its tile for the same reason.
#include <cstddef>

#include "common/cuda/buffer.hpp"

constexpr unsigned kTile = 16;

static __global__ void layer_kernel(float* y, const float* x, const float* w, const float* bias,
                                    std::size_t samples, std::size_t inputs, std::size_t outputs) {
    __shared__ float x_tile[kTile][kTile];
    // The inner loop reads a column of it; the pad spreads that over the banks.
    __shared__ float w_tile[kTile][kTile + 1];
    const unsigned tx = threadIdx.x, ty = threadIdx.y;
    const std::size_t row = static_cast<std::size_t>(blockIdx.y) * kTile + ty;
    const std::size_t col = static_cast<std::size_t>(blockIdx.x) * kTile + tx;
    const std::size_t row_of_w =
        static_cast<std::size_t>(blockIdx.x) * kTile + ty;  // neighbouring lanes load along k
    float sum = 0;
    for (std::size_t first = 0; first < inputs; first += kTile) {
        const std::size_t k = first + tx;
        x_tile[ty][tx] = row < samples && k < inputs ? x[row * inputs + k] : 0;
        w_tile[ty][tx] = row_of_w < outputs && k < inputs ? w[row_of_w * inputs + k] : 0;
        __syncthreads();
        for (unsigned k_of_tile = 0; k_of_tile < kTile; ++k_of_tile)
            sum += x_tile[ty][k_of_tile] * w_tile[tx][k_of_tile];
        __syncthreads();
    }
    if (row < samples && col < outputs) y[row * outputs + col] = fmaxf(0, sum + bias[col]);
}

static gpu::Buffer<float> on_device(const float* host, std::size_t count) {
    gpu::Buffer<float> device(count);
    device.upload(host, count);
    return device;
}

// y[i][j] = max(0, bias[j] + the sum over k of x[i][k] * w[j][k]), for `samples` rows i and `outputs` columns j. x is samples × inputs,
// w is outputs × inputs, row after row. All arrays are memory of the host, all sizes at least 1. All memory of the device is given back.
void layer(float* y, const float* x, const float* w, const float* bias, std::size_t samples,
           std::size_t inputs, std::size_t outputs) {
    const gpu::Buffer<float> device_x = on_device(x, samples * inputs);
    const gpu::Buffer<float> device_w = on_device(w, outputs * inputs);
    const gpu::Buffer<float> device_bias = on_device(bias, outputs);
    gpu::Buffer<float> device_y(samples * outputs);
    const dim3 block(kTile, kTile);
    const dim3 grid(static_cast<unsigned>((outputs + kTile - 1) / kTile),
                    static_cast<unsigned>((samples + kTile - 1) / kTile));
    layer_kernel<<<grid, block>>>(device_y.data(), device_x.data(), device_w.data(), device_bias.data(),
                                  samples, inputs, outputs);
    CUDA_CHECK(cudaGetLastError());
    device_y.download(y, samples * outputs);
}
