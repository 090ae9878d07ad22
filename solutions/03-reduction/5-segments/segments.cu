// Solution of exercise 03.5: a warp for each segment. Its lanes read neighbours, add up every 32nd element each, and
// shuffle. All 32 lanes stay until the end, also those without an element.
#include "common/cuda/check.hpp"

constexpr unsigned kThreads = 128;
constexpr unsigned kSegmentsPerBlock = kThreads / 32;

static __global__ void segments_kernel(int* sums, const int* in, const unsigned* begins, unsigned segments) {
    const unsigned segment = blockIdx.x * kSegmentsPerBlock + threadIdx.x / 32;
    const unsigned lane = threadIdx.x % 32;
    if (segment >= segments) return;  // whole warps
    int sum = 0;
    for (unsigned i = begins[segment] + lane; i < begins[segment + 1]; i += 32) sum += in[i];
    for (unsigned offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (lane == 0) sums[segment] = sum;
}

// sums[s] = the sum of in[begins[s]] … in[begins[s + 1] - 1], for each of `segments` segments, at least one; begins has one
// element more. Segments may be empty.
void segment_sums(int* sums, const int* in, const unsigned* begins, unsigned segments) {
    const dim3 grid((segments + kSegmentsPerBlock - 1) / kSegmentsPerBlock);
    const dim3 block(kThreads);
    segments_kernel<<<grid, block>>>(sums, in, begins, segments);
    CUDA_CHECK(cudaGetLastError());
}
