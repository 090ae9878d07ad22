// Solution of exercise 03.8: the block counts its elements first, warp by warp, and takes room for all of them at once. Each warp's
// room begins where the warps before it end, and a lane's place is the number of lanes before it that keep theirs. Compare with
// chapters/03-reduction/more/scan, which finds such places for a whole array.
#include <cstddef>

#include "common/cuda/check.hpp"

constexpr unsigned kThreads = 256;

constexpr unsigned kWarps = kThreads / 32;

static __global__ void filter_kernel(int* out, unsigned* kept, const int* in, std::size_t n) {
    __shared__ unsigned place_of_warp[kWarps];
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const std::size_t i = static_cast<std::size_t>(blockIdx.x) * kThreads + threadIdx.x;
    const int element = i < n ? in[i] : 0;
    const unsigned keeping = __ballot_sync(0xffffffff, element > 0);  // bit l: lane l keeps its element
    if (lane == 0) place_of_warp[warp] = __popc(keeping);
    __syncthreads();
    if (threadIdx.x == 0) {
        unsigned of_block = 0;
        for (const unsigned count : place_of_warp) of_block += count;
        unsigned place = atomicAdd(kept, of_block);
        for (unsigned& count : place_of_warp) {
            const unsigned next = place + count;
            count = place;
            place = next;
        }
    }
    __syncthreads();
    const unsigned lanes_before = keeping & ((1u << lane) - 1);
    if (element > 0) out[place_of_warp[warp] + __popc(lanes_before)] = element;
}

// *kept = how many of the n elements at `in` are positive; out[0] … out[*kept - 1] are these, in any order. n may be 0; `out` has
// room for n.
void filter(int* out, unsigned* kept, const int* in, std::size_t n) {
    CUDA_CHECK(cudaMemsetAsync(kept, 0, sizeof *kept));
    if (n == 0) return;
    const dim3 block(kThreads);
    const dim3 grid(static_cast<unsigned>((n + kThreads - 1) / kThreads));
    filter_kernel<<<grid, block>>>(out, kept, in, n);
    CUDA_CHECK(cudaGetLastError());
}
