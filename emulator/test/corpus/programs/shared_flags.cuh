// Warps of a block that wait for each other through shared memory, without a barrier: flags, counters, locks, a ring of
// buffers, the barrier of a tile of several warps. Compare with flag_without_fence in classics_order.cuh, where blocks do.
#pragma once

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <cuda/atomic>

#include "emulator/test/corpus/programs/bounds.cuh"

namespace corpus {

namespace cg = cooperative_groups;

// case: shared_flag_without_fence | race | shared | 4 | warps
// One warp announces data with a flag, and nothing orders the data before the flag.
template <bool wrong>
__global__ void pass_to_a_warp(int* out) {
    __shared__ int data[32];
    __shared__ volatile int ready;
    if (threadIdx.x == 0) ready = 0;
    __syncthreads();
    if (threadIdx.x < 32) {
        data[threadIdx.x] = threadIdx.x;  // finds: race, shared
        __syncwarp();
        if (!wrong) __threadfence_block();
        if (threadIdx.x == 0) ready = 1;
    } else {
        while (ready == 0) {
        }
        __threadfence_block();
        out[threadIdx.x] = data[63 - threadIdx.x];  // finds: race, shared
    }
}
template <bool wrong>
void run_shared_flag_without_fence() {
    auto out = zeros<int>(64);
    pass_to_a_warp<wrong><<<2, 64>>>(out.data());
    finish();
}

// case: shared_flag_is_plain | race | shared | 4 | warps
// The flag's store is one that the compiler and the hardware may do whenever they like.
template <bool wrong>
__global__ void raise_a_flag(int* out) {
    __shared__ int data, ready;
    if (threadIdx.x == 0) ready = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        data = 42;
        __threadfence_block();
        int* flag = &ready;
        wrong ? void(*flag = 1) : void(atomicExch(flag, 1));  // finds: race, shared
    } else if (threadIdx.x == 32) {
        while (*static_cast<volatile int*>(&ready) == 0) {  // finds: race, shared
        }
        *out = data;  // finds: race, shared
    }
}
template <bool wrong>
void run_shared_flag_is_plain() {
    auto out = zeros<int>(1);
    raise_a_flag<wrong><<<1, 64>>>(out.data());
    finish();
}

// case: shared_count_without_fence | race | shared | 4 | warps
// The last warp to finish adds up what the others have left, and counts them with atomics.
template <bool wrong>
__global__ void last_warp_adds(int* out) {
    __shared__ int sums[4], finished;
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    if (threadIdx.x == 0) finished = 0;
    __syncthreads();
    if (lane != 0) return;
    sums[warp] = warp + 1;  // finds: race, shared
    if (!wrong) __threadfence_block();
    if (atomicAdd(&finished, 1) != 3) return;
    __threadfence_block();
    *out = sums[0] + sums[1] + sums[2] + sums[3];  // finds: race, shared
}
template <bool wrong>
void run_shared_count_without_fence() {
    auto out = zeros<int>(1);
    last_warp_adds<wrong><<<1, 128>>>(out.data());
    finish();
}

// case: shared_release_is_relaxed | race | shared | 4 | warps
// cuda::atomic_ref brings its own fences, if the memory order asks for them.
template <bool wrong>
__global__ void release_to_a_warp(const int* in, int* out) {
    __shared__ int data, ready;
    if (threadIdx.x == 0) ready = 0;
    __syncthreads();
    cuda::atomic_ref<int, cuda::thread_scope_block> flag(ready);
    if (threadIdx.x == 0) {
        data = *in;  // finds: race, shared
        flag.store(1, wrong ? cuda::memory_order_relaxed : cuda::memory_order_release);
    } else if (threadIdx.x >= 32) {
        while (flag.load(cuda::memory_order_acquire) == 0) {
        }
        out[threadIdx.x] = data;  // finds: race, shared
    }
}
template <bool wrong>
void run_shared_release_is_relaxed() {
    const auto in = counted<int>(1);
    auto out = zeros<int>(96);
    release_to_a_warp<wrong><<<1, 96>>>(in.data(), out.data());
    finish();
}

