// Faults of order, as a teacher of CUDA meets them, written before anything of the checker was read: races in shared and
// global memory, barriers and shuffles that not everybody reaches.
#pragma once

#include "emulator/test/corpus/programs/cases.cuh"

namespace corpus {

// case: tile_product | race | shared | 4 | warps
// The next tiles are loaded while other warps still read these.
template <bool wrong>
__global__ void multiply_tiles(const float* a, const float* b, float* c, int n) {
    __shared__ float tile_a[16][16], tile_b[16][16];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
    float sum = 0;
    for (int first = 0; first < n; first += 16) {
        tile_a[y][x] = a[row * n + first + x];       // finds: race, shared
        tile_b[y][x] = b[(first + y) * n + column];  // finds: race, shared
        __syncthreads();
        for (int k = 0; k < 16; ++k) sum += tile_a[y][k] * tile_b[k][x];  // finds: race, shared
        if (!wrong) __syncthreads();
    }
    c[row * n + column] = sum;
}
template <bool wrong>
void run_tile_product() {
    const int n = 64;
    const auto a = counted<float>(n * n), b = counted<float>(n * n, 31);
    auto c = zeros<float>(n * n);
    multiply_tiles<wrong><<<dim3(4, 4), dim3(16, 16)>>>(a.data(), b.data(), c.data(), n);
    finish();
}

// case: scan_in_place | race | shared | 4 | warps
// A thread adds to its element while its neighbour has not read it yet.
template <bool wrong>
__global__ void inclusive_scan(const int* in, int* out) {
    __shared__ int tile[256];
    const int x = threadIdx.x;
    tile[x] = in[blockIdx.x * 256 + x];
    __syncthreads();
    for (int distance = 1; distance < 256; distance *= 2) {
        const int before = x >= distance ? tile[x - distance] : 0;  // finds: race, shared
        if (!wrong) __syncthreads();
        tile[x] += before;  // finds: race, shared
        __syncthreads();
    }
    out[blockIdx.x * 256 + x] = tile[x];
}
template <bool wrong>
void run_scan_in_place() {
    const auto in = counted<int>(512);
    auto out = zeros<int>(512);
    inclusive_scan<wrong><<<2, 256>>>(in.data(), out.data());
    finish();
}

// case: histogram | race | global | 4 | grid
// Threads count into the same bins without atomics.
template <bool wrong>
__global__ void histogram(const unsigned char* values, int n, int* bins) {
    const int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        int* bin = &bins[values[i] % 16];
        wrong ? static_cast<void>(*bin += 1) : static_cast<void>(atomicAdd(bin, 1));  // finds: race, global
    }
}
template <bool wrong>
void run_histogram() {
    const int n = 2000;
    const auto values = counted<unsigned char>(n, 251);
    auto bins = zeros<int>(16);
    histogram<wrong><<<4, 128>>>(values.data(), n, bins.data());
    finish();
}

// case: sum_in_one_pass | race | global | 4 | grid
// The last block reads the other blocks' sums, which no fence has made visible before their tickets.
__device__ unsigned finished_blocks;
template <bool wrong>
__global__ void sum_in_one_pass(const int* in, int* partial, int* total) {
    __shared__ int sum;
    __shared__ bool last;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    atomicAdd(&sum, in[blockIdx.x * blockDim.x + threadIdx.x]);
    __syncthreads();
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = sum;  // finds: race, global
        if (!wrong) __threadfence();
        last = atomicAdd(&finished_blocks, 1u) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last || threadIdx.x != 0) return;
    __threadfence();
    int all = 0;
    for (unsigned i = 0; i < gridDim.x; ++i) all += partial[i];  // finds: race, global
    *total = all;
    finished_blocks = 0;
}
template <bool wrong>
void run_sum_in_one_pass() {
    const auto in = counted<int>(8 * 64);
    auto partial = zeros<int>(8), total = zeros<int>(1);
    sum_in_one_pass<wrong><<<8, 64>>>(in.data(), partial.data(), total.data());
    finish();
}

// case: last_warp | race | shared | 4 | warp
// The last steps of a reduction rely on the lanes of a warp running in step.
template <bool wrong>
__global__ void reduce(const float* in, float* out) {
    __shared__ float tile[128];
    const int x = threadIdx.x;
    tile[x] = in[blockIdx.x * 128 + x];
    __syncthreads();
    if (x < 64) tile[x] += tile[x + 64];
    __syncthreads();
    if (x >= 32) return;
    for (int distance = 32; distance > 0; distance /= 2) {
        const float other = tile[x + distance];  // finds: race, shared
        __syncwarp();
        tile[x] += other;  // finds: race, shared
        if (!wrong) __syncwarp();
    }
    if (x == 0) out[blockIdx.x] = tile[0];
}
template <bool wrong>
void run_last_warp() {
    const auto in = counted<float>(3 * 128);
    auto out = zeros<float>(3);
    reduce<wrong><<<3, 128>>>(in.data(), out.data());
    finish();
}

