// What teaching programs compute: vector sums, products, transposes, reductions, histograms, scans.
#pragma once

#include <cuda_pipeline.h>

#include <algorithm>
#include <numeric>

#include "emulator/test/programs/compared.cuh"

namespace {

// ---- vectors

__global__ void add(const float* a, const float* b, float* c, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

__global__ void add_in_strides(const float* a, const float* b, float* c, int n) {
    const int step = gridDim.x * blockDim.x, first = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = first; i < n / 4; i += step) {
        const float4 x = reinterpret_cast<const float4*>(a)[i], y = reinterpret_cast<const float4*>(b)[i];
        reinterpret_cast<float4*>(c)[i] = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
    }
    for (int i = n / 4 * 4 + first; i < n; i += step) c[i] = a[i] + b[i];
}

bool vector_addition() {
    for (const int n : {1, 31, 33, 1000, 4099}) {
        const auto a = numbers<float>(n, 1000, 3), b = numbers<float>(n, 1000, 4);
        std::vector<float> expected(n);
        for (int i = 0; i < n; ++i) expected[i] = a[i] + b[i];
        const gpu::Buffer<float> x(a), y(b);
        gpu::Buffer<float> c(n), d(n);
        add<<<(n + 127) / 128, 128>>>(x.data(), y.data(), c.data(), n);
        add_in_strides<<<3, 64>>>(x.data(), y.data(), d.data(), n);
        finish();
        if (!same(c.to_host(), expected) || !same(d.to_host(), expected)) return false;
    }
    return true;
}

// ---- matrices

template <int kTile>
__global__ void multiply(const float* a, const float* b, float* c, int rows, int columns, int depth) {
    __shared__ float tile_a[kTile][kTile], tile_b[kTile][kTile];
    const int row = blockIdx.y * kTile + threadIdx.y, column = blockIdx.x * kTile + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < depth; k += kTile) {
        tile_a[threadIdx.y][threadIdx.x] =
            row < rows && k + threadIdx.x < depth ? a[row * depth + k + threadIdx.x] : 0;
        tile_b[threadIdx.y][threadIdx.x] =
            column < columns && k + threadIdx.y < depth ? b[(k + threadIdx.y) * columns + column] : 0;
        __syncthreads();
        for (int i = 0; i < kTile; ++i) sum += tile_a[threadIdx.y][i] * tile_b[i][threadIdx.x];
        __syncthreads();
    }
    if (row < rows && column < columns) c[row * columns + column] = sum;
}

bool matrix_product() {
    const int rows = 45, columns = 70, depth = 51;
    const auto a = numbers<float>(rows * depth, 20, 5), b = numbers<float>(depth * columns, 20, 6);
    std::vector<float> expected(rows * columns);
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < columns; ++j)
            for (int k = 0; k < depth; ++k)
                expected[i * columns + j] += a[i * depth + k] * b[k * columns + j];
    const gpu::Buffer<float> x(a), y(b);
    gpu::Buffer<float> c(expected.size()), d(expected.size());
    multiply<16><<<dim3((columns + 15) / 16, (rows + 15) / 16), dim3(16, 16)>>>(x.data(), y.data(), c.data(),
                                                                                rows, columns, depth);
    multiply<32><<<dim3((columns + 31) / 32, (rows + 31) / 32), dim3(32, 32)>>>(x.data(), y.data(), d.data(),
                                                                                rows, columns, depth);
    finish();
    return same(c.to_host(), expected) && same(d.to_host(), expected);
}

__global__ void transpose_naive(const double* in, double* out, int rows, int columns) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < columns && y < rows) out[x * rows + y] = in[y * columns + x];
}

__global__ void transpose_tiled(const double* in, double* out, int rows, int columns) {
    __shared__ double tile[32][33];
    const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        if (x < columns && y + j < rows) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * columns + x];
    __syncthreads();
    const int to_x = blockIdx.y * 32 + threadIdx.x, to_y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        if (to_x < rows && to_y + j < columns)
            out[(to_y + j) * rows + to_x] = tile[threadIdx.x][threadIdx.y + j];
}

