// Threads, warps and blocks that wait for each other, and what goes wrong when they do not: together CASE. Prints a line.
//
//     grid       cooperative launch: every block reads what all others wrote before the grid's barrier, three rounds
//     chain      each block waits for a flag that the block after it sets
//     lock       a spin lock that lanes of one warp, warps and blocks take in turns
//     lanes      one lane waits for a flag that another lane of its warp sets
//     order      right only if warp 0 runs before warp 1: a missing barrier
//     lockstep   right only if the lanes of a warp go together: a missing __syncwarp
//     runaway    a loop that never ends
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>
#include <vector>

#include "common/cuda/buffer.hpp"
#include "common/cuda/check.hpp"

namespace cg = cooperative_groups;

__global__ void neighbours(int* values, int* sums, int rounds) {
    const cg::grid_group grid = cg::this_grid();
    for (int round = 0; round < rounds; ++round) {
        values[grid.thread_rank()] = static_cast<int>(grid.thread_rank()) + round;
        grid.sync();
        int sum = 0;
        for (unsigned k = threadIdx.x; k < grid.size(); k += blockDim.x) sum += values[k];
        atomicAdd(&sums[round], sum);
        grid.sync();
    }
}

__global__ void chain(volatile int* flags, int* order) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x + 1 < gridDim.x)
        while (flags[blockIdx.x + 1] == 0) {
        }
    order[blockIdx.x] = 1;
    __threadfence();
    flags[blockIdx.x] = 1;
}

__global__ void count_under_lock(int* lock, int* counter) {
    bool done = false;
    while (!done) {
        if (atomicCAS(lock, 0, 1) == 0) {
            __threadfence();
            *static_cast<volatile int*>(counter) += 1;
            __threadfence();
            atomicExch(lock, 0);
            done = true;
        }
    }
}

__global__ void lane_waits(volatile int* flag, int* seen) {
    if (threadIdx.x == 0) {
        while (*flag == 0) {
        }
        *seen = 1;
    } else if (threadIdx.x == 1) {
        *flag = 1;
    }
}

__global__ void reverse_without_barrier(int* out) {
    __shared__ int words[64];
    words[threadIdx.x] = static_cast<int>(threadIdx.x);
    out[threadIdx.x] = words[63 - threadIdx.x];
}

__global__ void swap_without_syncwarp(int* out) {
    __shared__ int words[32];
    words[threadIdx.x] = -1;
    __syncwarp();
    words[threadIdx.x] = static_cast<int>(threadIdx.x);
    out[threadIdx.x] = words[threadIdx.x ^ 1];
}

__global__ void runaway(int* out, int step) {
    for (int k = 0; k != 1; k += step) out[threadIdx.x] = k;
}

static std::vector<int> zeros(int count) { return std::vector<int>(count); }

static int finish(const char* name, bool right) {
    CUDA_CHECK(cudaDeviceSynchronize());
    std::printf("%s: %s\n", name, right ? "right" : "wrong");
    return right ? 0 : 1;
}

static int grid() {
    int blocks = 24, rounds = 3;
    gpu::Buffer<int> values(blocks * 96), sums(zeros(rounds));
    int *values_at = values.data(), *sums_at = sums.data();
    void* arguments[] = {&values_at, &sums_at, &rounds};
    CUDA_CHECK(cudaLaunchCooperativeKernel(reinterpret_cast<void*>(neighbours), dim3(blocks), dim3(96),
                                           arguments, 0, nullptr));
    std::vector<int> expected;
    const int threads = blocks * 96;
    for (int round = 0; round < rounds; ++round)
        expected.push_back(blocks * (threads * (threads - 1) / 2 + threads * round));
    return finish("grid", sums.to_host() == expected);
}

static int run_chain() {
    gpu::Buffer<int> flags(zeros(40)), order(zeros(40));
    chain<<<40, 32>>>(flags.data(), order.data());
    CUDA_CHECK(cudaGetLastError());
    return finish("chain", order.to_host() == std::vector<int>(40, 1));
}

static int lock() {
    gpu::Buffer<int> lock(zeros(1)), counter(zeros(1));
    count_under_lock<<<5, 96>>>(lock.data(), counter.data());
    CUDA_CHECK(cudaGetLastError());
    return finish("lock", counter.to_host()[0] == 5 * 96);
}

static int lanes() {
    gpu::Buffer<int> flag(zeros(1)), seen(zeros(1));
    lane_waits<<<1, 32>>>(flag.data(), seen.data());
    CUDA_CHECK(cudaGetLastError());
    return finish("lanes", seen.to_host()[0] == 1);
}

static int order() {
    gpu::Buffer<int> out(zeros(64));
    reverse_without_barrier<<<1, 64>>>(out.data());
    CUDA_CHECK(cudaGetLastError());
    std::vector<int> expected;
    for (int k = 0; k < 64; ++k) expected.push_back(63 - k);
    return finish("order", out.to_host() == expected);
}

static int lockstep() {
    gpu::Buffer<int> out(zeros(32));
    swap_without_syncwarp<<<1, 32>>>(out.data());
    CUDA_CHECK(cudaGetLastError());
    std::vector<int> expected;
    for (int k = 0; k < 32; ++k) expected.push_back(k ^ 1);
    return finish("lockstep", out.to_host() == expected);
}

static int run_away() {
    gpu::Buffer<int> out(zeros(32));
    runaway<<<1, 32>>>(out.data(), 2);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("runaway: %s\n", cudaGetErrorName(error));
    return error == cudaSuccess ? 0 : 1;
}

int main(int, char** arguments) {
    const struct {
        const char* name;
        int (*run)();
    } cases[] = {{"grid", grid},   {"chain", run_chain},   {"lock", lock},       {"lanes", lanes},
                 {"order", order}, {"lockstep", lockstep}, {"runaway", run_away}};
    for (const auto& each : cases)
        if (arguments[1] && std::strcmp(arguments[1], each.name) == 0) return each.run();
    std::fprintf(stderr, "together: name one of grid, chain, lock, lanes, order, lockstep, runaway\n");
    return 2;
}
