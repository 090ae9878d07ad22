// See who_is_where.hpp.
#include "chapters/01-first-kernel/programs/parts/who_is_where.hpp"

#include "common/cuda/buffer.hpp"
#include "common/cuda/check.hpp"

namespace warps {

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

std::vector<Answer> ask(dim3 block) {
    gpu::Buffer<Answer> answers(static_cast<std::size_t>(block.x) * block.y * block.z);
    const dim3 grid(1);
    ask_kernel<<<grid, block>>>(answers.data());
    CUDA_CHECK(cudaGetLastError());
    return answers.to_host();
}

}  // namespace warps