bool transposition() {
    const int rows = 75, columns = 100;
    const auto in = numbers<double>(rows * columns, 10000, 7);
    std::vector<double> expected(in.size());
    for (int y = 0; y < rows; ++y)
        for (int x = 0; x < columns; ++x) expected[x * rows + y] = in[y * columns + x];
    const gpu::Buffer<double> from(in);
    gpu::Buffer<double> naive(in.size()), tiled(in.size());
    const dim3 grid(4, 3);
    transpose_naive<<<dim3(7, 5), dim3(16, 16)>>>(from.data(), naive.data(), rows, columns);
    transpose_tiled<<<grid, dim3(32, 8)>>>(from.data(), tiled.data(), rows, columns);
    finish();
    return same(naive.to_host(), expected) && same(tiled.to_host(), expected);
}

// ---- reductions

template <class T>
__global__ void reduce_tree(const T* in, T* out, int n) {
    extern __shared__ __align__(8) unsigned char bytes[];
    T* const values = reinterpret_cast<T*>(bytes);
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    values[threadIdx.x] = i < n ? in[i] : T(0);
    __syncthreads();
    for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (threadIdx.x < stride) values[threadIdx.x] += values[threadIdx.x + stride];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = values[0];
}

template <class T>
__global__ void reduce_by_shuffles(const T* in, T* out, int n) {
    __shared__ T of_warps[32];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    T sum = i < n ? in[i] : T(0);
    for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_down_sync(~0u, sum, distance);
    if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x < 32) {
        sum = threadIdx.x < blockDim.x / 32 ? of_warps[threadIdx.x] : T(0);
        for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_xor_sync(~0u, sum, distance);
        if (threadIdx.x == 0) out[blockIdx.x] = sum;
    }
}

__device__ unsigned blocks_done;

// The block that finishes last adds up what all blocks left.
template <class T>
__global__ void reduce_in_one_launch(const T* in, T* partial, T* out, int n) {
    __shared__ T values[128];
    __shared__ bool is_last;
    T sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += in[i];
    values[threadIdx.x] = sum;
    for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
        __syncthreads();
        if (threadIdx.x < stride) values[threadIdx.x] += values[threadIdx.x + stride];
    }
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = values[0];
        __threadfence();
        is_last = atomicInc(&blocks_done, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (is_last && threadIdx.x == 0) {
        T total = 0;
        for (unsigned b = 0; b < gridDim.x; ++b) total += static_cast<volatile T*>(partial)[b];
        *out = total;
    }
}

template <class T>
bool reduction() {
    const int n = 5000, threads = 128, blocks = (n + threads - 1) / threads;
    const auto in = numbers<T>(n, 100, 8);
    const T expected = std::accumulate(in.begin(), in.end(), T(0));
    const gpu::Buffer<T> from(in);
    gpu::Buffer<T> tree(blocks), shuffles(blocks), partial(7), total(1);
    reduce_tree<<<blocks, threads, threads * sizeof(T)>>>(from.data(), tree.data(), n);
    reduce_by_shuffles<<<blocks, threads>>>(from.data(), shuffles.data(), n);
    reduce_in_one_launch<<<7, threads>>>(from.data(), partial.data(), total.data(), n);
    finish();
    for (const gpu::Buffer<T>* buffer : {&tree, &shuffles, &total}) {
        const std::vector<T> sums = buffer->to_host();
        if (!same<T>({std::accumulate(sums.begin(), sums.end(), T(0))}, {expected})) return false;
    }
    return true;
}

// ---- warps

__global__ void warp_sums(const int* in, unsigned* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const int value = in[i];
    const unsigned odd = __ballot_sync(~0u, value & 1);
    unsigned result =
        __reduce_add_sync(~0u, static_cast<unsigned>(value)) + __popc(odd & ((1u << threadIdx.x % 32) - 1));
    if (__any_sync(~0u, value == 7)) result += 1000000;
    if (value & 1) result ^= __match_any_sync(odd, value);
    out[i] = result;
}

bool warp_functions() {
    const auto in = numbers<int>(256, 16, 9);
    std::vector<unsigned> expected(in.size());
    for (std::size_t i = 0; i < in.size(); ++i) {
        const std::size_t warp = i / 32 * 32;
        unsigned before = 0, match = 0;
        bool seven = false;
        for (std::size_t k = warp; k < warp + 32; ++k) {
            expected[i] += static_cast<unsigned>(in[k]);
            before += k < i && (in[k] & 1);
            seven |= in[k] == 7;
            match |= (in[k] == in[i] ? 1u : 0u) << (k - warp);
        }
        expected[i] += before + (seven ? 1000000 : 0);
        if (in[i] & 1) expected[i] ^= match;
    }
    const gpu::Buffer<int> from(in);
    gpu::Buffer<unsigned> out(in.size());
    warp_sums<<<2, 128>>>(from.data(), out.data());
    finish();
    return same(out.to_host(), expected);
}

