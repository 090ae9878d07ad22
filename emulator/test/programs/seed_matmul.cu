// The matrix products GPU1 to GPU6 of Li, Ranka and Sahni, "GPU Matrix Multiplication" (Figures 1.12, 1.18, 1.21, 1.24, 1.27,
// 1.30), written anew from their description, in every block shape of the chapter's tables and for several n.
//
// seed_figures_test.cpp counts their transactions with --model cc1.3 and compares with the chapter's formulas. Up to n = 128
// the whole product is computed and checked; of larger ones 64 rows and columns, or one tile where that is larger, which
// have their share of the transactions. A line on stdout for each launch, in order: kernel, n, block x and y, rows and
// columns of c.
#include <algorithm>
#include <cstdio>
#include <vector>

#include "common/cuda/buffer.hpp"
#include "common/cuda/check.hpp"

// A thread computes one element.
__global__ void gpu1(const float* a, const float* b, float* c, int n) {
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    const int col = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + col];
    c[row * n + col] = sum;
}

__device__ void add_product(float2& sum, float a, float2 b) {
    sum.x += a * b.x;
    sum.y += a * b.y;
}

__device__ void add_product(float4& sum, float a, float4 b) {
    sum.x += a * b.x;
    sum.y += a * b.y;
    sum.z += a * b.z;
    sum.w += a * b.w;
}

// A thread computes 1 × 2 (float2) or 1 × 4 (float4) elements; it reads a in float4 and b as wide as it writes c.
template <class Vector, int kElements>
__device__ void multiply_row_vectors(const float* a, const float* b, float* c, int n) {
    const float4* const a4 = reinterpret_cast<const float4*>(a);
    const Vector* const b_vectors = reinterpret_cast<const Vector*>(b);
    Vector* const c_vectors = reinterpret_cast<Vector*>(c);
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    const int col = blockIdx.x * blockDim.x + threadIdx.x;
    const int row_vectors = n / kElements;
    Vector sum{};
    for (int k = 0; k < n / 4; ++k) {
        const float4 a_in = a4[row * (n / 4) + k];
        add_product(sum, a_in.x, b_vectors[(4 * k + 0) * row_vectors + col]);
        add_product(sum, a_in.y, b_vectors[(4 * k + 1) * row_vectors + col]);
        add_product(sum, a_in.z, b_vectors[(4 * k + 2) * row_vectors + col]);
        add_product(sum, a_in.w, b_vectors[(4 * k + 3) * row_vectors + col]);
    }
    c_vectors[row * row_vectors + col] = sum;
}

__global__ void gpu2(const float* a, const float* b, float* c, int n) {
    multiply_row_vectors<float2, 2>(a, b, c, n);
}

__global__ void gpu3(const float* a, const float* b, float* c, int n) {
    multiply_row_vectors<float4, 4>(a, b, c, n);
}

constexpr int kTile = 16;

// A 16 × 16 block computes a 16 × 16 tile from tiles in shared memory.
__global__ void gpu4(const float* a, const float* b, float* c, int n) {
    __shared__ float a_tile[kTile][kTile], b_tile[kTile][kTile];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = kTile * blockIdx.y + y, col = kTile * blockIdx.x + x;
    float sum = 0;
    for (int first = 0; first < n; first += kTile) {
        a_tile[y][x] = a[row * n + first + x];
        b_tile[y][x] = b[(first + y) * n + col];
        __syncthreads();
        for (int k = 0; k < kTile; ++k) sum += a_tile[y][k] * b_tile[k][x];
        __syncthreads();
    }
    c[row * n + col] = sum;
}

// The same with b's tile transposed; rows of kTile + kPadding words. The chapter's GPU5 has a padding of 1.
template <int kPadding>
__device__ void multiply_transposed(const float* a, const float* b, float* c, int n) {
    __shared__ float a_tile[kTile][kTile], b_tile[kTile][kTile + kPadding];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = kTile * blockIdx.y + y, col = kTile * blockIdx.x + x;
    float sum = 0;
    for (int first = 0; first < n; first += kTile) {
        a_tile[y][x] = a[row * n + first + x];
        b_tile[x][y] = b[(first + y) * n + col];
        __syncthreads();
        for (int k = 0; k < kTile; ++k) sum += a_tile[y][k] * b_tile[x][k];
        __syncthreads();
    }
    c[row * n + col] = sum;
}

__global__ void gpu5_without_padding(const float* a, const float* b, float* c, int n) {
    multiply_transposed<0>(a, b, c, n);
}
__global__ void gpu5(const float* a, const float* b, float* c, int n) { multiply_transposed<1>(a, b, c, n); }
__global__ void gpu5_padded_by_2(const float* a, const float* b, float* c, int n) {
    multiply_transposed<2>(a, b, c, n);
}

