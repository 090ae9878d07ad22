// fails: loads are coalesced | atomics
// Every element is added to its sum in memory, by an atomic.
#include "common/cuda/check.hpp"

constexpr unsigned kThreads = 128;
constexpr unsigned kSegmentsPerBlock = kThreads / 32;

static __global__ void segments_kernel(int* sums, const int* in, const unsigned* begins, unsigned segments) {
    const unsigned segment = blockIdx.x * kSegmentsPerBlock + threadIdx.x / 32;
    const unsigned lane = threadIdx.x % 32;
    if (segment >= segments) return;
    if (lane == 0) sums[segment] = 0;
    __syncwarp();
    for (unsigned i = begins[segment] + lane; i < begins[segment + 1]; i += 32)
        atomicAdd(&sums[segment], in[i]);
}

// sums[s] = the sum of in[begins[s]] … in[begins[s + 1] - 1], for each of `segments` segments, at least one; begins has one
// element more. Segments may be empty.
void segment_sums(int* sums, const int* in, const unsigned* begins, unsigned segments) {
    const dim3 grid((segments + kSegmentsPerBlock - 1) / kSegmentsPerBlock);
    const dim3 block(kThreads);
    segments_kernel<<<grid, block>>>(sums, in, begins, segments);
    CUDA_CHECK(cudaGetLastError());
}