// case: sum_with_shuffles | shuffle | - | 4 | warp
// Lanes beyond the end have left when the others name them in a shuffle.
template <bool wrong>
__global__ void sum_with_shuffles(const float* in, float* out, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (wrong && x >= n) return;
    float sum = x < n ? in[x] : 0;
    for (int distance = 16; distance > 0; distance /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, distance);  // finds: shuffle, -
    if (threadIdx.x % 32 == 0) atomicAdd(out, sum);
}
template <bool wrong>
void run_sum_with_shuffles() {
    const int n = 1000;
    const auto in = counted<float>(n);
    auto out = zeros<float>(1);
    sum_with_shuffles<wrong><<<8, 128>>>(in.data(), out.data(), n);
    finish();
}

// case: barrier_in_a_loop | barrier | - | - | warps
// The threads go round a loop with a barrier in it, and not all of them equally often.
template <bool wrong>
__global__ void mirrored_sum(const int* in, int* out, int n) {
    __shared__ int tile[128];
    int sum = 0;
    const int thread = threadIdx.x;
    for (int x = thread; wrong ? x < n : x - thread < n; x += 128) {
        tile[thread] = x < n ? in[x] : 0;
        __syncthreads();  // finds: barrier, -
        sum += tile[127 - thread];
        __syncthreads();  // finds: barrier, -
    }
    tile[thread] = sum;
    __syncthreads();  // finds: barrier, -
    if (thread == 0)
        for (int i = 0; i < 128; ++i) *out += tile[i];
}
template <bool wrong>
void run_barrier_in_a_loop() {
    const int n = 300;
    const auto in = counted<int>(n);
    auto out = zeros<int>(1);
    mirrored_sum<wrong><<<1, 128>>>(in.data(), out.data(), n);
    finish();
}

// case: life_in_place | race | global | 1 | grid
// The next generation is written over the cells that neighbours still read.
template <bool wrong>
__global__ void next_generation(const unsigned char* cells, unsigned char* next, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    int alive = 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) {
            const int column = (x + dx + width) % width, row = (y + dy + height) % height;
            if (dx != 0 || dy != 0) alive += cells[row * width + column];  // finds: race, global
        }
    const bool lives = cells[y * width + x] != 0;               // finds: race, global
    next[y * width + x] = alive == 3 || (lives && alive == 2);  // finds: race, global
}
template <bool wrong>
void run_life_in_place() {
    const int width = 40, height = 24;
    auto cells = counted<unsigned char>(width * height, 2), next = zeros<unsigned char>(width * height);
    unsigned char* target = wrong ? cells.data() : next.data();
    next_generation<wrong><<<dim3(5, 3), dim3(8, 8)>>>(cells.data(), target, width, height);
    finish();
}

// case: two_streams | race | global | 4 | launches
// A second stream reads what the first one is still writing.
template <bool wrong>
__global__ void fill_squares(int* data, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < n) data[x] = x * x;  // finds: race, global
}
template <bool wrong>
__global__ void add_one(const int* in, int* out, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < n) out[x] = in[x] + 1;  // finds: race, global
}
template <bool wrong>
void run_two_streams() {
    const int n = 1000;
    auto data = zeros<int>(n), out = zeros<int>(n);
    cudaStream_t first, second;
    cudaEvent_t filled;
    CUDA_CHECK(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
    CUDA_CHECK(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
    CUDA_CHECK(cudaEventCreate(&filled));
    CUDA_CHECK(cudaDeviceSynchronize());
    fill_squares<wrong><<<8, 128, 0, first>>>(data.data(), n);
    CUDA_CHECK(cudaEventRecord(filled, first));
    if (!wrong) CUDA_CHECK(cudaStreamWaitEvent(second, filled));
    add_one<wrong><<<8, 128, 0, second>>>(data.data(), out.data(), n);
    finish();
    CUDA_CHECK(cudaEventDestroy(filled));
    CUDA_CHECK(cudaStreamDestroy(first));
    CUDA_CHECK(cudaStreamDestroy(second));
}

}  // namespace corpus
