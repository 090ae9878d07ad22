// Faults of memory, as a teacher of CUDA meets them, written before anything of the checker was read: accesses outside of
// arrays, wrong alignment, dead memory, memory that nobody wrote.
#pragma once

#include <optional>

#include "emulator/test/corpus/programs/cases.cuh"

namespace corpus {

// case: box_blur | out of bounds | global | 4 | grid
// The window of a blur leaves the row by one at its right edge.
template <bool wrong>
__global__ void box_blur(const float* in, float* out, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= n) return;
    float sum = 0;
    int count = 0;
    for (int dx = -2; dx <= 2; ++dx) {
        const int neighbour = x + dx;
        if (neighbour < 0 || (wrong ? neighbour > n : neighbour >= n)) continue;
        sum += in[neighbour];  // finds: out of bounds, global
        ++count;
    }
    out[x] = sum / count;
}
template <bool wrong>
void run_box_blur() {
    const int n = 1000;
    const auto in = counted<float>(n);
    auto out = zeros<float>(n);
    box_blur<wrong><<<(n + 127) / 128, 128>>>(in.data(), out.data(), n);
    finish();
}

// case: pitched_image | out of bounds | global | 4 | grid
// The pitch of cudaMallocPitch is in bytes, and here it counts floats.
template <bool wrong>
__global__ void brighten(float* image, std::size_t pitch, int width, int height, float gain) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    char* first = reinterpret_cast<char*>(image);
    float* row = wrong ? image + y * pitch : reinterpret_cast<float*>(first + y * pitch);
    row[x] *= gain;  // finds: out of bounds, global
}
template <bool wrong>
void run_pitched_image() {
    const int width = 50, height = 37;
    float* image = nullptr;
    std::size_t pitch = 0;
    CUDA_CHECK(cudaMallocPitch(reinterpret_cast<void**>(&image), &pitch, width * sizeof(float), height));
    CUDA_CHECK(cudaMemset2D(image, pitch, 0, width * sizeof(float), height));
    const dim3 block(16, 16), grid((width + 15) / 16, (height + 15) / 16);
    brighten<wrong><<<grid, block>>>(image, pitch, width, height, 1.5f);
    finish();
    CUDA_CHECK(cudaFree(image));
}

// case: sparse_product | out of bounds | global | 4 | grid
// Compressed rows need one start more than there are rows.
template <bool wrong>
__global__ void sparse_product(const int* row_start, const int* column, const float* value, const float* x,
                               float* y, int rows) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float sum = 0;
    const int end = row_start[row + 1];  // finds: out of bounds, global
    for (int k = row_start[row]; k < end; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
}
template <bool wrong>
void run_sparse_product() {
    const int rows = 100;
    std::vector<int> starts{0}, columns;
    for (int row = 0; row < rows; ++row) {
        for (int k = 0; k < row % 4; ++k) columns.push_back((row * 7 + k) % rows);
        starts.push_back(static_cast<int>(columns.size()));
    }
    if (wrong) starts.pop_back();
    const gpu::Buffer<int> row_start(starts), column(columns);
    const auto value = counted<float>(columns.size());
    const auto x = counted<float>(rows);
    auto y = zeros<float>(rows);
    sparse_product<wrong>
        <<<1, 128>>>(row_start.data(), column.data(), value.data(), x.data(), y.data(), rows);
    finish();
}

// case: normalised_rows | misaligned | global | 16 | grid
// Rows of 30 floats do not begin at a multiple of 16 bytes.
template <bool wrong>
__global__ void normalise_rows(const float* in, float* out, int rows, int width) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float sum = 0;
    for (int x = 0; x + 4 <= width; x += 4) {
        const float4 four =
            *reinterpret_cast<const float4*>(&in[row * width + x]);  // finds: misaligned, global
        sum += four.x + four.y + four.z + four.w;
    }
    out[row] = sum / width;
}
template <bool wrong>
void run_normalised_rows() {
    const int rows = 70;
    const int width = wrong ? 30 : 32;
    const auto in = counted<float>(rows * width);
    auto out = zeros<float>(rows);
    normalise_rows<wrong><<<2, 64>>>(in.data(), out.data(), rows, width);
    finish();
}

