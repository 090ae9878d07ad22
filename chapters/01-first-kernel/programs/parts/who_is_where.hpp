// Which threads of a block share a warp? No rule is applied here: the threads ask the machine. Every thread reads the number
// of its lane, learns from a vote which lanes of its warp have a thread at all, and is told by lane 0, through a shuffle,
// who lane 0 is. Threads that were told the same name share a warp. who_is_where.cu has the kernel.
#pragma once

#include <cuda_runtime_api.h>

#include <vector>

namespace warps {

struct Answer {
    unsigned lane;                       // of the thread that asked, 0 to 31
    unsigned companions;                 // bit l is set if lane l of its warp is a thread
    unsigned first_x, first_y, first_z;  // threadIdx of its warp's lane 0
};

// What each thread of a block of that shape is told: first all x of row y = 0 of z = 0, then row y = 1, and so on.
std::vector<Answer> ask(dim3 block);

}  // namespace warps
