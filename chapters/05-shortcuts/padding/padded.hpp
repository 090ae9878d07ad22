// What the rungs from the second on read in place of d: d and its transpose t, both made larger, in one buffer. Rows and columns
// that are not there are infinite: a road that does not exist, shorter than none. A kernel whose tiles divide the padded size
// needs no case for tiles that hang over.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

namespace padding {

// n rounded up to a multiple of `tile`.
constexpr std::size_t padded(std::size_t n, std::size_t tile) { return (n + tile - 1) / tile * tile; }

// Floats in the buffer: nn × nn of d, then nn × nn of t.
constexpr std::size_t elements(std::size_t nn) { return 2 * nn * nn; }

namespace row_per_block {

// d_and_t: 2 × nn × nn floats, nn a multiple of 64 and at least n; d: n × n.
void pad(float* d_and_t, const float* d, std::size_t n, std::size_t nn);

}  // namespace row_per_block

// Element: float or std::int32_t.
namespace tiled {

// d_and_t: 2 × nn × nn lengths, nn a multiple of 32 and at least n; d: n × n. What is not there becomes no_road. Does nothing where
// *turn is not `mine`; turn may be nullptr.
template <class Element>
void pad(Element* d_and_t, const Element* d, std::size_t n, std::size_t nn, Element no_road,
         const unsigned* turn = nullptr, unsigned mine = 0);
void pad(float* d_and_t, const float* d, std::size_t n, std::size_t nn);

// Rows begin … end - 1 of d, and so columns of t; both multiples of 32.
template <class Element>
void pad_rows(Element* d_and_t, const Element* d, std::size_t n, std::size_t nn, Element no_road,
              std::size_t begin, std::size_t end, cudaStream_t stream, const unsigned* turn = nullptr,
              unsigned mine = 0);

}  // namespace tiled

}  // namespace padding
