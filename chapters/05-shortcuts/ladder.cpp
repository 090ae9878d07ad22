// The rungs, in the order of the lesson. Each rung is a file N_name.cu, compiled once. Here it is declared and has
// its row: number, name, idea, functions. The program, the tests and the slides read these rows. See ladder.hpp.
#include "chapters/05-shortcuts/ladder.hpp"

namespace naive {
void shortcuts(float* r, const float* d, std::size_t n, void* scratch);
std::size_t scratch_bytes(std::size_t n);
}  // namespace naive
namespace coalesced {
void shortcuts(float* r, const float* d, std::size_t n, void* scratch);
std::size_t scratch_bytes(std::size_t n);
}  // namespace coalesced
namespace register_blocked {
void shortcuts(float* r, const float* d, std::size_t n, void* scratch);
std::size_t scratch_bytes(std::size_t n);
}  // namespace register_blocked
namespace shared_memory {
void shortcuts(float* r, const float* d, std::size_t n, void* scratch);
std::size_t scratch_bytes(std::size_t n);
}  // namespace shared_memory
namespace bank_conflict_free {
void shortcuts(float* r, const float* d, std::size_t n, void* scratch);
std::size_t scratch_bytes(std::size_t n);
}  // namespace bank_conflict_free
namespace double_buffered {
void shortcuts(float* r, const float* d, std::size_t n, void* scratch);
std::size_t scratch_bytes(std::size_t n);
}  // namespace double_buffered
namespace warp_tiled {
void shortcuts(float* r, const float* d, std::size_t n, void* scratch);
std::size_t scratch_bytes(std::size_t n);
}  // namespace warp_tiled
namespace three_input_minimum {
void shortcuts(float* r, const float* d, std::size_t n, void* scratch);
std::size_t scratch_bytes(std::size_t n);
}  // namespace three_input_minimum
namespace enough_blocks {
void shortcuts(float* r, const float* d, std::size_t n, void* scratch);
std::size_t scratch_bytes(std::size_t n);
}  // namespace enough_blocks
namespace divided_k {
void shortcuts(float* r, const float* d, std::size_t n, void* scratch);
std::size_t scratch_bytes(std::size_t n);
}  // namespace divided_k
namespace in_strips {
void shortcuts(float* r, const float* d, std::size_t n, void* scratch);
std::size_t scratch_bytes(std::size_t n);
}  // namespace in_strips

namespace rungs {

const std::vector<Rung> kAll = {
    {0, "naive", "Lanes differ in the row, so they read down a column.", naive::shortcuts,
     naive::scratch_bytes},
    {1, "coalesced", "Lanes differ in the column.", coalesced::shortcuts, coalesced::scratch_bytes},
    {2, "register_blocked", "8 x 8 elements a thread: a load for every 4 relaxations.",
     register_blocked::shortcuts, register_blocked::scratch_bytes},
    {3, "shared_memory", "A block brings each length once.", shared_memory::shortcuts,
     shared_memory::scratch_bytes},
    {4, "bank_conflict_free", "16 bytes an access, all banks once.", bank_conflict_free::shortcuts,
     bank_conflict_free::scratch_bytes},
    {5, "double_buffered", "The next slab is on its way while this one is computed with.",
     double_buffered::shortcuts, double_buffered::scratch_bytes},
    {6, "warp_tiled", "A tile for each level: block, warp, lane.", warp_tiled::shortcuts,
     warp_tiled::scratch_bytes},
    {7, "three_input_minimum", "An integer instruction that does the work of two float minima.",
     three_input_minimum::shortcuts, three_input_minimum::scratch_bytes},
    {8, "enough_blocks", "Small matrices: smaller tiles, and the loop over k divided among blocks.",
     enough_blocks::shortcuts, enough_blocks::scratch_bytes},
    {9, "divided_k", "Small tiles at every size, and the loop over k divided among a block's warps.",
     divided_k::shortcuts, divided_k::scratch_bytes},
    {10, "in_strips", "A slab is one piece of memory, and the last tiles are shared or thin.",
     in_strips::shortcuts, in_strips::scratch_bytes},
};

}  // namespace rungs

namespace integers {

namespace naive {
void shortcuts(std::int32_t* r, const std::int32_t* d, std::size_t n, void* scratch);
std::size_t scratch_bytes(std::size_t n);
}  // namespace naive
namespace add_and_minimum {
void shortcuts(std::int32_t* r, const std::int32_t* d, std::size_t n, void* scratch);
std::size_t scratch_bytes(std::size_t n);
}  // namespace add_and_minimum
namespace three_input_minimum {
void shortcuts(std::int32_t* r, const std::int32_t* d, std::size_t n, void* scratch);
std::size_t scratch_bytes(std::size_t n);
}  // namespace three_input_minimum
namespace pairs_of_16_bits {
void shortcuts(std::int32_t* r, const std::int32_t* d, std::size_t n, void* scratch);
std::size_t scratch_bytes(std::size_t n);
}  // namespace pairs_of_16_bits

const std::vector<Rung> kAll = {
    {0, "naive", "An element a thread: each length is loaded where it is needed.", naive::shortcuts,
     naive::scratch_bytes},
    {1, "add_and_minimum", "One instruction adds and takes the minimum.", add_and_minimum::shortcuts,
     add_and_minimum::scratch_bytes},
    {2, "three_input_minimum", "Two additions and a minimum of three: a step that does not pay.",
     three_input_minimum::shortcuts, three_input_minimum::scratch_bytes},
    {3, "pairs_of_16_bits", "Two relaxations in one instruction, where all lengths fit in 16 bits.",
     pairs_of_16_bits::shortcuts, pairs_of_16_bits::scratch_bytes},
};

}  // namespace integers

namespace padding {

namespace row_per_block {
void pad(float* d_and_t, const float* d, std::size_t n, std::size_t nn);
}
namespace tiled {
void pad(float* d_and_t, const float* d, std::size_t n, std::size_t nn);
}

const std::vector<Rung> kAll = {
    {1, "row_per_block", "A block for each row: the transpose's stores take 32 sectors.", row_per_block::pad},
    {2, "tiled", "The transpose goes through shared memory: 4 sectors for the load and for both stores.",
     tiled::pad},
};

}  // namespace padding
