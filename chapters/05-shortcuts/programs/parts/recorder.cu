// See recorder.hpp.
#include "chapters/05-shortcuts/programs/parts/recorder.hpp"

#include "common/cuda/buffer.hpp"

// The rung's code once more, under a name of its own: what it reads is written down only here.
#define register_blocked recorded
#include "chapters/05-shortcuts/2_register_blocked.cu"
#undef register_blocked

namespace pattern {

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
    recorded::shortcuts_of_thread(r, Recorded{kD, d_and_t, record}, Recorded{kT, d_and_t + nn * nn, record},
                                  n, nn);
}

constexpr unsigned kThreads = recorded::kSide * recorded::kSide;
static_assert(kReadsOfK == 2 * recorded::kSide, "a thread reads as many elements of t as of d");

std::vector<std::vector<Read>> first_block(std::size_t n, unsigned ks) {
    const std::size_t nn = gpu::padded(n, recorded::kTile);
    const unsigned capacity = ks * kReadsOfK;
    gpu::Buffer<float> d_and_t(std::vector<float>(2 * nn * nn, 1.0f));
    gpu::Buffer<float> r(n * n);
    gpu::Buffer<Read> reads(std::size_t{kThreads} * capacity);
    const dim3 grid(1);
    const dim3 block(recorded::kSide, recorded::kSide);
    recording_kernel<<<grid, block>>>(r.data(), d_and_t.data(), n, nn, reads.data(), capacity);
    CUDA_CHECK(cudaGetLastError());
    const std::vector<Read> all = reads.to_host();
    std::vector<std::vector<Read>> of_thread;
    for (unsigned thread = 0; thread < kThreads; ++thread)
        of_thread.emplace_back(all.begin() + thread * capacity, all.begin() + (thread + 1) * capacity);
    return of_thread;
}

}  // namespace pattern
