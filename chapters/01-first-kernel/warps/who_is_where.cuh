// Which threads of a block share a warp? No rule is applied here: the threads ask the machine. Every thread reads the number
// of its lane, learns from a vote which lanes of its warp have a thread at all, and is told by lane 0, through a shuffle,
// who lane 0 is. Threads that were told the same name share a warp.
#pragma once

#include <cuda_runtime.h>

#include <vector>

#include "common/cuda/buffer.hpp"
#include "common/cuda/check.hpp"

namespace warps {

struct Answer {
    unsigned lane;                       // of the thread that asked, 0 to 31
    unsigned companions;                 // bit l is set if lane l of its warp is a thread
    unsigned first_x, first_y, first_z;  // threadIdx of its warp's lane 0
};

static __global__ void ask_kernel(Answer* answers) {
    // region: ask
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    const unsigned companions = __ballot_sync(__activemask(), true);
    const unsigned first_x = __shfl_sync(companions, threadIdx.x, 0);
    const unsigned first_y = __shfl_sync(companions, threadIdx.y, 0);
    const unsigned first_z = __shfl_sync(companions, threadIdx.z, 0);
    // end region
    const unsigned place = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    answers[place] = {lane, companions, first_x, first_y, first_z};
}

// What each thread of a block of that shape is told: first all x of row y = 0 of z = 0, then row y = 1, and so on.
inline std::vector<Answer> ask(dim3 block) {
    gpu::Buffer<Answer> answers(static_cast<std::size_t>(block.x) * block.y * block.z);
    const dim3 grid(1);
    ask_kernel<<<grid, block>>>(answers.data());
    CUDA_CHECK(cudaGetLastError());
    return answers.to_host();
}

}  // namespace warps
