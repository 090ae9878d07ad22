// Stencils and pictures: neighbours in one, two and three dimensions, halos, constant filters, pixels of bytes.
#pragma once

#include "emulator/test/hardware/programs/recorded.cuh"

namespace kernels {

__global__ void smooth_row(const float* in, float* out, int n) {
    __shared__ float tile[128 + 2];
    const int x = blockIdx.x * 128 + threadIdx.x, place = threadIdx.x + 1;
    tile[place] = x < n ? in[x] : 0;
    if (threadIdx.x == 0) tile[0] = x > 0 ? in[x - 1] : 0;
    if (threadIdx.x == 127) tile[129] = x + 1 < n ? in[x + 1] : 0;
    __syncthreads();
    if (x < n) out[x] = 0.25f * tile[place - 1] + 0.5f * tile[place] + 0.25f * tile[place + 1];
}

__global__ void heat(const float* in, float* out, int rows, int columns) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= columns || y >= rows) return;
    const int here = y * columns + x;
    if (x == 0 || y == 0 || x == columns - 1 || y == rows - 1) {
        out[here] = in[here];
        return;
    }
    out[here] = in[here] +
                0.1f * (in[here - 1] + in[here + 1] + in[here - columns] + in[here + columns] - 4 * in[here]);
}

__global__ void heat_3d(const float* in, float* out, int nx, int ny, int nz) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= nx || y >= ny) return;
    for (int z = 0; z < nz; ++z) {
        const int here = (z * ny + y) * nx + x;
        float sum = -6 * in[here];
        sum += in[x > 0 ? here - 1 : here] + in[x + 1 < nx ? here + 1 : here];
        sum += in[y > 0 ? here - nx : here] + in[y + 1 < ny ? here + nx : here];
        sum += in[z > 0 ? here - nx * ny : here] + in[z + 1 < nz ? here + nx * ny : here];
        out[here] = in[here] + 0.05f * sum;
    }
}

constexpr int kRadius = 4;
__constant__ float filter[2 * kRadius + 1] = {0.02f, 0.06f, 0.12f, 0.18f, 0.24f, 0.18f, 0.12f, 0.06f, 0.02f};

__global__ void convolve_rows(const float* in, float* out, int rows, int columns) {
    __shared__ float tile[4][64 + 2 * kRadius];
    const int y = blockIdx.y * 4 + threadIdx.y, first = static_cast<int>(blockIdx.x) * 64 - kRadius;
    for (int k = threadIdx.x; k < 64 + 2 * kRadius; k += 64) {
        const int x = first + k;
        tile[threadIdx.y][k] = x >= 0 && x < columns && y < rows ? in[y * columns + x] : 0;
    }
    __syncthreads();
    const int x = blockIdx.x * 64 + threadIdx.x;
    if (x >= columns || y >= rows) return;
    float sum = 0;
    for (int k = 0; k <= 2 * kRadius; ++k) sum += filter[k] * tile[threadIdx.y][threadIdx.x + k];
    out[y * columns + x] = sum;
}

__global__ void convolve_columns(const float* in, float* out, int rows, int columns) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= columns || y >= rows) return;
    float sum = 0;
    for (int k = -kRadius; k <= kRadius; ++k)
        if (y + k >= 0 && y + k < rows) sum += filter[k + kRadius] * in[(y + k) * columns + x];
    out[y * columns + x] = sum;
}

__global__ void next_generation(const unsigned char* cells, unsigned char* next, int rows, int columns) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= columns || y >= rows) return;
    int alive = 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
            if (dx != 0 || dy != 0)
                alive += cells[(y + dy + rows) % rows * columns + (x + dx + columns) % columns];
    next[y * columns + x] = alive == 3 || (alive == 2 && cells[y * columns + x]);
}

__global__ void grey_of_triples(const unsigned char* rgb, unsigned char* grey, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        grey[i] =
            static_cast<unsigned char>((rgb[3 * i] * 77 + rgb[3 * i + 1] * 150 + rgb[3 * i + 2] * 29) >> 8);
}

