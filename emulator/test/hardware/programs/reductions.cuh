// Many to one and one to many: sums, histograms, prefix sums, sorting.
#pragma once

#include "emulator/test/hardware/programs/recorded.cuh"

namespace kernels {

// Every second thread adds, then every fourth: warps diverge at each step.
__global__ void sum_interleaved(const float* in, float* out, int n) {
    __shared__ float tile[128];
    const int x = threadIdx.x, i = blockIdx.x * 128 + x;
    tile[x] = i < n ? in[i] : 0;
    __syncthreads();
    for (int distance = 1; distance < 128; distance *= 2) {
        if (x % (2 * distance) == 0) tile[x] += tile[x + distance];
        __syncthreads();
    }
    if (x == 0) out[blockIdx.x] = tile[0];
}

__global__ void sum_sequential(const float* in, float* out, int n) {
    __shared__ float tile[128];
    const int x = threadIdx.x, i = blockIdx.x * 256 + x;
    tile[x] = (i < n ? in[i] : 0) + (i + 128 < n ? in[i + 128] : 0);
    __syncthreads();
    for (int distance = 64; distance > 0; distance /= 2) {
        if (x < distance) tile[x] += tile[x + distance];
        __syncthreads();
    }
    if (x == 0) out[blockIdx.x] = tile[0];
}

__global__ void sum_with_shuffles(const float* in, float* out, int n) {
    __shared__ float of_warp[4];
    const int x = threadIdx.x, i = blockIdx.x * 128 + x;
    float sum = i < n ? in[i] : 0;
    for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_down_sync(0xffffffffu, sum, distance);
    if (x % 32 == 0) of_warp[x / 32] = sum;
    __syncthreads();
    if (x == 0) out[blockIdx.x] = of_warp[0] + of_warp[1] + of_warp[2] + of_warp[3];
}

__global__ void sum_with_atomics(const unsigned* in, unsigned long long* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(out + threadIdx.x % 3, static_cast<unsigned long long>(in[i]));
}

// The last block to come adds the blocks' sums up.
__global__ void sum_in_one_pass(const unsigned* in, unsigned* partial, unsigned* tickets, unsigned* total,
                                int n) {
    __shared__ unsigned sum;
    __shared__ bool last;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&sum, in[i]);
    __syncthreads();
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = sum;
        __threadfence();
        last = atomicAdd(tickets, 1u) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last || threadIdx.x != 0) return;
    __threadfence();
    unsigned all = 0;
    for (unsigned block = 0; block < gridDim.x; ++block)
        all += static_cast<volatile unsigned*>(partial)[block];
    *total = all;
}

__global__ void extremes(const int* in, int* least, int* most, unsigned* bits, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    atomicMin(least, in[i]);
    atomicMax(most, in[i]);
    atomicOr(bits, 1u << in[i] % 32);
    atomicXor(bits + 1, static_cast<unsigned>(in[i]));
}

__global__ void histogram_global(const unsigned char* in, unsigned* bins, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&bins[in[i]], 1u);
}

__global__ void histogram_shared(const unsigned char* in, unsigned* bins, int n) {
    __shared__ unsigned mine[256];
    for (int k = threadIdx.x; k < 256; k += blockDim.x) mine[k] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&mine[in[i]], 1u);
    __syncthreads();
    for (int k = threadIdx.x; k < 256; k += blockDim.x)
        if (mine[k] > 0) atomicAdd(&bins[k], mine[k]);
}

// A lock of compare-and-swap: every thread squares what it finds, in whatever order, and the product is the same.
__global__ void multiply_by_exchange(const unsigned* in, unsigned* product, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned seen = *static_cast<volatile unsigned*>(product);
    for (;;) {
        const unsigned before = atomicCAS(product, seen, seen * (2 * in[i] + 1));
        if (before == seen) break;
        seen = before;
    }
}

__global__ void scan_hillis_steele(const int* in, int* out, int n) {
    __shared__ int tile[2][256];
    const int x = threadIdx.x, i = blockIdx.x * 256 + x;
    int now = 0;
    tile[0][x] = i < n ? in[i] : 0;
    __syncthreads();
    for (int distance = 1; distance < 256; distance *= 2) {
        tile[1 - now][x] = tile[now][x] + (x >= distance ? tile[now][x - distance] : 0);
        now = 1 - now;
        __syncthreads();
    }
    if (i < n) out[i] = tile[now][x];
}

// Up and down a tree: strides that are powers of two, and so bank conflicts.
__global__ void scan_blelloch(const int* in, int* out, int n) {
    __shared__ int tile[256];
    const int x = threadIdx.x, first = blockIdx.x * 256;
    for (int k = x; k < 256; k += 128) tile[k] = first + k < n ? in[first + k] : 0;
    for (int distance = 1; distance < 256; distance *= 2) {
        __syncthreads();
        const int right = (x + 1) * 2 * distance - 1;
        if (right < 256) tile[right] += tile[right - distance];
    }
    __syncthreads();
    if (x == 0) tile[255] = 0;
    for (int distance = 128; distance > 0; distance /= 2) {
        __syncthreads();
        const int right = (x + 1) * 2 * distance - 1;
        if (right < 256) {
            const int left = tile[right - distance];
            tile[right - distance] = tile[right];
            tile[right] += left;
        }
    }
    __syncthreads();
    for (int k = x; k < 256; k += 128)
        if (first + k < n) out[first + k] = tile[k];
}

