// Bugs of memory that real programs have had: wrong edges, sizes, pitches, and sums that begin with rubbish.
#pragma once

#include "emulator/test/corpus/programs/bounds.cuh"

namespace corpus {

// case: left_edge | out of bounds | global | 4 | grid
// A difference with the element before reaches before the array at its first element.
template <bool wrong>
__global__ void differences(const float* in, float* out, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= n) return;
    const float before = wrong || x > 0 ? in[x - 1] : 0;  // finds: out of bounds, global
    out[x] = in[x] - before;
}
template <bool wrong>
void run_left_edge() {
    const int n = 200;
    const auto in = counted<float>(n);
    auto out = zeros<float>(n);
    differences<wrong><<<2, 128>>>(in.data(), out.data(), n);
    finish();
}

// case: rows_for_columns | out of bounds | global | 4 | grid
// A picture that is wider than high is indexed as if it were the other way round.
template <bool wrong>
__global__ void invert(float* picture, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    const int place = wrong ? x * width + y : y * width + x;
    picture[place] = 1 - picture[place];  // finds: out of bounds, global
}
template <bool wrong>
void run_rows_for_columns() {
    const int width = 60, height = 20;
    auto picture = zeros<float>(width * height);
    invert<wrong><<<dim3(4, 2), dim3(16, 16)>>>(picture.data(), width, height);
    finish();
}

// case: index_past_two_billion | out of bounds | global | 1 | grid
// An index into more than 2^31 bytes does not fit in an int, and turns negative.
template <bool wrong>
__global__ void mark_rows(unsigned char* data, int rows, long long row_bytes) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    const long long place = wrong ? static_cast<int>(row * row_bytes) : row * row_bytes;
    data[place] = 1;  // finds: out of bounds, global
}
template <bool wrong>
void run_index_past_two_billion() {
    const int rows = 36;
    const long long row_bytes = 1ll << 26;
    gpu::Buffer<unsigned char> data(rows * row_bytes);
    mark_rows<wrong><<<1, 64>>>(data.data(), rows, row_bytes);
    finish();
}

// case: elements_for_bytes | out of bounds | global | 8 | grid
// An allocation of n bytes for n elements.
template <bool wrong>
__global__ void square_roots(double* out, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < n) out[x] = sqrt(static_cast<double>(x));  // finds: out of bounds, global
}
template <bool wrong>
void run_elements_for_bytes() {
    const int n = 100;
    void* out = nullptr;
    CUDA_CHECK(cudaMalloc(&out, wrong ? n : n * sizeof(double)));
    square_roots<wrong><<<1, 128>>>(static_cast<double*>(out), n);
    finish();
    CUDA_CHECK(cudaFree(out));
}

// case: columns_from_one | out of bounds | global | 4 | grid
// Columns of a sparse matrix that count from one, as Fortran does.
template <bool wrong>
__global__ void gather_columns(const int* column, const float* x, float* y, int n) {
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < n) y[k] = x[column[k]];  // finds: out of bounds, global
}
template <bool wrong>
void run_columns_from_one() {
    std::vector<int> columns;
    for (int k = 0; k < 100; ++k) columns.push_back(k * 37 % 100 + (wrong ? 1 : 0));
    const gpu::Buffer<int> column(columns);
    const auto x = counted<float>(100);
    auto y = zeros<float>(100);
    gather_columns<wrong><<<1, 128>>>(column.data(), x.data(), y.data(), 100);
    finish();
}

// case: floats_for_bytes_of_tile | out of bounds | shared | 4 | warps
// The launch gives the tile's elements where its bytes are asked for.
template <bool wrong>
__global__ void swap_halves(float* data) {
    extern __shared__ float halves[];
    const int x = threadIdx.x, n = blockDim.x;
    halves[x] = data[x];  // finds: out of bounds, shared
    __syncthreads();
    data[x] = halves[(x + n / 2) % n];
}
template <bool wrong>
void run_floats_for_bytes_of_tile() {
    auto data = counted<float>(96);
    swap_halves<wrong><<<1, 96, wrong ? 96 : 96 * sizeof(float)>>>(data.data());
    finish();
}

// case: one_bin_too_few | out of bounds | shared | atomic | warps
// Marks from 0 to 10 are counted in ten bins.
template <bool wrong>
__global__ void count_marks(const int* marks, int n, int* out) {
    extern __shared__ int bins[];
    if (threadIdx.x < 10) bins[threadIdx.x] = 0;
    __syncthreads();
    for (int k = threadIdx.x; k < n; k += blockDim.x)
        atomicAdd(&bins[marks[k]], 1);  // finds: out of bounds, shared
    __syncthreads();
    if (threadIdx.x < 10) out[threadIdx.x] = bins[threadIdx.x];
}
template <bool wrong>
void run_one_bin_too_few() {
    const auto marks = counted<int>(200, wrong ? 11 : 10);
    auto out = zeros<int>(10);
    count_marks<wrong><<<1, 64, 10 * sizeof(int)>>>(marks.data(), 200, out.data());
    finish();
}

