// The kernel of exercise 03.7, for each of its four ways to choose the threads.
#include "common/cuda/check.hpp"
#include "exercises/03-reduction/7-predict-the-rounds/rounds.cuh"

namespace rounds {

template <class Kernel>
__global__ void run(int* out, unsigned* added, const int* in, unsigned first, unsigned last) {
    __shared__ int partial[kSection];
    const unsigned t = threadIdx.x;
    for (unsigned i = t; i < kSection; i += Kernel::kThreads) partial[i] = in[i];
    unsigned mine = 0;
    for (unsigned round = first; round <= last; ++round) {
        __syncthreads();
        if (Kernel::adds(t, round)) {
            const unsigned position = Kernel::position(t);
            partial[position] += partial[position + Kernel::stride(round)];
            ++mine;
        }
    }
    atomicAdd(added, mine);
    out[t] = partial[Kernel::position(t)];  // without a condition: nothing but the rounds may diverge
}

template <class Kernel>
void launch(int* out, unsigned* added, const int* in, unsigned first, unsigned last) {
    const dim3 block(Kernel::kThreads);
    run<Kernel><<<1, block>>>(out, added, in, first, last);
    CUDA_CHECK(cudaGetLastError());
}

template void launch<Simple>(int*, unsigned*, const int*, unsigned, unsigned);
template void launch<Improved>(int*, unsigned*, const int*, unsigned, unsigned);
template void launch<SimpleHalved>(int*, unsigned*, const int*, unsigned, unsigned);
template void launch<ImprovedHalved>(int*, unsigned*, const int*, unsigned, unsigned);

}  // namespace rounds
