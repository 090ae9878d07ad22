// The descriptors with which wgmma finds its factors in shared memory: PTX ISA 9.0, section 9.7.15.5.1.
//
// A matrix consists of pieces of 16 bytes. Eight pieces that lie one row of the layout apart, and as many beside them as the
// swizzle has, form an atom. A K-major matrix (not transposed) has neighbours along k in a piece, a transposed one neighbours
// along m or n. Swizzling exchanges the pieces of a row by the lowest bits of the row's number in its atom, as tensor copies do.
#pragma once

#include <string>
#include <vector>

#include "emulator/integers.hpp"

namespace simt::exec {

constexpr u32 kMatrixPiece = 16;  // bytes

struct MatrixDescriptor {
    u32 start = 0, leading = 0, stride = 0;  // bytes
    u32 base_offset = 0;  // rows of 128 bytes from a multiple of the pattern to its beginning
    u32 row = 1;          // pieces of a row of the swizzle pattern: 1 (no swizzle), 2, 4 or 8
    u64 unknown = 0;      // bits that mean nothing

    explicit MatrixDescriptor(u64 bits);

    // What is wrong with it for such a matrix; "" if nothing is. count: rows of A, or columns of B.
    std::string complaint(bool transposed, u32 count) const;
    // The offsets of the matrix's pieces in shared memory. Not transposed: pieces 2 i and 2 i + 1 are those of row (or column) i.
    // Transposed: pieces p k to p (k + 1) - 1 are those of k, where p = count / 8; there are 16 k.
    std::vector<u32> pieces(bool transposed, u32 count) const;
};

}  // namespace simt::exec
