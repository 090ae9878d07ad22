// The rungs, in the order of the lesson. Each rung is a file N_name.cu, compiled once. Here it is declared and has
// its row: number, name, idea, functions. The program, the tests and the slides read these rows. See ladder.hpp.
#include "chapters/02-transpose/ladder.hpp"

namespace copy {
void copy(float* out, const float* in, std::size_t rows, std::size_t cols);
}
namespace naive {
void transpose(float* out, const float* in, std::size_t rows, std::size_t cols);
}
namespace coalesced {
void transpose(float* out, const float* in, std::size_t rows, std::size_t cols);
}
namespace bank_conflict_free {
void transpose(float* out, const float* in, std::size_t rows, std::size_t cols);
}
namespace register_blocked {
void transpose(float* out, const float* in, std::size_t rows, std::size_t cols);
}
namespace swizzled {
void transpose(float* out, const float* in, std::size_t rows, std::size_t cols);
}
namespace shifted {
void transpose(float* out, const float* in, std::size_t rows, std::size_t cols);
}
namespace thin {
void transpose(float* out, const float* in, std::size_t rows, std::size_t cols);
}
namespace hinted {
void transpose(float* out, const float* in, std::size_t rows, std::size_t cols);
}
namespace prefetched {
void transpose(float* out, const float* in, std::size_t rows, std::size_t cols);
}

namespace loops {
void copy(float* out, const float* in, std::size_t rows, std::size_t cols, int repeats);
void naive(float* out, const float* in, std::size_t rows, std::size_t cols, int repeats);
void coalesced(float* out, const float* in, std::size_t rows, std::size_t cols, int repeats);
void bank_conflict_free(float* out, const float* in, std::size_t rows, std::size_t cols, int repeats);
}  // namespace loops

namespace rungs {

const std::vector<Rung> kAll = {
    {0, "copy", "The roof for one element a thread; cudaMemcpy is the roof for all.", copy::copy, true,
     loops::copy},
    {1, "naive", "The copy with row and column of its store swapped: 32 sectors a request.", naive::transpose,
     false, loops::naive},
    {2, "coalesced", "Transposed in shared memory: 4 sectors per load and store, but 32 wavefronts a column.",
     coalesced::transpose, false, loops::coalesced},
    {3, "bank_conflict_free", "One float of padding a row: 1 wavefront a column.",
     bank_conflict_free::transpose, false, loops::bank_conflict_free},
    {4, "register_blocked",
     "4 x 4 elements a thread, float4 loads and stores, blocks along the rows of the output.",
     register_blocked::transpose},
    {5, "swizzled", "No padding: each row of the tile has its columns in another order.",
     swizzled::transpose},
    {6, "shifted", "Rows of any length: one request writes all of a sector.", shifted::transpose},
    {7, "thin", "A few rows or columns: the tile is a run of the matrix.", thin::transpose},
    {8, "hinted", "Rung 5 with tiles of 128 x 64, and lines that were read leave the cache last.",
     hinted::transpose},
    {9, "prefetched", "Rung 6 with tiles of 96 x 96, and loads that bring 256 bytes into the cache at once.",
     prefetched::transpose},
};

}  // namespace rungs