// The gradient of four channels at once, a uchar4 a pixel.
__global__ void sobel(const uchar4* in, uchar4* out, int rows, int columns) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= columns - 1 || y >= rows - 1) return;
    int across[4] = {}, down[4] = {};
    for (int k = -1; k <= 1; ++k) {
        const int weight = k == 0 ? 2 : 1;
        const uchar4 left = in[(y + k) * columns + x - 1], right = in[(y + k) * columns + x + 1];
        const uchar4 above = in[(y - 1) * columns + x + k], below = in[(y + 1) * columns + x + k];
        across[0] += weight * (right.x - left.x), down[0] += weight * (below.x - above.x);
        across[1] += weight * (right.y - left.y), down[1] += weight * (below.y - above.y);
        across[2] += weight * (right.z - left.z), down[2] += weight * (below.z - above.z);
        across[3] += weight * (right.w - left.w), down[3] += weight * (below.w - above.w);
    }
    unsigned char size[4];
    for (int c = 0; c < 4; ++c) size[c] = static_cast<unsigned char>(min(255, abs(across[c]) + abs(down[c])));
    out[y * columns + x] = make_uchar4(size[0], size[1], size[2], size[3]);
}

// The median of nine, sorted in local memory.
__global__ void median(const short* in, short* out, int rows, int columns) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= columns - 1 || y >= rows - 1) return;
    short window[9];
    int filled = 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) {
            const short value = in[(y + dy) * columns + x + dx];
            int place = filled++;
            for (; place > 0 && window[place - 1] > value; --place) window[place] = window[place - 1];
            window[place] = value;
        }
    out[y * columns + x] = window[4];
}

inline void run_rows() {
    for (const int n : kSizes) {
        const auto in = random_floats(n, 40);
        auto out = zeros<float>(n);
        smooth_row<<<blocks_for(n, 128), 128>>>(in.data(), out.data(), n);
        record("smooth_row", n, out);
        const auto rgb = random_elements<unsigned char>(3 * n, 256, 41);
        auto grey = zeros<unsigned char>(n);
        grey_of_triples<<<blocks_for(n, 128), 128>>>(rgb.data(), grey.data(), n);
        record("grey_of_triples", n, grey);
    }
}

inline void run_pictures() {
    for (const auto& [rows, columns] : {std::pair{1, 1}, {31, 33}, {18, 131}}) {
        const int n = rows * columns;
        const std::string size = size_of(rows, columns);
        const dim3 block(32, 4), grid(blocks_for(columns, 32), blocks_for(rows, 4));
        const auto in = random_floats(n, 42);
        auto out = zeros<float>(n);
        heat<<<grid, block>>>(in.data(), out.data(), rows, columns);
        record("heat", size, out);
        convolve_rows<<<dim3(blocks_for(columns, 64), blocks_for(rows, 4)), dim3(64, 4)>>>(
            in.data(), out.data(), rows, columns);
        record("convolve_rows", size, out);
        convolve_columns<<<grid, block>>>(in.data(), out.data(), rows, columns);
        record("convolve_columns", size, out);
        const auto cells = random_elements<unsigned char>(n, 2, 43);
        auto next = zeros<unsigned char>(n);
        next_generation<<<grid, block>>>(cells.data(), next.data(), rows, columns);
        record("next_generation", size, next);
        const auto pixels = random_elements<unsigned char>(4 * n, 256, 44);
        auto edges = zeros<unsigned char>(4 * n);
        sobel<<<grid, block>>>(reinterpret_cast<const uchar4*>(pixels.data()),
                               reinterpret_cast<uchar4*>(edges.data()), rows, columns);
        record("sobel", size, edges);
        const auto noisy = random_elements<short>(n, 20000, 45);
        auto calm = zeros<short>(n);
        median<<<grid, block>>>(noisy.data(), calm.data(), rows, columns);
        record("median", size, calm);
    }
    const int nx = 37, ny = 11, nz = 5;
    const auto in = random_floats(nx * ny * nz, 46);
    auto out = zeros<float>(nx * ny * nz);
    heat_3d<<<dim3(blocks_for(nx, 32), blocks_for(ny, 4)), dim3(32, 4)>>>(in.data(), out.data(), nx, ny, nz);
    record("heat_3d", "37x11x5", out);
}

}  // namespace kernels
