// The loads of exercise 04.4. Each says where lane `lane` of a block's first warp begins to read, in bytes from the beginning of a
// matrix whose rows have kN floats. A kernel runs them and the generations' rules are applied to them, so both see the same
// addresses.
#pragma once

#include <cuda_runtime.h>

namespace loads {

constexpr int kWarp = 32;
constexpr int kN = 1024;  // floats of a row

// Threads are numbered along x first: in blocks of 16 × 16, lanes 0 to 15 have y = 0, the others y = 1.
template <int kAcross>
struct Thread {
    __host__ __device__ static int x(int lane) { return lane % kAcross; }
    __host__ __device__ static int y(int lane) { return lane / kAcross; }
};

// a[row * n + k] and b[k * n + col] of the simple kernel, with k = 0.
template <int kAcross>
struct SimpleA : Thread<kAcross> {
    using Element = float;
    __host__ __device__ static int offset(int lane) { return 4 * Thread<kAcross>::y(lane) * kN; }
};
template <int kAcross>
struct SimpleB : Thread<kAcross> {
    using Element = float;
    __host__ __device__ static int offset(int lane) { return 4 * Thread<kAcross>::x(lane); }
};

// b[k][2 * x] and b[k][2 * x + 1] at once.
struct PairOfB : Thread<8> {
    using Element = float2;
    __host__ __device__ static int offset(int lane) { return 8 * x(lane); }
};

// a[(first_row + y) * n + first + x] of the tiled kernel, and the same load one float further on: b's tile where b begins at the
// second column of a matrix.
struct TileOfA : Thread<16> {
    using Element = float;
    __host__ __device__ static int offset(int lane) { return 4 * (y(lane) * kN + x(lane)); }
};
struct TileOneColumnOn : Thread<16> {
    using Element = float;
    __host__ __device__ static int offset(int lane) { return 4 * (y(lane) * kN + x(lane) + 1); }
};

// Runs the load once, as one warp; `never` is not written (kernels.cu).
template <class Load>
void launch(const char* matrix, int* never);

}  // namespace loads