// case: odd_start_of_vectors | misaligned | global | 16 | grid
// A sum of four floats at a time that begins at the second float.
template <bool wrong>
__global__ void sum_of_fours(const float* in, float* out, int first) {
    const int x = threadIdx.x;
    const float4 four = reinterpret_cast<const float4*>(in + first)[x];  // finds: misaligned, global
    out[x] = four.x + four.y + four.z + four.w;
}
template <bool wrong>
void run_odd_start_of_vectors() {
    const auto in = counted<float>(4 * 64 + 4);
    auto out = zeros<float>(64);
    sum_of_fours<wrong><<<1, 64>>>(in.data(), out.data(), wrong ? 1 : 4);
    finish();
}

// case: floats_behind_flags | misaligned | shared | 4 | warps
// Floats in dynamic shared memory lie behind flags, whose number is odd.
template <bool wrong>
__global__ void flags_and_values(float* out, int flags) {
    extern __shared__ float memory[];
    char* flag = reinterpret_cast<char*>(memory);
    float* value = reinterpret_cast<float*>(flag + flags);
    value[threadIdx.x] = threadIdx.x;  // finds: misaligned, shared
    __syncthreads();
    out[threadIdx.x] = value[63 - threadIdx.x];
}
template <bool wrong>
void run_floats_behind_flags() {
    auto out = zeros<float>(64);
    flags_and_values<wrong><<<1, 64, 68 + 64 * sizeof(float)>>>(out.data(), wrong ? 67 : 68);
    finish();
}

// case: cleared_by_count | uninitialised | global | 4 | launches
// cudaMemset takes bytes, and here it gets elements: a quarter is cleared.
template <bool wrong>
__global__ void accumulate(const float* in, float* sums, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < n) sums[x] += in[x];  // finds: uninitialised, global
}
template <bool wrong>
void run_cleared_by_count() {
    const int n = 300;
    const auto in = counted<float>(n);
    gpu::Buffer<float> sums(n);
    CUDA_CHECK(cudaMemset(sums.data(), 0, wrong ? n : n * sizeof(float)));
    accumulate<wrong><<<3, 128>>>(in.data(), sums.data(), n);
    finish();
}

// case: edge_of_a_tile | uninitialised | shared | 4 | warps
// The product of tiles reads all of the last tile, which was filled only as far as the matrix goes.
template <bool wrong>
__global__ void product_at_the_edge(const float* a, const float* b, float* c, int n) {
    __shared__ float tile_a[16][16], tile_b[16][16];
    const int x = threadIdx.x, y = threadIdx.y;
    float sum = 0;
    for (int first = 0; first < n; first += 16) {
        __syncthreads();
        if (!wrong || first + x < n) tile_a[y][x] = y < n && first + x < n ? a[y * n + first + x] : 0;
        tile_b[y][x] = x < n && first + y < n ? b[(first + y) * n + x] : 0;
        __syncthreads();
        for (int k = 0; k < 16; ++k) sum += tile_a[y][k] * tile_b[k][x];  // finds: uninitialised, shared
    }
    if (x < n && y < n) c[y * n + x] = sum;
}
template <bool wrong>
void run_edge_of_a_tile() {
    const int n = 13;
    const auto a = counted<float>(n * n), b = counted<float>(n * n);
    auto c = zeros<float>(n * n);
    product_at_the_edge<wrong><<<1, dim3(16, 16)>>>(a.data(), b.data(), c.data(), n);
    finish();
}

// case: lookup_with_256 | out of bounds | const | 4 | grid
// A table of 256 entries, and a value that is one of 257.
__constant__ int brightness[256];
template <bool wrong>
__global__ void look_up(const int* values, int* out, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < n) out[x] = brightness[wrong ? values[x] : values[x] % 256];  // finds: out of bounds, const
}
template <bool wrong>
void run_lookup_with_256() {
    const int n = 300;
    const auto values = counted<int>(n, 257);
    auto out = zeros<int>(n);
    look_up<wrong><<<3, 128>>>(values.data(), out.data(), n);
    finish();
}

// case: freed_in_the_loop | use after free | global | 4 | launches
// Two buffers are swapped after each step, and the one that is freed early is the next step's input.
template <bool wrong>
__global__ void step(const float* from, float* to) {
    to[threadIdx.x] = 0.5f * from[threadIdx.x];  // finds: use after free, global
}
template <bool wrong>
void run_freed_in_the_loop() {
    std::vector<gpu::Buffer<float>> buffers;
    for (int k = 0; k < 3; ++k) buffers.push_back(zeros<float>(64));
    float *from = buffers[0].data(), *to = buffers[1].data();
    step<wrong><<<1, 64>>>(from, to);
    buffers.erase(buffers.begin() + (wrong ? 1 : 2));
    step<wrong><<<1, 64>>>(to, from);
    finish();
}

}  // namespace corpus
