// The products that measure this chapter against cuBLAS (shapes.csv, which was committed before anything was tuned
// for them), and their matrices on the device, row by row and column by column. For programs/shapes.cpp and
// programs/tune.cpp.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "chapters/04-matmul/parts/cublas.hpp"
#include "common/cuda/buffer.hpp"
#include "common/cuda/gemm.hpp"

namespace shapes {

// A is m x k, with lda elements from one row to the next, and so on. bar: whether its time counts, or only its
// correctness.
struct Shape {
    std::size_t m, n, k, lda, ldb, ldc;
    bool bar;
};

// "512x512x512", with the leading dimensions if rows have gaps: "512x512x512, rows of 513, 515, 517".
std::string name_of(const Shape& shape);

// Whether every four floats of a row of B and of C lie at a multiple of 16 bytes.
inline bool aligned(const Shape& shape) {
    return shape.n % 4 == 0 && shape.ldb % 4 == 0 && shape.ldc % 4 == 0;
}

// The shapes of a CSV with the headings of shapes.csv. Throws std::runtime_error if it has others.
std::vector<Shape> parse(const std::string& csv);

// The shapes of chapters/04-matmul/more/shapes.csv. Throws std::invalid_argument outside the repository's root.
std::vector<Shape> all();

// Random matrices on the device, and the host's copies of A and B.
class Matrices {
  public:
    // by_columns: also makes copies of A and B column by column; the gaps between columns are as large as those
    // between the rows of A and B.
    Matrices(const Shape& shape, bool by_columns);

    Gemm gemm(cublas::Layout layout = {});
    Gemm on_host() const;  // A and B row by row; no C
    void poison() { c_.fill_bytes(0xff); }
    std::vector<float> product() const;  // C, m x n, without what lies between its rows

  private:
    Shape shape_;
    std::vector<float> host_a_, host_b_;
    gpu::Buffer<float> a_, b_, a_turned_, b_turned_, c_;
};

// Overwrites more bytes than the L2 cache holds, so that the next kernel finds none of its data there.
class Flush {
  public:
    Flush();
    void operator()();

  private:
    gpu::Buffer<char> bytes_;
};

}  // namespace shapes