// ---- atomics

__global__ void histogram(const unsigned char* in, int n, unsigned* bins) {
    __shared__ unsigned local[256];
    for (int b = threadIdx.x; b < 256; b += blockDim.x) local[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&local[in[i]], 1u);
    __syncthreads();
    for (int b = threadIdx.x; b < 256; b += blockDim.x)
        if (local[b] != 0) atomicAdd(&bins[b], local[b]);
}

bool histograms() {
    const auto in = numbers<unsigned char>(10000, 200, 10);
    std::vector<unsigned> expected(256);
    for (const unsigned char value : in) ++expected[value];
    const gpu::Buffer<unsigned char> from(in);
    gpu::Buffer<unsigned> bins(256);
    bins.fill_bytes(0);
    histogram<<<5, 96>>>(from.data(), static_cast<int>(in.size()), bins.data());
    finish();
    return same(bins.to_host(), expected);
}

__device__ int lock;

__global__ void append_in_turn(int* list, int* count) {
    for (bool done = false; !done;) {
        if (atomicCAS(&lock, 0, 1) == 0) {
            __threadfence();
            list[*static_cast<volatile int*>(count)] = blockIdx.x * blockDim.x + threadIdx.x;
            *static_cast<volatile int*>(count) += 1;
            __threadfence();
            atomicExch(&lock, 0);
            done = true;
        }
    }
}

bool spin_lock() {
    gpu::Buffer<int> list(192), count(1);
    count.fill_bytes(0);
    append_in_turn<<<3, 64>>>(list.data(), count.data());
    finish();
    std::vector<int> got = list.to_host(), expected(192);
    std::sort(got.begin(), got.end());
    std::iota(expected.begin(), expected.end(), 0);
    return same(count.to_host(), {192}) && same(got, expected);
}

// ---- scans and copies

__global__ void scan_block(const int* in, int* out) {
    __shared__ int values[2][256];
    int from = 0;
    values[0][threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    for (unsigned distance = 1; distance < blockDim.x; distance *= 2, from ^= 1) {
        int value = values[from][threadIdx.x];
        if (threadIdx.x >= distance) value += values[from][threadIdx.x - distance];
        values[from ^ 1][threadIdx.x] = value;
        __syncthreads();
    }
    out[threadIdx.x] = values[from][threadIdx.x];
}

__global__ void reverse_tiles(const int4* in, int4* out, int tiles) {
    __shared__ int4 stage[2][64];
    __pipeline_memcpy_async(&stage[0][threadIdx.x], &in[threadIdx.x], sizeof(int4));
    __pipeline_commit();
    for (int tile = 0; tile < tiles; ++tile) {
        if (tile + 1 < tiles)
            __pipeline_memcpy_async(&stage[(tile + 1) % 2][threadIdx.x], &in[(tile + 1) * 64 + threadIdx.x],
                                    sizeof(int4));
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        out[tile * 64 + threadIdx.x] = stage[tile % 2][63 - threadIdx.x];
        __syncthreads();
    }
}

bool scans_and_copies() {
    const auto in = numbers<int>(4 * 64 * 5, 1000, 11);
    const gpu::Buffer<int> from(in);
    gpu::Buffer<int> sums(256), reversed(in.size());
    scan_block<<<1, 256>>>(from.data(), sums.data());
    reverse_tiles<<<1, 64>>>(reinterpret_cast<const int4*>(from.data()),
                             reinterpret_cast<int4*>(reversed.data()), 5);
    finish();
    std::vector<int> scanned(256), turned(in.size());
    std::partial_sum(in.begin(), in.begin() + 256, scanned.begin());
    for (std::size_t k = 0; k < in.size(); ++k) turned[k] = in[k / 256 * 256 + (63 - k / 4 % 64) * 4 + k % 4];
    return same(sums.to_host(), scanned) && same(reversed.to_host(), turned);
}

const Computation kComputations[] = {{"vector_addition", vector_addition},
                                     {"matrix_product", matrix_product},
                                     {"transposition", transposition},
                                     {"reduction of int", reduction<int>},
                                     {"reduction of float", reduction<float>},
                                     {"reduction of double", reduction<double>},
                                     {"reduction of long long", reduction<long long>},
                                     {"warp_functions", warp_functions},
                                     {"histograms", histograms},
                                     {"spin_lock", spin_lock},
                                     {"scans_and_copies", scans_and_copies}};

}  // namespace
