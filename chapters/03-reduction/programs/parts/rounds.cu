// See rounds.hpp.
#include "chapters/03-reduction/programs/parts/rounds.hpp"

#include "common/cuda/buffer.hpp"
#include "common/cuda/check.hpp"
#include "common/cuda/counters.hpp"

namespace rounds {

constexpr unsigned kMostThreads = 1024;

// One block of a power of two threads, at most kMostThreads; in: as many elements. partial[0] goes to *sum, and the
// additions that were made to *additions.
template <Tree kTree>
static __global__ void tree_kernel(int* sum, unsigned* additions, const int* in, unsigned rounds) {
    __shared__ int partial[kMostThreads];
    const unsigned t = threadIdx.x;
    unsigned added = 0;
    partial[t] = in[t];
#pragma unroll 1
    for (unsigned round = 0; round < rounds; ++round) {
        __syncthreads();
        if (kTree == Tree::kInterleaved) {
            const unsigned stride = 1u << round;
            if (t % (2 * stride) == 0) partial[t] += partial[t + stride], ++added;
        } else if (kTree == Tree::kWithoutDivergence) {
            const unsigned stride = 1u << round;
            const unsigned left = 2 * stride * t;
            if (left < blockDim.x) partial[left] += partial[left + stride], ++added;
        } else {
            const unsigned stride = blockDim.x / 2 >> round;
            if (t < stride) partial[t] += partial[t + stride], ++added;
        }
    }
    atomicAdd(additions, added);
    if (t == 0) *sum = partial[0];
}

using Kernel = void (*)(int*, unsigned*, const int*, unsigned);

static Kernel kernel_of(Tree tree) {
    if (tree == Tree::kInterleaved) return tree_kernel<Tree::kInterleaved>;
    if (tree == Tree::kWithoutDivergence) return tree_kernel<Tree::kWithoutDivergence>;
    return tree_kernel<Tree::kSequential>;
}

Trace trace(Tree tree, unsigned threads) {
    std::vector<int> numbers(threads);
    for (unsigned i = 0; i < threads; ++i) numbers[i] = static_cast<int>(i);
    const gpu::Buffer<int> in(numbers);
    gpu::Buffer<int> sum(1);
    gpu::Buffer<unsigned> additions(1);
    Trace trace;
    Round before;  // sums over all rounds so far
    for (unsigned rounds = 0; 1u << rounds <= threads; ++rounds) {
        additions.fill_bytes(0);
        const gpu::LaunchCounters since_here;
        const dim3 grid(1);
        const dim3 block(threads);
        kernel_of(tree)<<<grid, block>>>(sum.data(), additions.data(), in.data(), rounds);
        CUDA_CHECK(cudaGetLastError());
        trace.sum = sum.to_host()[0];
        Round so_far;
        so_far.additions = additions.to_host()[0];
        so_far.divergent_warps =
            since_here.sum("divergent_branches");  // one if a round: as many as divergent warps
        const auto load = since_here.sum("shared_load_bank_conflicts");
        const auto store = since_here.sum("shared_store_bank_conflicts");
        if (load && store) so_far.bank_conflicts = *load + *store;
        if (rounds > 0) {
            Round round;
            round.additions = so_far.additions - before.additions;
            if (so_far.divergent_warps)
                round.divergent_warps = *so_far.divergent_warps - *before.divergent_warps;
            if (so_far.bank_conflicts) round.bank_conflicts = *so_far.bank_conflicts - *before.bank_conflicts;
            trace.rounds.push_back(round);
        }
        before = so_far;
    }
    return trace;
}

}  // namespace rounds
