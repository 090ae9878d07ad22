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
    std::size_t pad = 0;     // elements behind each row of A, B and C that belong to nobody
    std::size_t offset = 0;  // elements before each matrix: with 1, nothing is aligned to more than 4 bytes
};

// The matrices of a product on the host. A and B are random in -1 … 1, C is NaN where beta is 0 and random where it is not.
// What lies before them, between their rows and behind them is NaN in A and B, and a pattern in C.
struct Matrices {
    explicit Matrices(const Shape& shape);

    Gemm gemm();  // pointers to these

    Shape shape;
    std::vector<float> a, b, c;
};

// Runs multiply on the device's copies of the matrices and compares with double precision. Empty if every element is
// within the tolerance, nothing around C has been touched and the emulator's checks found nothing; otherwise what is wrong.
std::string defect(void (*multiply)(const Gemm&), Matrices matrices);
inline std::string defect(void (*multiply)(const Gemm&), const Shape& shape) {
    return defect(multiply, Matrices(shape));
}

}  // namespace matmul
