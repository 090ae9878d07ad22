// The access patterns of exercise 02.2. Each says what lane `lane` of a warp accesses in an array that begins at a multiple
// of 256 bytes, as every array from cudaMalloc does. The kernel and the rule both use these functions, so both are about the
// same addresses.
#pragma once

#include <cuda_runtime.h>

namespace patterns {

constexpr int kWarp = 32;

// The base of all patterns: floats, and all lanes active.
struct Floats {
    using Element = float;
    __host__ __device__ static bool active(int) { return true; }
};

struct Neighbours : Floats {
    __host__ __device__ static int index(int lane) { return lane; }
};
struct NeighboursShifted : Floats {
    __host__ __device__ static int index(int lane) { return lane + 1; }
};
struct Backwards : Floats {
    __host__ __device__ static int index(int lane) { return kWarp - 1 - lane; }
};
struct AllTheSame : Floats {
    __host__ __device__ static int index(int) { return 7; }
};
struct EverySecond : Floats {
    __host__ __device__ static int index(int lane) { return 2 * lane; }
};
struct ARowApart : Floats {
    __host__ __device__ static int index(int lane) { return 1000 * lane; }
};

template <class Type>
struct Neighbouring : Floats {
    using Element = Type;
    __host__ __device__ static int index(int lane) { return lane; }
};
using Bytes = Neighbouring<unsigned char>;
using Doubles = Neighbouring<double>;
using Vectors = Neighbouring<float4>;

// The x of lane l's point, in an array of points of three floats.
struct Points : Floats {
    __host__ __device__ static int index(int lane) { return 3 * lane; }
};

struct FirstHalf : Neighbours {
    __host__ __device__ static bool active(int lane) { return lane < kWarp / 2; }
};
struct OddLanes : Neighbours {
    __host__ __device__ static bool active(int lane) { return lane % 2 == 1; }
};
// A warp of a block of 16 × 16 threads: two rows of 16 floats, in a matrix with rows of 1001.
struct TwoRows : Floats {
    __host__ __device__ static int index(int lane) { return lane / 16 * 1001 + lane % 16; }
};

constexpr int kElements = 1000 * kWarp;  // no pattern reaches further

// Runs the pattern once, as one warp, on an array of kElements elements; does not write `never` (kernels.cu).
template <class Pattern>
void launch(const typename Pattern::Element* in, int* never);

}  // namespace patterns
