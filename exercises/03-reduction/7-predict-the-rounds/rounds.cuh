// The four kernels of exercise 03.7. Each says which threads add in a round, and which two elements. A kernel runs them and the
// rule is asked about them, so that both speak of the same threads.
#pragma once

#include <cuda_runtime.h>

namespace rounds {

constexpr unsigned kSection = 1024;  // elements of a block
constexpr unsigned kRounds = 10;     // they are numbered from 1, as in the book

// Figure 5.13: thread t adds to element t, while t is a multiple of twice the stride. The stride doubles.
struct Simple {
    static constexpr unsigned kThreads = kSection;
    __host__ __device__ static unsigned stride(unsigned round) { return 1u << (round - 1); }
    __host__ __device__ static unsigned position(unsigned thread) { return thread; }
    __host__ __device__ static bool adds(unsigned thread, unsigned round) {
        return position(thread) % (2 * stride(round)) == 0;
    }
};

// Figure 5.15: the first threads add. The stride halves.
struct Improved {
    static constexpr unsigned kThreads = kSection;
    __host__ __device__ static unsigned stride(unsigned round) { return kSection >> round; }
    __host__ __device__ static unsigned position(unsigned thread) { return thread; }
    __host__ __device__ static bool adds(unsigned thread, unsigned round) { return thread < stride(round); }
};

// The same two with half of the threads.
struct SimpleHalved {
    static constexpr unsigned kThreads = kSection / 2;
    __host__ __device__ static unsigned stride(unsigned round) { return Simple::stride(round); }
    __host__ __device__ static unsigned position(unsigned thread) { return 2 * thread; }
    __host__ __device__ static bool adds(unsigned thread, unsigned round) {
        return position(thread) % (2 * stride(round)) == 0;
    }
};
struct ImprovedHalved : Improved {
    static constexpr unsigned kThreads = kSection / 2;
};

// Runs one block for the rounds from `first` to `last`: `in` has kSection elements. *added is increased by the number of
// additions, and out[t] receives the element at which thread t works (kernels.cu).
template <class Kernel>
void launch(int* out, unsigned* added, const int* in, unsigned first, unsigned last);

}  // namespace rounds