// case: shared_ring_overrun | race | shared | 4 | warps
// A warp fills a ring of two buffers for another one, which says that one is empty before it has surely read it.
template <bool wrong>
__global__ void pass_through_a_ring(const int* in, int* out, int rounds) {
    __shared__ int buffer[2][32];
    __shared__ volatile int filled[2], emptied[2];
    const int lane = threadIdx.x % 32;
    if (threadIdx.x < 2) filled[threadIdx.x] = emptied[threadIdx.x] = 0;
    __syncthreads();
    for (int round = 0; round < rounds; ++round) {
        const int slot = round % 2, turn = round / 2;
        if (threadIdx.x < 32) {
            while (emptied[slot] < turn) {
            }
            buffer[slot][lane] = in[round * 32 + lane];  // finds: race, shared
            __threadfence_block();
            __syncwarp();
            if (lane == 0) filled[slot] = turn + 1;
        } else {
            while (filled[slot] <= turn) {
            }
            __threadfence_block();
            out[round * 32 + lane] = buffer[slot][31 - lane];  // finds: race, shared
            if (!wrong) __threadfence_block();
            __syncwarp();
            if (lane == 0) emptied[slot] = turn + 1;
        }
    }
}
template <bool wrong>
void run_shared_ring_overrun() {
    const auto in = counted<int>(32 * 7);
    auto out = zeros<int>(32 * 7);
    pass_through_a_ring<wrong><<<2, 64>>>(in.data(), out.data(), 7);
    finish();
}

// case: shared_lock_without_fence | race | shared | 4 | warps
// What a lock protects is written before the lock is open again, if a fence says so.
template <bool wrong>
__global__ void add_under_a_lock(int* out) {
    __shared__ int sum, lock;
    if (threadIdx.x == 0) sum = lock = 0;
    __syncthreads();
    if (threadIdx.x % 32 == 0) {
        while (atomicCAS(&lock, 0, 1) != 0) {
        }
        __threadfence_block();
        sum += threadIdx.x;  // finds: race, shared
        if (!wrong) __threadfence_block();
        atomicExch(&lock, 0);
    }
    __syncthreads();
    if (threadIdx.x == 0) *out = sum;
}
template <bool wrong>
void run_shared_lock_without_fence() {
    auto out = zeros<int>(1);
    add_under_a_lock<wrong><<<1, 128>>>(out.data());
    finish();
}

// case: shared_maximum_read_early | race | shared | 8 | warps
// A maximum of doubles takes a loop of compare-and-swap. Its first guess is a plain load, and no race; reading the result
// before everybody is done is one.
template <bool wrong>
__global__ void maximum_of_doubles(const double* in, double* out) {
    __shared__ double most;
    if (threadIdx.x == 0) most = 0;
    __syncthreads();
    unsigned long long* const place = reinterpret_cast<unsigned long long*>(&most);
    unsigned long long seen = *place, before;
    do {
        before = seen;
        const double larger = fmax(__longlong_as_double(before), in[threadIdx.x]);
        seen = atomicCAS(place, before, __double_as_longlong(larger));  // finds: race, shared
    } while (seen != before);
    if (!wrong) __syncthreads();
    if (threadIdx.x == 0) *out = most;  // finds: race, shared
}
template <bool wrong>
void run_shared_maximum_read_early() {
    const auto in = counted<double>(64, 61);
    auto out = zeros<double>(1);
    maximum_of_doubles<wrong><<<1, 64>>>(in.data(), out.data());
    finish();
}

// case: volatile_in_step | race | shared | 4 | warp
// Volatile accesses are done one by one, which does not keep the lanes of a warp in step.
template <bool wrong>
__global__ void sum_in_step(const int* in, int* out) {
    __shared__ volatile int tile[64];
    const int x = threadIdx.x;
    tile[x] = in[x];
    tile[x + 32] = 0;
    __syncwarp();
    for (int distance = 16; distance > 0; distance /= 2) {
        const int other = tile[x + distance];  // finds: race, shared
        __syncwarp();
        tile[x] = tile[x] + other;  // finds: race, shared
        if (!wrong) __syncwarp();
    }
    if (x == 0) *out = tile[0];
}
template <bool wrong>
void run_volatile_in_step() {
    const auto in = counted<int>(32);
    auto out = zeros<int>(1);
    sum_in_step<wrong><<<1, 32>>>(in.data(), out.data());
    finish();
}

// case: tile_of_two_warps | race | shared | 4 | warps
// A tile of two warps meets at a barrier that cooperative groups make of flags in shared memory.
template <bool wrong>
__global__ void mirror_in_tiles(const int* in, int* out) {
    __shared__ int data[128];
    const auto tile = cg::tiled_partition<64>(cg::this_thread_block());
    const int x = threadIdx.x;
    data[x] = in[x];  // finds: race, shared
    if (!wrong) tile.sync();
    const int mirrored = data[x / 64 * 64 + 63 - x % 64];  // finds: race, shared
    out[x] = mirrored + cg::reduce(tile, in[x], cg::plus<int>()) + cg::reduce(tile, x, cg::greater<int>());
}
template <bool wrong>
void run_tile_of_two_warps() {
    const auto in = counted<int>(128);
    auto out = zeros<int>(128);
    mirror_in_tiles<wrong><<<3, 128>>>(in.data(), out.data());
    finish();
}

}  // namespace corpus
