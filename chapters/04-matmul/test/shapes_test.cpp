// The list of shapes is read as written, and the matrices for cuBLAS's layouts are those of the rungs, transposed.
#include <doctest/doctest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "chapters/04-matmul/more/shapes.hpp"
#include "common/cuda/check.hpp"

namespace {

const std::string kHeadings = "m,n,k,lda,ldb,ldc,bar\n";

std::vector<float> on_host(const float* device, std::size_t count) {
    std::vector<float> host(count);
    CUDA_CHECK(cudaMemcpy(host.data(), device, count * sizeof(float), cudaMemcpyDeviceToHost));
    return host;
}

}  // namespace

TEST_CASE("a shape has three extents, three leading dimensions and a bar or none") {
    const std::vector<shapes::Shape> read = shapes::parse(kHeadings + "2,3,4,5,6,7,1\n1,3,4,4,3,3,0\n");
    REQUIRE(read.size() == 2);
    CHECK(shapes::name_of(read[0]) == "2x3x4, rows of 5, 6, 7");
    CHECK(read[0].bar);
    CHECK(shapes::name_of(read[1]) == "1x3x4");
    CHECK_FALSE(read[1].bar);
}

TEST_CASE("a CSV of something else is refused by the heading that it lacks") {
    CHECK_THROWS_WITH_AS(shapes::parse("m,n\n1,2\n"), "there is no column 'k'", std::runtime_error);
}

TEST_CASE("matrices column by column have the elements of those row by row") {
    const shapes::Shape shape{33, 35, 70, 71, 37, 40, true};
    shapes::Matrices matrices(shape, true);
    const Gemm rows = matrices.gemm();
    const Gemm columns = matrices.gemm({true, true});
    CHECK(columns.lda == shape.m + 1);
    CHECK(columns.ldb == shape.k + 2);
    const std::vector<float> a = on_host(rows.a, shape.m * rows.lda);
    const std::vector<float> b = on_host(rows.b, shape.k * rows.ldb);
    const std::vector<float> a_turned = on_host(columns.a, shape.k * columns.lda);
    const std::vector<float> b_turned = on_host(columns.b, shape.n * columns.ldb);
    std::size_t wrong = 0;
    for (std::size_t l = 0; l < shape.k; ++l) {
        for (std::size_t i = 0; i < shape.m; ++i)
            wrong += a[i * rows.lda + l] != a_turned[l * columns.lda + i];
        for (std::size_t j = 0; j < shape.n; ++j)
            wrong += b[l * rows.ldb + j] != b_turned[j * columns.ldb + l];
    }
    CHECK(wrong == 0);
}
