// Barriers and copies of threads and groups, with cuda::barrier, cuda::pipeline, cuda::memcpy_async, cooperative groups
// and the pipeline primitives. asynchronous.cu runs them.
#pragma once

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>

#include <algorithm>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <numeric>

#include "emulator/test/programs/compared.cuh"

// libcu++ barriers have constructors that do nothing in shared memory; init() makes them.
#pragma nv_diag_suppress static_var_with_dynamic_init

namespace {

namespace cg = cooperative_groups;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

// ---- barriers

// All threads arrive, do something else, and wait: each round reads what a neighbour wrote in the round before.
__global__ void rounds_with_barrier(int* out, int rounds) {
    __shared__ Barrier barrier;
    __shared__ int values[2][96];
    if (threadIdx.x == 0) init(&barrier, blockDim.x);
    __syncthreads();
    int value = threadIdx.x;
    for (int round = 0; round < rounds; ++round) {
        values[round % 2][threadIdx.x] = value;
        Barrier::arrival_token token = barrier.arrive();
        const int own = value * 3;  // needs nobody
        barrier.wait(std::move(token));
        value = own + values[round % 2][(threadIdx.x + 1) % blockDim.x];
    }
    out[threadIdx.x] = value;
}

bool barriers() {
    const int threads = 96, rounds = 9;
    std::vector<int> expected(threads), next(threads);
    std::iota(expected.begin(), expected.end(), 0);
    for (int round = 0; round < rounds; ++round) {
        for (int t = 0; t < threads; ++t) next[t] = 3 * expected[t] + expected[(t + 1) % threads];
        expected.swap(next);
    }
    gpu::Buffer<int> out(threads);
    rounds_with_barrier<<<1, threads>>>(out.data(), rounds);
    finish();
    return same(out.to_host(), expected);
}

// Warp 0 fills, the other warps drain, two barriers a stage: one says full, the other empty again.
__global__ void producer_and_consumers(const int* in, int* out, int rounds) {
    __shared__ Barrier full[2], empty[2];
    __shared__ int stage[2][32];
    if (threadIdx.x < 2) {
        init(&full[threadIdx.x], blockDim.x);
        init(&empty[threadIdx.x], blockDim.x);
    }
    __syncthreads();
    if (threadIdx.x < 32) {
        for (int round = 0; round < rounds; ++round) {
            empty[round % 2].arrive_and_wait();
            stage[round % 2][threadIdx.x] = in[round * 32 + threadIdx.x];
            (void)full[round % 2].arrive();
        }
    } else {
        int sum = 0;
        (void)empty[0].arrive();
        (void)empty[1].arrive();
        for (int round = 0; round < rounds; ++round) {
            full[round % 2].arrive_and_wait();
            for (int k = 0; k < 32; ++k) sum += stage[round % 2][k] * static_cast<int>(threadIdx.x % 7 + k);
            if (round + 2 < rounds) (void)empty[round % 2].arrive();
        }
        out[threadIdx.x - 32] = sum;
    }
}

bool producers_and_consumers() {
    const int rounds = 11, consumers = 64;
    const auto in = numbers<int>(rounds * 32, 100, 3);
    std::vector<int> expected(consumers);
    for (int t = 0; t < consumers; ++t)
        for (int k = 0; k < rounds * 32; ++k) expected[t] += in[k] * ((t + 32) % 7 + k % 32);
    const gpu::Buffer<int> from(in);
    gpu::Buffer<int> out(consumers);
    producer_and_consumers<<<1, 32 + consumers>>>(from.data(), out.data(), rounds);
    finish();
    return same(out.to_host(), expected);
}

// Every second thread leaves; the others go on with what is expected of them.
__global__ void dropping(int* out) {
    __shared__ Barrier barrier;
    __shared__ int count;
    if (threadIdx.x == 0) {
        init(&barrier, blockDim.x);
        count = 0;
    }
    __syncthreads();
    if (threadIdx.x % 2 == 1) {
        barrier.arrive_and_drop();
        return;
    }
    barrier.arrive_and_wait();
    atomicAdd(&count, 1);
    barrier.arrive_and_wait();
    out[threadIdx.x / 2] = count;
}

bool drops() {
    gpu::Buffer<int> out(40);
    dropping<<<1, 80>>>(out.data());
    finish();
    return same(out.to_host(), std::vector<int>(40, 40));
}

// ---- copies of threads and groups

// cuda::memcpy_async of every size, for one thread and for the block, with a barrier and with a pipeline.
template <int kBytes>
struct alignas(kBytes % 16 == 0  ? 16
               : kBytes % 8 == 0 ? 8
               : kBytes % 4 == 0 ? 4
                                 : 1) Bytes {
    unsigned char bytes[kBytes];
};

template <int kBytes>
__global__ void copy_each_way(const Bytes<kBytes>* in, Bytes<kBytes>* out) {
    __shared__ Bytes<kBytes> tile[4][32];
    __shared__ Barrier barrier;
    const cg::thread_block block = cg::this_thread_block();
    if (threadIdx.x == 0) init(&barrier, blockDim.x);
    block.sync();
    cuda::memcpy_async(&tile[0][threadIdx.x], &in[threadIdx.x], sizeof(Bytes<kBytes>), barrier);
    cuda::memcpy_async(block, tile[1], in + 32, cuda::aligned_size_t<alignof(Bytes<kBytes>)>(sizeof tile[1]),
                       barrier);
    barrier.arrive_and_wait();
    cuda::pipeline<cuda::thread_scope_thread> pipeline = cuda::make_pipeline();
    pipeline.producer_acquire();
    cuda::memcpy_async(&tile[2][threadIdx.x], &in[64 + threadIdx.x], sizeof(Bytes<kBytes>), pipeline);
    pipeline.producer_commit();
    cg::memcpy_async(block, tile[3], in + 96, sizeof tile[3]);
    pipeline.consumer_wait();
    cg::wait(block);
    for (int k = 0; k < 4; ++k) out[32 * k + threadIdx.x] = tile[k][k == 2 ? threadIdx.x : 31 - threadIdx.x];
    pipeline.consumer_release();
}

template <int kBytes>
bool copied() {
    const auto in = numbers<unsigned char>(128 * kBytes, 250, kBytes);
    std::vector<unsigned char> expected(in.size());
    for (int k = 0; k < 128; ++k) {
        const int from = k / 32 == 2 ? k : k / 32 * 32 + 31 - k % 32;
        std::copy_n(in.begin() + from * kBytes, kBytes, expected.begin() + k * kBytes);
    }
    const gpu::Buffer<unsigned char> from(in);
    gpu::Buffer<unsigned char> to(in.size());
    copy_each_way<kBytes><<<1, 32>>>(reinterpret_cast<const Bytes<kBytes>*>(from.data()),
                                     reinterpret_cast<Bytes<kBytes>*>(to.data()));
    finish();
    return same(to.to_host(), expected);
}

bool memcpy_async_of_every_size() {
    return copied<1>() && copied<3>() && copied<4>() && copied<8>() && copied<12>() && copied<16>() &&
           copied<32>();
}

// A pipeline of the whole block with two stages, and the same with the primitives' wait_prior.
__global__ void block_pipeline(const int* in, int* out, int tiles) {
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> shared_state;
    __shared__ int stage[2][64];
    const cg::thread_block block = cg::this_thread_block();
    auto pipeline = cuda::make_pipeline(block, &shared_state);
    const auto fetch = [&](int tile) {
        pipeline.producer_acquire();
        if (tile < tiles)
            cuda::memcpy_async(block, stage[tile % 2], in + tile * 64, sizeof stage[0], pipeline);
        pipeline.producer_commit();
    };
    int sum = 0;
    fetch(0);
    for (int tile = 0; tile < tiles; ++tile) {
        fetch(tile + 1);
        pipeline.consumer_wait();
        sum += stage[tile % 2][63 - threadIdx.x];
        pipeline.consumer_release();
    }
    out[threadIdx.x] = sum;
}

// The block's threads part into producers and consumers.
__global__ void parted_pipeline(const int* in, int* out, int tiles) {
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> shared_state;
    __shared__ int stage[2][64];
    const cg::thread_block block = cg::this_thread_block();
    const auto role = threadIdx.x < 64 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
    auto pipeline = cuda::make_pipeline(block, &shared_state, role);
    if (role == cuda::pipeline_role::producer) {
        for (int tile = 0; tile < tiles; ++tile) {
            pipeline.producer_acquire();
            cuda::memcpy_async(&stage[tile % 2][threadIdx.x], &in[tile * 64 + threadIdx.x], sizeof(int),
                               pipeline);
            pipeline.producer_commit();
        }
    } else {
        int sum = 0;
        for (int tile = 0; tile < tiles; ++tile) {
            pipeline.consumer_wait();
            sum += stage[tile % 2][127 - threadIdx.x];
            pipeline.consumer_release();
        }
        out[threadIdx.x - 64] = sum;
    }
}

__global__ void primitives(const int* in, int* out, int tiles) {
    __shared__ int stage[3][64];
    for (int tile = 0; tile < 2; ++tile) {
        __pipeline_memcpy_async(&stage[tile][threadIdx.x], &in[tile * 64 + threadIdx.x], 4);
        __pipeline_commit();
    }
    int sum = 0;
    for (int tile = 0; tile < tiles; ++tile) {
        // The last of 4 bytes are zeros: zfill.
        if (tile + 2 < tiles)
            __pipeline_memcpy_async(&stage[(tile + 2) % 3][threadIdx.x], &in[(tile + 2) * 64 + threadIdx.x],
                                    4, tile == 3 ? 4 : 0);
        __pipeline_commit();
        __pipeline_wait_prior(2);
        __syncthreads();
        sum += stage[tile % 3][63 - threadIdx.x];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}

bool pipelines() {
    const int tiles = 7;
    const auto in = numbers<int>(tiles * 64, 1000, 5);
    std::vector<int> expected(64), without_one(64);
    for (int k = 0; k < tiles * 64; ++k) {
        expected[63 - k % 64] += in[k];
        without_one[63 - k % 64] += k / 64 == 5 ? 0 : in[k];
    }
    const gpu::Buffer<int> from(in);
    gpu::Buffer<int> whole(64), parted(64), old(64);
    block_pipeline<<<1, 64>>>(from.data(), whole.data(), tiles);
    parted_pipeline<<<1, 128>>>(from.data(), parted.data(), tiles);
    primitives<<<1, 64>>>(from.data(), old.data(), tiles);
    finish();
    return same(whole.to_host(), expected) && same(parted.to_host(), expected) &&
           same(old.to_host(), without_one);
}

}  // namespace
