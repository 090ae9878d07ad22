// Atomics of the rarer types, matrices of 16-bit elements, a cluster of one block. asynchronous.cu runs them.
#pragma once

#include <cooperative_groups.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstring>
#include <cuda/atomic>

#include "emulator/test/programs/compared.cuh"

namespace {

namespace cg = cooperative_groups;

struct Rare {
    __half2 halves;
    __nv_bfloat162 bfloats;
    float4 floats;
    float2 pair;
    unsigned short shorts[2];
    alignas(16) unsigned long long wide[2];
    __half half;
};

struct alignas(16) Wide {
    unsigned long long low, high;
};

__global__ void update_rare(Rare* r) {
    atomicAdd(&r->halves, __floats2half2_rn(1, 2));
    atomicAdd(&r->bfloats, __floats2bfloat162_rn(0.5f, 1));
    atomicAdd(&r->floats, make_float4(1, 2, 3, 4));
    atomicAdd(&r->pair, make_float2(0.25f, 0.5f));
    atomicAdd(&r->half, __float2half(2));
    unsigned short seen = r->shorts[1], expected;
    do {
        expected = seen;
        seen = atomicCAS(&r->shorts[1], expected, static_cast<unsigned short>(expected + 1));
    } while (seen != expected);
    Wide* const wide = reinterpret_cast<Wide*>(r->wide);
    Wide before = *wide, compare;
    do {
        compare = before;
        before = atomicCAS(wide, compare, Wide{compare.low + 1, compare.high + 2});
    } while (before.low != compare.low || before.high != compare.high);
    __shared__ int count;
    cuda::atomic_ref<int, cuda::thread_scope_block> shared_count(count);
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    shared_count.fetch_add(1, cuda::std::memory_order_acq_rel);
}

bool rare_atomics() {
    gpu::Buffer<unsigned char> place(sizeof(Rare));
    place.fill_bytes(0);
    update_rare<<<3, 32>>>(reinterpret_cast<Rare*>(place.data()));
    finish();
    Rare r;
    const std::vector<unsigned char> bytes = place.to_host();
    std::memcpy(static_cast<void*>(&r), bytes.data(), sizeof r);
    const std::vector<float> got{__low2float(r.halves),
                                 __high2float(r.halves),
                                 __low2float(r.bfloats),
                                 r.floats.x,
                                 r.floats.w,
                                 r.pair.x,
                                 r.pair.y,
                                 __half2float(r.half),
                                 float(r.shorts[0]),
                                 float(r.shorts[1]),
                                 float(r.wide[0]),
                                 float(r.wide[1])};
    return same(got, {96, 192, 48, 96, 384, 24, 48, 192, 0, 96, 96, 192});
}

// Transposes a 16-bit 16×16 matrix: four 8×8 ones are loaded transposed and stored in each other's places.
__global__ void transpose_by_matrices(const short* in, short* out) {
    __shared__ alignas(16) short from[16][16], to[16][16];
    for (int k = threadIdx.x; k < 256; k += 32) from[k / 16][k % 16] = in[k];
    __syncwarp();
    const int matrix = threadIdx.x / 8, row = threadIdx.x % 8;
    const int y = matrix / 2 * 8 + row, x = matrix % 2 * 8, turned_y = matrix % 2 * 8 + row,
              turned_x = matrix / 2 * 8;
    unsigned r[4];
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(static_cast<unsigned>(__cvta_generic_to_shared(&from[y][x])))
                 : "memory");
    asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%4], {%0, %1, %2, %3};" ::"r"(r[0]), "r"(r[1]),
                 "r"(r[2]), "r"(r[3]),
                 "r"(static_cast<unsigned>(__cvta_generic_to_shared(&to[turned_y][turned_x])))
                 : "memory");
    __syncwarp();
    for (int k = threadIdx.x; k < 256; k += 32) out[k] = to[k / 16][k % 16];
}

bool matrices() {
    const auto in = numbers<short>(256, 1000, 8);
    std::vector<short> expected(256);
    for (int k = 0; k < 256; ++k) expected[k % 16 * 16 + k / 16] = in[k];
    const gpu::Buffer<short> from(in);
    gpu::Buffer<short> to(256);
    transpose_by_matrices<<<1, 32>>>(from.data(), to.data());
    finish();
    return same(to.to_host(), expected);
}

__global__ void cluster_of_one(int* out) {
    __shared__ int values[64];
    const cg::cluster_group cluster = cg::this_cluster();
    int* const own = cluster.map_shared_rank(values, cluster.block_rank());
    own[threadIdx.x] = threadIdx.x + cluster.num_blocks();
    cluster.sync();
    const int value = values[63 - threadIdx.x];
    out[threadIdx.x] = value;
    cg::invoke_one(cg::coalesced_threads(), [&] { atomicAdd(&out[64], 1); });
}

bool clusters() {
    gpu::Buffer<int> out(65);
    out.fill_bytes(0);
    cluster_of_one<<<1, 64>>>(out.data());
    finish();
    std::vector<int> expected(65, 2);
    for (int t = 0; t < 64; ++t) expected[t] = 64 - t;
    return same(out.to_host(), expected);
}

}  // namespace
