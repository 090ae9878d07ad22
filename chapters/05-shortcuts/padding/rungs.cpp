// See rungs.hpp.
#include "chapters/05-shortcuts/padding/rungs.hpp"

namespace padding {

const std::vector<Rung> kAll = {
    {"row_per_block", row_per_block::pad},
    {"tiled", tiled::pad},
};

}  // namespace padding