// case: column_sums | uninitialised | global | 8 | launches
// Sums are added to memory that nobody set to zero.
template <bool wrong>
__global__ void column_sums(const float* matrix, double* sums, int rows, int columns) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= columns) return;
    for (int row = 0; row < rows; ++row)
        sums[column] += matrix[row * columns + column];  // finds: uninitialised, global
}
template <bool wrong>
void run_column_sums() {
    const int rows = 20, columns = 77;
    const auto matrix = counted<float>(rows * columns);
    gpu::Buffer<double> sums(columns);
    if (!wrong) sums.fill_bytes(0);
    column_sums<wrong><<<3, 32>>>(matrix.data(), sums.data(), rows, columns);
    finish();
}

// case: weights_of_layers | use after free | global | 4 | grid
// A table keeps a pointer to weights that the host has freed.
template <bool wrong>
__global__ void apply_layers(const float* const* weights, int layers, float* data, int n) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= n) return;
    float value = data[x];
    for (int layer = 0; layer < layers; ++layer)
        value = fmaxf(0.0f, value * weights[layer][x]);  // finds: use after free, global
    data[x] = value;
}
template <bool wrong>
void run_weights_of_layers() {
    const int n = 200, layers = 3;
    std::vector<gpu::Buffer<float>> weights;
    std::vector<const float*> pointers;
    for (int layer = 0; layer < layers; ++layer) {
        weights.push_back(counted<float>(n));
        pointers.push_back(weights.back().data());
    }
    const gpu::Buffer<const float*> table(pointers);
    auto data = counted<float>(n);
    if (wrong) weights.pop_back();
    apply_layers<wrong><<<2, 128>>>(table.data(), layers, data.data(), n);
    finish();
}

// case: copied_image | bad free | global | - | launches
// A copy of a structure shares its pixels, and both owners free them.
struct Image {
    float* pixels;
    int width, height;
};
template <bool wrong>
void run_copied_image() {
    Image image{nullptr, 40, 30};
    CUDA_CHECK(
        cudaMalloc(reinterpret_cast<void**>(&image.pixels), image.width * image.height * sizeof(float)));
    const Image copy = image;
    CUDA_CHECK(cudaMemset(copy.pixels, 0, copy.width * copy.height * sizeof(float)));
    CUDA_CHECK(cudaFree(image.pixels));
    if (wrong) CUDA_CHECK(cudaFree(copy.pixels));  // finds: bad free, host
}

// case: resized_row | out of bounds | global | 1 | grid
// x * in_width leaves the range of an int, though every index is small.
template <bool wrong>
__global__ void resize_row(const unsigned char* in, int in_width, unsigned char* out, int out_width) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= out_width) return;
    const long long from =
        wrong ? x * in_width / out_width : static_cast<long long>(x) * in_width / out_width;
    out[x] = in[from];  // finds: out of bounds, global
}
template <bool wrong>
void run_resized_row() {
    const int in_width = 60000, out_width = 50000;
    const auto in = counted<unsigned char>(in_width);
    auto out = zeros<unsigned char>(out_width);
    resize_row<wrong><<<(out_width + 255) / 256, 256>>>(in.data(), in_width, out.data(), out_width);
    finish();
}

// case: best_four | out of bounds | local | 4 | warp
// A list of the four smallest values begins to move them up from a fifth place.
template <bool wrong>
__global__ void best_four(const int* values, int n, int* best_sums) {
    int best[4] = {1000, 1000, 1000, 1000};
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        int place = wrong ? 4 : 3;
        if (values[i] >= best[3]) continue;
        while (place > 0 && best[place - 1] > values[i]) {
            best[place] = best[place - 1];  // finds: out of bounds, local
            --place;
        }
        best[place] = values[i];  // finds: out of bounds, local
    }
    best_sums[threadIdx.x] = best[0] + best[1] + best[2] + best[3];
}
template <bool wrong>
void run_best_four() {
    const int n = 500;
    const auto values = counted<int>(n, 89);
    auto sums = zeros<int>(64);
    best_four<wrong><<<1, 64>>>(values.data(), n, sums.data());
    finish();
}

