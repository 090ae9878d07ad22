// Kirk and Hwu's simple and tiled kernels (§5.1, Figure 5.6) with a BLOCK_SIZE chosen at the launch, optionally
// without one operand: which loads are coalesced, and for which BLOCK_SIZE (exercises 5.5, 5.6, 5.7 and 5.11)?
//
// Names are the book's: P = M * N, all `width` × `width`, row after row. As in the book, width is a multiple of
// BLOCK_SIZE.
#pragma once

namespace block_size {

struct Product {
    const float* m;  // nullptr: not read; ones are used instead
    const float* n;  // the same
    float* p;        // nullptr: nothing is stored
    unsigned width;
    unsigned ld;  // elements from one row to the next
};

enum class Kernel { kSimple, kTiled };

void multiply(Kernel kernel, const Product& product, unsigned size);

}  // namespace block_size
