// Four neighbouring floats of a row of a matrix, in one access if the matrix allows it. A float4 needs an address
// that is a multiple of 16 bytes; if rows start elsewhere, or end within four floats, the four are moved one by one.
// A kernel is compiled for both cases, and holds_float4() tells the host which one a call needs.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "common/cuda/gemm.hpp"
#include "common/cuda/gemm_result.cuh"

namespace gpu {

// Whether every four floats of a matrix, from a column that is a multiple of 4, lie at a multiple of 16 bytes and in
// one row.
inline bool holds_float4(const float* matrix, std::size_t cols, std::size_t stride) {
    return reinterpret_cast<std::uintptr_t>(matrix) % sizeof(float4) == 0 && cols % 4 == 0 && stride % 4 == 0;
}

// row[col] … row[col + 3], with zeros from row[end] on. kAligned: the four lie at a multiple of 16 bytes, and all on
// the same side of `end`.
template <bool kAligned>
__device__ float4 load_four(const float* row, std::size_t col, std::size_t end) {
    if constexpr (kAligned) {
        return col < end ? *reinterpret_cast<const float4*>(row + col) : make_float4(0, 0, 0, 0);
    } else {
        return make_float4(col + 0 < end ? row[col + 0] : 0, col + 1 < end ? row[col + 1] : 0,
                           col + 2 < end ? row[col + 2] : 0, col + 3 < end ? row[col + 3] : 0);
    }
}

// Stores alpha * sum + beta * C to C's elements (row, col) … (row, col + 3), as far as they are inside C. kAligned as
// in load_four.
template <bool kAligned>
__device__ void store_four(const Gemm& gemm, std::size_t row, std::size_t col, float4 sum) {
    if (row >= gemm.m || col >= gemm.n) return;
    float* const c = gemm.c + row * gemm.ldc + col;
    if constexpr (kAligned) {
        const float4 before = gemm.beta == 0 ? float4{} : *reinterpret_cast<const float4*>(c);
        *reinterpret_cast<float4*>(c) =
            make_float4(gemm_result(gemm, sum.x, &before.x), gemm_result(gemm, sum.y, &before.y),
                        gemm_result(gemm, sum.z, &before.z), gemm_result(gemm, sum.w, &before.w));
    } else {
        c[0] = gemm_result(gemm, sum.x, c);
        if (col + 1 < gemm.n) c[1] = gemm_result(gemm, sum.y, c + 1);
        if (col + 2 < gemm.n) c[2] = gemm_result(gemm, sum.z, c + 2);
        if (col + 3 < gemm.n) c[3] = gemm_result(gemm, sum.w, c + 3);
    }
}

}  // namespace gpu
