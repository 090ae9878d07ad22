// The loads of exercise 04.4, by name: how many bytes does a warp's request move? loads.cuh has their code.
#pragma once

namespace predicted {

struct Bytes {
    int cc13, cc90;  // on compute capability 1.3, on 9.0
};

extern const Bytes a_in_blocks_of_16x16;
extern const Bytes b_in_blocks_of_16x16;
extern const Bytes a_in_blocks_of_256x1;
extern const Bytes b_in_blocks_of_256x1;
extern const Bytes a_in_blocks_of_1x256;
extern const Bytes b_in_blocks_of_1x256;

extern const Bytes b_as_float2_in_blocks_of_8x8;
extern const Bytes tile_of_a;
extern const Bytes tile_of_b_one_column_on;

// Bytes of both operands for each of the n^3 multiplications.
struct Share {
    double cc13, cc90;
};

extern const Share simple_in_blocks_of_16x16;
extern const Share simple_in_blocks_of_256x1;
extern const Share simple_in_blocks_of_1x256;
extern const Share tiles_of_16;

}  // namespace predicted
