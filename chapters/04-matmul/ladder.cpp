// The rungs, in the order of the lesson. Each rung is a file N_name.cu, compiled once. Here it is declared and has
// its row: number, name, idea, functions. The program, the tests and the slides read these rows. See ladder.hpp.
#include "chapters/04-matmul/ladder.hpp"

namespace naive {
void multiply(const Gemm& gemm);
}
namespace coalesced {
void multiply(const Gemm& gemm);
}
namespace one_by_two {
void multiply(const Gemm& gemm);
}
namespace one_by_four {
void multiply(const Gemm& gemm);
}
namespace shared_memory {
void multiply(const Gemm& gemm);
}
namespace transposed_tile {
void multiply(const Gemm& gemm);
}
namespace bank_conflict_free {
void multiply(const Gemm& gemm);
}
namespace column_per_thread {
void multiply(const Gemm& gemm);
}
namespace round_robin {
void multiply(const Gemm& gemm);
}
namespace wide_tile {
void multiply(const Gemm& gemm);
}
namespace register_blocked {
void multiply(const Gemm& gemm);
}
namespace vectorised {
void multiply(const Gemm& gemm);
}
namespace double_buffered {
void multiply(const Gemm& gemm);
}
namespace warp_tiled {
void multiply(const Gemm& gemm);
}
namespace divided_k {
void multiply(const Gemm& gemm);
}
namespace in_strips {
void multiply(const Gemm& gemm);
}

namespace rungs {

const std::vector<Rung> kAll = {
    {0, "naive", "Each thread loads its own row and column; lanes lie below each other in C.",
     naive::multiply},
    {1, "coalesced", "Lanes lie beside each other; the block's shape decides what that costs.",
     coalesced::multiply},
    {2, "one_by_two", "Two elements a thread: each element of A serves both.", one_by_two::multiply},
    {3, "one_by_four", "Four elements a thread, everything in float4.", one_by_four::multiply},
    {4, "shared_memory", "A block brings tiles into shared memory and reads them sixteen times.",
     shared_memory::multiply},
    {5, "transposed_tile", "The tile of B transposed: bank conflicts.", transposed_tile::multiply},
    {6, "bank_conflict_free", "Longer rows: no bank conflicts.", bank_conflict_free::multiply},
    {7, "column_per_thread", "Sixteen elements a thread in registers: half the shared loads.",
     column_per_thread::multiply},
    {8, "round_robin", "Four loads in flight.", round_robin::multiply},
    {9, "wide_tile", "Half the barriers, float4 on both sides.", wide_tile::multiply},
    {10, "register_blocked", "A square of 8 x 8 elements a thread: 16 shared loads for 64 products.",
     register_blocked::multiply},
    {11, "vectorised", "The same loads four at a time, without bank conflicts.", vectorised::multiply},
    {12, "double_buffered", "The next tiles are on their way while these are multiplied.",
     double_buffered::multiply},
    {13, "warp_tiled", "A tile for each level: block, warp, lane.", warp_tiled::multiply},
    {14, "divided_k", "Enough blocks for every shape: k divided among warps and blocks.",
     divided_k::multiply},
    {15, "in_strips",
     "A laid in strips before, where that pays: a loop that does little but multiply. Tiles in bands.",
     in_strips::multiply},
};

}  // namespace rungs
