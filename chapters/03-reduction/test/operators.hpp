// Operators only for this chapter's tests: one whose identity is not 0, as a user may write, and one that counts its
// calls.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

namespace tested {

// The product modulo a prime, of numbers below it.
struct ProductModulo {
    __host__ __device__ static std::int32_t identity() { return 1; }
    __host__ __device__ std::int32_t operator()(std::int32_t a, std::int32_t b) const { return a * b % 1009; }
};

// A sum that counts its calls in device memory.
struct CountedSum {
    unsigned* additions;
    __host__ __device__ static std::int32_t identity() { return 0; }
#ifdef __CUDACC__
    __device__ std::int32_t operator()(std::int32_t a, std::int32_t b) const {
        atomicAdd(additions, 1u);
        return a + b;
    }
#endif
};

// Composition of maps x -> a·x + b modulo 2^16, with two 16-bit numbers in one element: associative but not
// commutative. A scan keeps the order.
struct Compose {
    __host__ __device__ static std::int32_t identity() { return 1; }  // a = 1, b = 0
    __host__ __device__ std::int32_t operator()(std::int32_t first, std::int32_t second) const {
        const unsigned a1 = first & 0xffff, b1 = static_cast<unsigned>(first) >> 16;
        const unsigned a2 = second & 0xffff, b2 = static_cast<unsigned>(second) >> 16;
        const unsigned a = a1 * a2 & 0xffff, b = (a2 * b1 + b2) & 0xffff;
        return static_cast<std::int32_t>(b << 16 | a);
    }
};

}  // namespace tested
