// The kernel of exercise 02.2, for each of its patterns: one warp that loads.
#include "common/cuda/check.hpp"
#include "exercises/02-transpose/2-predict-sectors/patterns.cuh"

namespace patterns {

// Each element is compared as a whole, and the store never happens: so the compiler cannot leave the load out, and nothing
// but the load is counted.
__device__ inline bool is_minus_one(float value) { return value == -1; }
__device__ inline bool is_minus_one(double value) { return value == -1; }
__device__ inline bool is_minus_one(unsigned char value) { return value == 255; }
__device__ inline bool is_minus_one(float4 value) { return value.x + value.y + value.z + value.w == -4; }

template <class Pattern>
__global__ void load(const typename Pattern::Element* in, int* never) {
    const int lane = threadIdx.x;
    if (Pattern::active(lane) && is_minus_one(in[Pattern::index(lane)])) *never = lane;
}

template <class Pattern>
void launch(const typename Pattern::Element* in, int* never) {
    load<Pattern><<<1, kWarp>>>(in, never);
    CUDA_CHECK(cudaGetLastError());
}

template void launch<Neighbours>(const Neighbours::Element*, int*);
template void launch<NeighboursShifted>(const NeighboursShifted::Element*, int*);
template void launch<Backwards>(const Backwards::Element*, int*);
template void launch<AllTheSame>(const AllTheSame::Element*, int*);
template void launch<EverySecond>(const EverySecond::Element*, int*);
template void launch<ARowApart>(const ARowApart::Element*, int*);
template void launch<Bytes>(const Bytes::Element*, int*);
template void launch<Doubles>(const Doubles::Element*, int*);
template void launch<Vectors>(const Vectors::Element*, int*);
template void launch<Points>(const Points::Element*, int*);
template void launch<FirstHalf>(const FirstHalf::Element*, int*);
template void launch<OddLanes>(const OddLanes::Element*, int*);
template void launch<TwoRows>(const TwoRows::Element*, int*);

}  // namespace patterns
