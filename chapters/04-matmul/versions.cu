// See versions.hpp.
#include "chapters/04-matmul/versions.hpp"

#include <stdexcept>

#include "chapters/04-matmul/10_register_blocked.cuh"
#include "chapters/04-matmul/11_vectorised.cuh"
#include "chapters/04-matmul/12_double_buffered.cuh"
#include "chapters/04-matmul/13_warp_tiled.cuh"
#include "chapters/04-matmul/1_naive.cuh"
#include "chapters/04-matmul/2_one_by_two.cuh"
#include "chapters/04-matmul/3_one_by_four.cuh"
#include "chapters/04-matmul/4_shared_tiles.cuh"
#include "chapters/04-matmul/5_transposed_tile.cuh"
#include "chapters/04-matmul/6_padded_tile.cuh"
#include "chapters/04-matmul/7_column_per_thread.cuh"
#include "chapters/04-matmul/8_round_robin.cuh"
#include "chapters/04-matmul/9_wide_tile.cuh"

namespace versions {

const std::vector<Version> kAll = {
    {"naive", naive::multiply},
    {"one_by_two", one_by_two::multiply},
    {"one_by_four", one_by_four::multiply},
    {"shared_tiles", shared_tiles::multiply},
    {"transposed_tile", transposed_tile::multiply},
    {"padded_tile", padded_tile::multiply},
    {"column_per_thread", column_per_thread::multiply},
    {"round_robin", round_robin::multiply},
    {"wide_tile", wide_tile::multiply},
    {"register_blocked", register_blocked::multiply},
    {"vectorised", vectorised::multiply},
    {"double_buffered", double_buffered::multiply},
    {"warp_tiled", warp_tiled::multiply},
};

Function named(const std::string& name) {
    for (const Version& version : kAll)
        if (version.name == name) return version.run;
    throw std::out_of_range("chapter 04 has no rung '" + name + "'");
}

}  // namespace versions
