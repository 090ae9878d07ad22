// The kernel of exercise 01.2, for each of its launches.
#include "common/cuda/check.hpp"
#include "exercises/01-first-kernel/2-predict-divergence/launches.cuh"

namespace launches {

// Writes as often as Launch::times says, in a loop that is not unrolled.
template <class Launch>
__global__ void run(volatile unsigned* out) {
    const Thread thread{threadIdx.x, threadIdx.y, blockIdx.x, blockIdx.y, blockDim.x, blockDim.y};
    const unsigned times = Launch::times(thread);
#pragma unroll 1
    for (unsigned k = 0; k < times; ++k) out[thread.row() * gridDim.x * blockDim.x + thread.column()] = k;
}

template <class Launch>
void launch(unsigned* out) {
    const dim3 grid = Launch::grid(), block = Launch::block();
    run<Launch><<<grid, block>>>(out);
    CUDA_CHECK(cudaGetLastError());
}

template void launch<Vector1000>(unsigned*);
template void launch<Vector960>(unsigned*);
template void launch<Vector1003>(unsigned*);
template void launch<First48>(unsigned*);
template void launch<First64>(unsigned*);
template void launch<EvenThreads>(unsigned*);
template void launch<EvenWarps>(unsigned*);
template void launch<EvenBlocks>(unsigned*);
template void launch<LeftHalf>(unsigned*);
template void launch<UpperHalf>(unsigned*);
template void launch<TopRow>(unsigned*);
template void launch<Picture100x50>(unsigned*);
template void launch<WidePicture100x50>(unsigned*);
template void launch<TripsByThread>(unsigned*);
template void launch<TripsByWarp>(unsigned*);
template void launch<Stride>(unsigned*);

}  // namespace launches
