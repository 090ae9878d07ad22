// What the rungs from the second on read in place of d: d and its transpose t, both made larger, in one buffer. Rows and columns
// that are not there are infinite: a road that does not exist, shorter than none. A kernel whose tiles divide the padded size
// needs no case for tiles that hang over.
#pragma once

#include <cstddef>

namespace padding {

// n rounded up to a multiple of `tile`.
constexpr std::size_t padded(std::size_t n, std::size_t tile) { return (n + tile - 1) / tile * tile; }

// Floats in the buffer: nn × nn of d, then nn × nn of t.
constexpr std::size_t elements(std::size_t nn) { return 2 * nn * nn; }

}  // namespace padding
