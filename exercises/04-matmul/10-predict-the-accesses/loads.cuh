// The loads of exercise 04.10, as the thread with these indices makes them in a block's first warp. A kernel runs them and the
// rules are asked about them, so that both speak of the same addresses.
#pragma once

#include <cuda_runtime.h>

namespace loads {

constexpr int kWarp = 32;

// A warp of the first block: blocks have kWidth threads along x. kStride is the matrix's width, in floats.
template <int kWidth, int kStride>
struct Warp {
    using Element = float;
    __host__ __device__ static int tx(int lane) { return lane % kWidth; }
    __host__ __device__ static int ty(int lane) { return lane / kWidth; }
};

// m[row * width + k] and n[k * width + col] of the simple kernel, for k = 0.
template <int kWidth, int kStride>
struct SimpleM : Warp<kWidth, kStride> {
    __host__ __device__ static int index(int lane) { return Warp<kWidth, kStride>::ty(lane) * kStride; }
    __host__ __device__ static int offset(int lane) { return 4 * index(lane); }
};
template <int kWidth, int kStride>
struct SimpleN : Warp<kWidth, kStride> {
    __host__ __device__ static int index(int lane) { return Warp<kWidth, kStride>::tx(lane); }
    __host__ __device__ static int offset(int lane) { return 4 * index(lane); }
};

// m[row * width + phase * TILE_WIDTH + tx] and n[(phase * TILE_WIDTH + ty) * width + col] of the tiled kernel, for phase 0.
template <int kWidth, int kStride>
struct TileOfM : Warp<kWidth, kStride> {
    __host__ __device__ static int index(int lane) {
        using Of = Warp<kWidth, kStride>;
        return Of::ty(lane) * kStride + Of::tx(lane);
    }
    __host__ __device__ static int offset(int lane) { return 4 * index(lane); }
};
template <int kWidth, int kStride>
using TileOfN = TileOfM<kWidth, kStride>;  // row ty and column tx of the first tile as well

// Runs the load once, as one warp; `never` is not written (kernels.cu).
template <class Load>
void launch(const char* matrix, int* never);

}  // namespace loads
