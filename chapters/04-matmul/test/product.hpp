// One product on a device, for tests: matrices with padding and unaligned starts, and a description of errors in the
// result.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "common/cuda/gemm.hpp"

namespace matmul {

struct Shape {
    std::size_t m, n, k;
    float alpha = 1;
    float beta = 0;
    // Unused elements after each row of A; B has twice as many and C three times, so that confusing the leading
    // dimensions of two matrices is found.
    std::size_t pad = 0;
    std::size_t offset = 0;     // elements before a matrix: with 1, it is aligned to no more than 4 bytes
    const char* moved = "ABC";  // the matrices that have them
};

// The matrices of a product on the host. A and B are random in -1 … 1; C is NaN if beta is 0, otherwise random.
// Elements before the matrices, between their rows and after them are NaN in A and B, and a pattern in C.
struct Matrices {
    explicit Matrices(const Shape& shape);

    Gemm gemm();  // pointers to these

    Shape shape;
    std::vector<float> a, b, c;

    // The distance from one row to the next, and the number of elements before the first, for 'A', 'B' or 'C'.
    std::size_t stride(char matrix) const;
    std::size_t start(char matrix) const;
};

// Runs multiply on the device's copies of the matrices and compares with double precision. Empty if every element is
// within the tolerance, nothing around C has changed and the emulator's checks found nothing; otherwise describes the
// error.
std::string defect(void (*multiply)(const Gemm&), Matrices matrices);
inline std::string defect(void (*multiply)(const Gemm&), const Shape& shape) {
    return defect(multiply, Matrices(shape));
}

}  // namespace matmul