// A (16, 8) block computes a 16 × 128 tile, a thread one column of it; a's 16 × 32 tile is stored transposed.
__global__ void gpu6(const float* a, const float* b, float* c, int n) {
    __shared__ float a_tile[32][17];
    const int x = threadIdx.x, y = threadIdx.y;
    const int first_row = 16 * blockIdx.y, col = 128 * blockIdx.x + 16 * y + x;
    float sum[16] = {};
    for (int first = 0; first < n; first += 32) {
        for (int row = y; row < 16; row += 8) {
            const float2 pair = *reinterpret_cast<const float2*>(&a[(first_row + row) * n + first + 2 * x]);
            a_tile[2 * x][row] = pair.x;
            a_tile[2 * x + 1][row] = pair.y;
        }
        __syncthreads();
        for (int k = 0; k < 32; ++k) {
            const float b_in = b[(first + k) * n + col];
            for (int row = 0; row < 16; ++row) sum[row] += a_tile[k][row] * b_in;
        }
        __syncthreads();
    }
    for (int row = 0; row < 16; ++row) c[(first_row + row) * n + col] = sum[row];
}

using Kernel = void (*)(const float*, const float*, float*, int);

struct Shape {
    int x, y;
};

constexpr Shape kShapes[] = {{1, 32},  {1, 64}, {1, 128}, {1, 256}, {1, 512}, {8, 8},   {16, 4},  {16, 16},
                             {16, 32}, {32, 2}, {32, 16}, {32, 1},  {64, 1},  {128, 1}, {256, 1}, {512, 1}};
constexpr Shape kShapesOfGpu3[] = {{4, 16}, {8, 8}, {2, 32}};
constexpr Shape kSquare[] = {{16, 16}};
constexpr Shape kWide[] = {{16, 8}};

struct Version {
    const char* name;
    Kernel kernel;
    int rows, columns;  // of c that a thread computes; of gpu6: that a block does
    bool by_block;
    const Shape* shapes;
    int count;
};

constexpr Version kVersions[] = {
    {"gpu1", gpu1, 1, 1, false, kShapes, 16},
    {"gpu2", gpu2, 1, 2, false, kShapes, 16},
    {"gpu3", gpu3, 1, 4, false, kShapesOfGpu3, 3},
    {"gpu4", gpu4, 1, 1, false, kSquare, 1},
    {"gpu5", gpu5, 1, 1, false, kSquare, 1},
    {"gpu5_without_padding", gpu5_without_padding, 1, 1, false, kSquare, 1},
    {"gpu5_padded_by_2", gpu5_padded_by_2, 1, 1, false, kSquare, 1},
    {"gpu6", gpu6, 16, 128, true, kWide, 1},
};

// Small whole numbers: sums of their products are exact in any order.
static float element_a(int row, int col) { return static_cast<float>((3 * row + 5 * col) % 7 - 3); }
static float element_b(int row, int col) { return static_cast<float>((2 * row + 7 * col) % 5 - 2); }

static bool right_product(const std::vector<float>& c, int n) {
    for (int row = 0; row < n; ++row)
        for (int col = 0; col < n; ++col) {
            float sum = 0;
            for (int k = 0; k < n; ++k) sum += element_a(row, k) * element_b(k, col);
            if (c[row * n + col] != sum) return false;
        }
    return true;
}

static std::vector<float> filled(int n, float (*element)(int row, int col)) {
    std::vector<float> matrix(static_cast<size_t>(n) * n);
    for (int row = 0; row < n; ++row)
        for (int col = 0; col < n; ++col) matrix[row * n + col] = element(row, col);
    return matrix;
}

struct Matrices {
    explicit Matrices(int size)
        : n(size), a(filled(n, element_a)), b(filled(n, element_b)), c(static_cast<size_t>(n) * n) {}

    int n;
    gpu::Buffer<float> a, b, c;
};

struct Part {
    int rows, columns;  // of c
};

// What a block computes.
static Part tile_of(const Version& version, Shape shape) {
    if (version.by_block) return {version.rows, version.columns};
    return {shape.y * version.rows, shape.x * version.columns};
}

static bool multiply(Matrices& m, const Version& version, Shape shape, Part part) {
    const dim3 block(shape.x, shape.y);
    const Part tile = tile_of(version, shape);
    const dim3 grid(part.columns / tile.columns, part.rows / tile.rows);
    m.c.fill_bytes(0xff);
    version.kernel<<<grid, block>>>(m.a.data(), m.b.data(), m.c.data(), m.n);
    CUDA_CHECK(cudaGetLastError());
    std::printf("%s %d %d %d %d %d\n", version.name, m.n, shape.x, shape.y, part.rows, part.columns);
    return part.rows < m.n || part.columns < m.n || right_product(m.c.to_host(), m.n);
}

int main() {
    bool right = true;
    for (const int n : {64, 96, 128, 256, 512, 1024}) {
        Matrices m(n);
        for (const Version& version : kVersions)
            for (int k = 0; k < version.count; ++k) {
                const Shape shape = version.shapes[k];
                const Part tile = tile_of(version, shape);
                if (n % tile.columns != 0 || n % tile.rows != 0) continue;
                const int part = n <= 128 ? n : 64;
                // The largest n only where a shape needs it.
                if (n > 256 && tile.columns < n && tile.rows < n) continue;
                right &=
                    multiply(m, version, shape, {std::max(part, tile.rows), std::max(part, tile.columns)});
            }
    }
    if (!right) std::puts("a product is wrong");
    return right ? 0 : 1;
}
