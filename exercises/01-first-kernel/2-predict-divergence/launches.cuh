// The launches of exercise 01.2. Each has the shape of its grid and says how often a thread writes: 0 or 1 times where the code
// is an if, more often where it is a loop. The kernel and the rule both use these functions, so both are about the same
// threads.
#pragma once

#include <cuda_runtime.h>

namespace launches {

// A thread's indices, on which the conditions depend.
struct Thread {
    unsigned x, y;              // threadIdx
    unsigned block_x, block_y;  // blockIdx
    unsigned width, height;     // blockDim

    __host__ __device__ unsigned column() const { return block_x * width + x; }
    __host__ __device__ unsigned row() const { return block_y * height + y; }
};

// The shape of a block, and of the grid.
template <unsigned kBlockX, unsigned kBlockY, unsigned kGridX, unsigned kGridY>
struct Blocks {
    static dim3 block() { return dim3(kBlockX, kBlockY); }
    static dim3 grid() { return dim3(kGridX, kGridY); }
};
using OneOf256 = Blocks<256, 1, 1, 1>;
using OneOf16x16 = Blocks<16, 16, 1, 1>;

struct Vector1000 : Blocks<256, 1, 4, 1> {
    __host__ __device__ static unsigned times(const Thread& t) { return t.column() < 1000; }
};
struct Vector960 : Blocks<256, 1, 4, 1> {
    __host__ __device__ static unsigned times(const Thread& t) { return t.column() < 960; }
};
struct Vector1003 : Blocks<96, 1, 11, 1> {
    __host__ __device__ static unsigned times(const Thread& t) { return t.column() < 1003; }
};

struct First48 : OneOf256 {
    __host__ __device__ static unsigned times(const Thread& t) { return t.x < 48; }
};
struct First64 : OneOf256 {
    __host__ __device__ static unsigned times(const Thread& t) { return t.x < 64; }
};
struct EvenThreads : OneOf256 {
    __host__ __device__ static unsigned times(const Thread& t) { return t.x % 2 == 0; }
};
struct EvenWarps : OneOf256 {
    __host__ __device__ static unsigned times(const Thread& t) { return t.x / 32 % 2 == 0; }
};
struct EvenBlocks : Blocks<256, 1, 8, 1> {
    __host__ __device__ static unsigned times(const Thread& t) { return t.block_x % 2 == 0; }
};

struct LeftHalf : OneOf16x16 {
    __host__ __device__ static unsigned times(const Thread& t) { return t.x < 8; }
};
struct UpperHalf : OneOf16x16 {
    __host__ __device__ static unsigned times(const Thread& t) { return t.y < 8; }
};
struct TopRow : OneOf16x16 {
    __host__ __device__ static unsigned times(const Thread& t) { return t.y == 0; }
};
struct Picture100x50 : Blocks<16, 16, 7, 4> {
    __host__ __device__ static unsigned times(const Thread& t) { return t.column() < 100 && t.row() < 50; }
};
struct WidePicture100x50 : Blocks<32, 8, 4, 7> {
    __host__ __device__ static unsigned times(const Thread& t) { return t.column() < 100 && t.row() < 50; }
};

struct TripsByThread : OneOf256 {
    __host__ __device__ static unsigned times(const Thread& t) { return t.x % 4; }
};
struct TripsByWarp : OneOf256 {
    __host__ __device__ static unsigned times(const Thread& t) { return t.x / 32; }
};
struct Stride : OneOf256 {  // for (i = threadIdx.x; i < 1000; i += 256)
    __host__ __device__ static unsigned times(const Thread& t) { return (1000 - t.x + 255) / 256; }
};

// Launches a kernel whose threads write that often, into an array with an element for each thread (kernels.cu).
template <class Launch>
void launch(unsigned* out);

}  // namespace launches
