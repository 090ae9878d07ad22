// Bulk and tensor copies, with cuda::ptx and a tensor map of the driver's. asynchronous.cu runs them.
#pragma once

#include <cuda.h>

#include <cuda/ptx>
#include <stdexcept>

#include "emulator/test/programs/compared.cuh"

namespace {

namespace ptx = cuda::ptx;

// ---- bulk copies

// A block's tile comes and goes as one bulk copy each way; between them every thread changes its word.
__global__ void bulk_there_and_back(const int* in, int* out, int* sums) {
    __shared__ alignas(128) int tile[256];
    __shared__ uint64_t barrier;
    const int begin = blockIdx.x * 256;
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&barrier, blockDim.x);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    __syncthreads();
    uint64_t token;
    if (threadIdx.x == 0) {
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, in + begin, sizeof tile, &barrier);
        token = ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &barrier,
                                               sizeof tile);
    } else {
        token = ptx::mbarrier_arrive(&barrier);
    }
    while (!ptx::mbarrier_try_wait(&barrier, token)) {
    }
    tile[threadIdx.x] = tile[threadIdx.x] * 2 + 1;
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out + begin, tile, sizeof tile);
        ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_add, sums, tile, sizeof tile);
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
    }
    __syncthreads();
    tile[threadIdx.x] = 0;  // may be overwritten now
}

bool bulk_copies() {
    const int blocks = 5;
    const auto in = numbers<int>(blocks * 256, 1000, 6);
    std::vector<int> expected(in.size()), expected_sums(256);
    for (std::size_t k = 0; k < in.size(); ++k) {
        expected[k] = 2 * in[k] + 1;
        expected_sums[k % 256] += expected[k];
    }
    const gpu::Buffer<int> from(in);
    gpu::Buffer<int> to(in.size()), sums(256);
    sums.fill_bytes(0);
    bulk_there_and_back<<<blocks, 256>>>(from.data(), to.data(), sums.data());
    finish();
    return same(to.to_host(), expected) && same(sums.to_host(), expected_sums);
}

// ---- tensor copies

// One tile of a matrix through shared memory, transposed on the way in shared memory.
template <class T>
__global__ void transpose_tiles(const __grid_constant__ CUtensorMap in,
                                const __grid_constant__ CUtensorMap out) {
    __shared__ alignas(1024) T tile[32][32];
    __shared__ alignas(1024) T turned[32][32];
    __shared__ uint64_t barrier;
    const int x = blockIdx.x * 32, y = blockIdx.y * 32;
    if (threadIdx.x == 0) ptx::mbarrier_init(&barrier, 1);
    __syncthreads();
    if (threadIdx.x == 0) {
        const int32_t at[2] = {x, y};
        ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, tile, &in, at, &barrier);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &barrier,
                                       sizeof tile);
    }
    while (!ptx::mbarrier_try_wait_parity(&barrier, 0)) {
    }
    // The pieces of 16 bytes of row y lie where their number is exchanged with y % 8.
    constexpr int kPiece = 16 / sizeof(T);
    for (int k = threadIdx.x; k < 32 * 32; k += blockDim.x) {
        const int row = k / 32, column = k % 32;
        turned[column][row] = tile[row][(column / kPiece ^ row % 8) * kPiece + column % kPiece];
    }
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
        const int32_t at[2] = {y, x};
        ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared, &out, at, turned);
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
    }
}

CUresult (*encode_tiled)(CUtensorMap*, CUtensorMapDataType, cuuint32_t, void*, const cuuint64_t*,
                         const cuuint64_t*, const cuuint32_t*, const cuuint32_t*, CUtensorMapInterleave,
                         CUtensorMapSwizzle, CUtensorMapL2promotion, CUtensorMapFloatOOBfill);

template <class T>
CUtensorMap matrix_map(gpu::Buffer<T>& matrix, cuuint64_t rows, cuuint64_t columns, cuuint64_t pitch,
                       CUtensorMapSwizzle swizzle) {
    CUtensorMap map{};
    const cuuint64_t size[2] = {columns, rows}, stride[1] = {pitch * sizeof(T)};
    const cuuint32_t box[2] = {32, 32}, step[2] = {1, 1};
    const CUresult result = encode_tiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, matrix.data(), size,
                                         stride, box, step, CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle,
                                         CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    if (result != CUDA_SUCCESS) throw std::runtime_error("cuTensorMapEncodeTiled failed");
    return map;
}

bool tensor_copies() {
    cudaDriverEntryPointQueryResult found;
    CUDA_CHECK(cudaGetDriverEntryPointByVersion(
        "cuTensorMapEncodeTiled", reinterpret_cast<void**>(&encode_tiled), 12000, cudaEnableDefault, &found));
    if (found != cudaDriverEntryPointSuccess) return false;
    // Neither side is a multiple of the tile; the pitch is one of 16 bytes.
    const int rows = 75, columns = 101, pitch = 104, turned_pitch = 76;
    const auto in = numbers<float>(rows * pitch, 1000, 7);
    // A row is written back in pieces of 16 bytes: what lies behind its 75 elements gets the zeros from outside of the tensor.
    std::vector<float> expected(columns * turned_pitch, 0.0f);
    for (int y = 0; y < rows; ++y)
        for (int x = 0; x < columns; ++x) expected[x * turned_pitch + y] = in[y * pitch + x];
    gpu::Buffer<float> from(in), to(std::vector<float>(columns * turned_pitch, -7.0f));
    const CUtensorMap source = matrix_map(from, rows, columns, pitch, CU_TENSOR_MAP_SWIZZLE_128B);
    const CUtensorMap target = matrix_map(to, columns, rows, turned_pitch, CU_TENSOR_MAP_SWIZZLE_NONE);
    transpose_tiles<float><<<dim3(4, 3), 128>>>(source, target);
    finish();
    return same(to.to_host(), expected);
}

}  // namespace
