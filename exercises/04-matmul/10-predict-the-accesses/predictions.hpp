// The questions of exercise 04.10, by name. -1: no prediction yet.
#pragma once

namespace predicted {

extern const int tx_of_lane_21;
extern const int ty_of_lane_21;
extern const int m_index_of_lane_21;
extern const int n_index_of_lane_21;
extern const int sectors_of_m_16;

enum class Coalesced { kUndecided, kM, kN, kBoth, kNeither };
extern const Coalesced simple;
extern const Coalesced tiled;
extern const int simple_sectors_of_m;
extern const int simple_sectors_of_n;

extern const int sectors_with_tiles_of_4;
extern const int sectors_with_tiles_of_8;
extern const int sectors_with_tiles_of_16;
extern const int smallest_tile_on_h200;
extern const int smallest_tile_on_fermi;

}  // namespace predicted
