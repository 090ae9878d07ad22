// Which elements a block of rung 2 reads, written down while it reads them: the rung's own code, with arrays that keep a record.
// The order within a k is that of the source; a compiler may choose another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "chapters/05-shortcuts/2_register_blocked.cuh"
#include "common/cuda/buffer.hpp"

namespace pattern {

enum Name : std::uint32_t { kD, kT };

struct Read {
    Name array;
    std::uint32_t index;
};

inline bool operator==(const Read& a, const Read& b) { return a.array == b.array && a.index == b.index; }

// A thread's own record: its first `capacity` reads.
struct Record {
    Read* reads;
    unsigned* count;
    unsigned capacity;
};

struct Recorded {
    Name name;
    const float* data;
    Record record;

    __device__ float operator[](std::size_t index) const {
        if (*record.count < record.capacity)
            record.reads[(*record.count)++] = {name, static_cast<std::uint32_t>(index)};
        return data[index];
    }
};

static __global__ void recording_kernel(float* r, const float* d_and_t, std::size_t n, std::size_t nn,
                                        Read* reads, unsigned capacity) {
    unsigned count = 0;
    const unsigned thread = threadIdx.y * blockDim.x + threadIdx.x;
    const Record record{reads + std::size_t{thread} * capacity, &count, capacity};
    register_blocked::shortcuts_of_thread(r, Recorded{kD, d_and_t, record},
                                          Recorded{kT, d_and_t + nn * nn, record}, n, nn);
}

constexpr unsigned kThreads = register_blocked::kThreadsOfBlock;
constexpr unsigned kReadsOfK = 2 * register_blocked::kSide;

// reads[thread][k * kReadsOfK + step] of the first block, for the first `ks` of n places; thread = 8 y + x.
inline std::vector<std::vector<Read>> first_block(std::size_t n, unsigned ks) {
    const std::size_t nn = padding::padded(n, register_blocked::kTile);
    const unsigned capacity = ks * kReadsOfK;
    gpu::Buffer<float> d_and_t(std::vector<float>(padding::elements(nn), 1.0f));
    gpu::Buffer<float> r(n * n);
    gpu::Buffer<Read> reads(std::size_t{kThreads} * capacity);
    const dim3 grid(1);
    const dim3 block(register_blocked::kSide, register_blocked::kSide);
    recording_kernel<<<grid, block>>>(r.data(), d_and_t.data(), n, nn, reads.data(), capacity);
    CUDA_CHECK(cudaGetLastError());
    const std::vector<Read> all = reads.to_host();
    std::vector<std::vector<Read>> of_thread;
    for (unsigned thread = 0; thread < kThreads; ++thread)
        of_thread.emplace_back(all.begin() + thread * capacity, all.begin() + (thread + 1) * capacity);
    return of_thread;
}

}  // namespace pattern
