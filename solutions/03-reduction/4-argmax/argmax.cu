// Solution of exercise 03.4: value and index move together, and of equal values the smaller index wins, whichever of the two
// comes first. Without that rule the answer would depend on the shape of the tree.
#include "common/cuda/check.hpp"

constexpr unsigned kThreads = 256;

static __global__ void argmax_kernel(unsigned* index, const float* in, unsigned n) {
    __shared__ float value[kThreads];
    __shared__ unsigned place[kThreads];
    const unsigned t = threadIdx.x;
    value[t] = in[t < n ? t : 0];
    place[t] = t < n ? t : 0;
    for (unsigned i = t + kThreads; i < n; i += kThreads) {
        if (in[i] > value[t]) {
            value[t] = in[i];
            place[t] = i;
        }
    }
    for (unsigned stride = kThreads / 2; stride > 0; stride /= 2) {
        __syncthreads();
        if (t < stride) {
            const float other = value[t + stride];
            const unsigned other_place = place[t + stride];
            if (other > value[t] || (other == value[t] && other_place < place[t])) {
                value[t] = other;
                place[t] = other_place;
            }
        }
    }
    if (t == 0) *index = place[0];
}

// *index = the index of the largest of the n elements at `in`, of the first one if there are several. n is at least 1; no
// element is NaN.
void argmax(unsigned* index, const float* in, unsigned n) {
    const dim3 grid(1);
    const dim3 block(kThreads);
    argmax_kernel<<<grid, block>>>(index, in, n);
    CUDA_CHECK(cudaGetLastError());
}
