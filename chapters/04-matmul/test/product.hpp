// One product on a device, for tests: matrices with pads and unaligned starts, and what is wrong with the result.
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
    // Elements behind each row of A that belong to nobody. Behind B's there are twice as many and behind C's three times, so
    // that whoever takes one matrix's rows for another's is found.
    std::size_t pad = 0;
    std::size_t offset = 0;     // elements before a matrix: with 1, it is aligned to no more than 4 bytes
    const char* moved = "ABC";  // the matrices that have them
};

// The matrices of a product on the host. A and B are random in -1 … 1, C is NaN where beta is 0 and random where it is not.
// What lies before them, between their rows and behind them is NaN in A and B, and a pattern in C.
struct Matrices {
    explicit Matrices(const Shape& shape);

    Gemm gemm();  // pointers to these

    Shape shape;
    std::vector<float> a, b, c;

    // The elements from one row to the next, and those before the first one, of 'A', 'B' or 'C'.
    std::size_t stride(char matrix) const;
    std::size_t start(char matrix) const;
};

// Runs multiply on the device's copies of the matrices and compares with double precision. Empty if every element is
// within the tolerance, nothing around C has been touched and the emulator's checks found nothing; otherwise what is wrong.
std::string defect(void (*multiply)(const Gemm&), Matrices matrices);
inline std::string defect(void (*multiply)(const Gemm&), const Shape& shape) {
    return defect(multiply, Matrices(shape));
}

}  // namespace matmul