// case: halo_of_the_tile | out of bounds | shared | 4 | warps
// The launch asks for a tile without room for its two neighbours.
template <bool wrong>
__global__ void smooth(const float* in, float* out, int n) {
    extern __shared__ float tile[];
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int place = threadIdx.x + 1;
    tile[place] = x < n ? in[x] : 0;  // finds: out of bounds, shared
    if (threadIdx.x == 0) tile[0] = x > 0 ? in[x - 1] : 0;
    if (threadIdx.x == blockDim.x - 1)
        tile[place + 1] = x + 1 < n ? in[x + 1] : 0;  // finds: out of bounds, shared
    __syncthreads();
    if (x < n)
        out[x] = (tile[place - 1] + tile[place] + tile[place + 1]) / 3;  // finds: out of bounds, shared
}
template <bool wrong>
void run_halo_of_the_tile() {
    const int n = 333, block = 128;
    const auto in = counted<float>(n);
    auto out = zeros<float>(n);
    const std::size_t shared_bytes = (wrong ? block : block + 2) * sizeof(float);
    smooth<wrong><<<3, block, shared_bytes>>>(in.data(), out.data(), n);
    finish();
}

// case: count_positive | uninitialised | shared | atomic | warps
// A counter in shared memory begins with whatever lies there.
template <bool wrong>
__global__ void count_positive(const int* values, int n, int* counts) {
    __shared__ int count;
    if (!wrong && threadIdx.x == 0) count = 0;
    __syncthreads();
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < n && values[x] > 0) atomicAdd(&count, 1);  // finds: uninitialised, shared
    __syncthreads();
    if (threadIdx.x == 0) counts[blockIdx.x] = count;  // finds: uninitialised, shared
}
template <bool wrong>
void run_count_positive() {
    const int n = 300;
    const auto values = counted<int>(n);
    auto counts = zeros<int>(3);
    count_positive<wrong><<<3, 100>>>(values.data(), n, counts.data());
    finish();
}

// case: missing_halo | uninitialised | shared | 4 | warps
// Nobody loads the right neighbour of the tile.
template <bool wrong>
__global__ void edges(const float* in, float* out, int n) {
    __shared__ float tile[130];
    const int x = blockIdx.x * 128 + threadIdx.x;
    const int place = threadIdx.x + 1;
    tile[place] = x < n ? in[x] : 0;
    if (threadIdx.x == 0) tile[0] = x > 0 ? in[x - 1] : 0;
    if (!wrong && threadIdx.x == 127) tile[129] = x + 1 < n ? in[x + 1] : 0;
    __syncthreads();
    if (x < n) out[x] = tile[place + 1] - tile[place - 1];  // finds: uninitialised, shared
}
template <bool wrong>
void run_missing_halo() {
    const int n = 512;
    const auto in = counted<float>(n);
    auto out = zeros<float>(n);
    edges<wrong><<<4, 128>>>(in.data(), out.data(), n);
    finish();
}

// case: constant_filter | write to constant | const | 4 | warp
// A kernel scales the filter where it lies, in constant memory.
__constant__ float filter[8];
__device__ __noinline__ void write_scaled(float* target, float value, float factor) {
    *target = value * factor;  // finds: write to constant, const
}
template <bool wrong>
__global__ void scale_filter(float* scaled, float factor) {
    const int k = threadIdx.x;
    float* target = wrong ? filter : scaled;
    if (k < 8) write_scaled(&target[k], filter[k], factor);
}
template <bool wrong>
void run_constant_filter() {
    const float host[8] = {1, 2, 3, 4, 4, 3, 2, 1};
    CUDA_CHECK(cudaMemcpyToSymbol(filter, host, sizeof host));
    auto scaled = zeros<float>(8);
    scale_filter<wrong><<<1, 32>>>(scaled.data(), 0.05f);
    finish();
}

// case: forgotten_scratch | leak | global | - | launches
// An early way out of a function forgets its scratch memory. Reported on request only.
template <bool wrong>
void run_forgotten_scratch() {
    float* scratch = nullptr;
    CUDA_CHECK(cudaMalloc(reinterpret_cast<void**>(&scratch), 1234 * sizeof(float)));  // finds: leak, host
    CUDA_CHECK(cudaMemset(scratch, 0, 1234 * sizeof(float)));
    if (wrong) return;
    CUDA_CHECK(cudaFree(scratch));
}

}  // namespace corpus
