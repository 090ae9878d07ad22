// Which threads of a block share a warp? No rule is applied; the threads ask the machine. Every thread reads its lane
// number, learns from a vote which lanes of its warp have a thread, and receives lane 0's identity through a shuffle.
// Threads with the same lane 0 share a warp. who_is_where.cu has the kernel.
#pragma once

#include <cuda_runtime_api.h>

#include <vector>

namespace warps {

struct Answer {
    unsigned lane;                       // of the thread that asked, 0 to 31
    unsigned companions;                 // bit l is set if lane l of its warp is a thread
    unsigned first_x, first_y, first_z;  // threadIdx of its warp's lane 0
};

// The answers of the threads of a block of that shape: first all x of row y = 0 of z = 0, then row y = 1, and so on.
std::vector<Answer> ask(dim3 block);

}  // namespace warps