// A prefix sum over the whole grid in one launch: a block waits for the sum of the block before it.
__global__ void scan_chained(const int* in, int* out, int* sums, int* ready, int* next_block, int n) {
    __shared__ int tile[64], before, block;
    const int x = threadIdx.x;
    if (x == 0) block = atomicAdd(next_block, 1);
    __syncthreads();
    const int i = block * 64 + x;
    tile[x] = i < n ? in[i] : 0;
    __syncthreads();
    for (int distance = 1; distance < 64; distance *= 2) {
        const int left = x >= distance ? tile[x - distance] : 0;
        __syncthreads();
        tile[x] += left;
        __syncthreads();
    }
    if (x == 0) {
        before = 0;
        if (block > 0) {
            while (atomicAdd(&ready[block - 1], 0) == 0) {
            }
            __threadfence();
            before = static_cast<volatile int*>(sums)[block - 1];
        }
        sums[block] = before + tile[63];
        __threadfence();
        atomicExch(&ready[block], 1);
    }
    __syncthreads();
    if (i < n) out[i] = before + tile[x];
}

__global__ void sort_tiles(unsigned* data) {
    __shared__ unsigned tile[256];
    const int x = threadIdx.x;
    unsigned* block = data + blockIdx.x * 256;
    tile[x] = block[x], tile[x + 128] = block[x + 128];
    for (int size = 2; size <= 256; size *= 2)
        for (int distance = size / 2; distance > 0; distance /= 2) {
            __syncthreads();
            const int low = 2 * x - x % distance, high = low + distance;
            const bool rising = (low & size) == 0;
            const unsigned a = tile[low], b = tile[high];
            if ((a > b) == rising) tile[low] = b, tile[high] = a;
        }
    __syncthreads();
    block[x] = tile[x], block[x + 128] = tile[x + 128];
}

// One step of odd-even transposition, of records of two words.
__global__ void exchange_neighbours(uint2* data, int n, int odd) {
    const int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + odd;
    if (i + 1 >= n) return;
    const uint2 a = data[i], b = data[i + 1];
    if (a.x > b.x) data[i] = b, data[i + 1] = a;
}

inline void run_sums() {
    for (const int n : kSizes) {
        const auto in = random_floats(n, 50);
        const auto whole = random_elements<unsigned>(n, 1u << 30, 51);
        const int blocks = blocks_for(n, 128);
        auto out = zeros<float>(blocks);
        sum_interleaved<<<blocks, 128>>>(in.data(), out.data(), n);
        record("sum_interleaved", n, out);
        sum_sequential<<<blocks_for(n, 256), 128>>>(in.data(), out.data(), n);
        record("sum_sequential", n, out);
        sum_with_shuffles<<<blocks, 128>>>(in.data(), out.data(), n);
        record("sum_with_shuffles", n, out);
        auto totals = zeros<unsigned long long>(3);
        sum_with_atomics<<<blocks, 128>>>(whole.data(), totals.data(), n);
        record("sum_with_atomics", n, totals);
        auto partial = zeros<unsigned>(blocks), tickets = zeros<unsigned>(1), total = zeros<unsigned>(1);
        sum_in_one_pass<<<blocks, 128>>>(whole.data(), partial.data(), tickets.data(), total.data(), n);
        record("sum_in_one_pass", n, partial, total);
        const auto values = random_elements<int>(n, 1000000, 52);
        auto bits = zeros<unsigned>(2);
        gpu::Buffer<int> least(std::vector<int>{1 << 30}), most(std::vector<int>{-1});
        extremes<<<blocks, 128>>>(values.data(), least.data(), most.data(), bits.data(), n);
        record("extremes", n, least, most, bits);
        gpu::Buffer<unsigned> product(std::vector<unsigned>{1});
        multiply_by_exchange<<<blocks, 128>>>(whole.data(), product.data(), n);
        record("multiply_by_exchange", n, product);
        const auto bytes = random_elements<unsigned char>(n, 256, 53);
        auto bins = zeros<unsigned>(256);
        histogram_global<<<2, 64>>>(bytes.data(), bins.data(), n);
        record("histogram_global", n, bins);
        histogram_shared<<<2, 64>>>(bytes.data(), bins.data(), n);
        record("histogram_shared", n, bins);
    }
}

inline void run_scans() {
    for (const int n : kSizes) {
        const auto in = random_elements<int>(n, 1000, 54);
        auto out = zeros<int>(n);
        scan_hillis_steele<<<blocks_for(n, 256), 256>>>(in.data(), out.data(), n);
        record("scan_hillis_steele", n, out);
        scan_blelloch<<<blocks_for(n, 256), 128>>>(in.data(), out.data(), n);
        record("scan_blelloch", n, out);
        const int blocks = blocks_for(n, 64);
        auto sums = zeros<int>(blocks), ready = zeros<int>(blocks), next = zeros<int>(1);
        scan_chained<<<blocks, 64>>>(in.data(), out.data(), sums.data(), ready.data(), next.data(), n);
        record("scan_chained", n, out, sums);
    }
}

inline void run_sorts() {
    for (const int blocks : {1, 3}) {
        gpu::Buffer<unsigned> data(random_integers(blocks * 256, 1u << 31, 55));
        sort_tiles<<<blocks, 128>>>(data.data());
        record("sort_tiles", blocks * 256, data);
    }
    for (const int n : kSizes) {
        gpu::Buffer<unsigned> data(random_integers(2 * n, 1000, 56));
        for (const int odd : {0, 1}) {
            exchange_neighbours<<<blocks_for(n, 256), 128>>>(reinterpret_cast<uint2*>(data.data()), n, odd);
            record("exchange_neighbours", n, data);
        }
    }
}

}  // namespace kernels
