// Copies are noticed, and still made.
#include "common/grading/copies.hpp"

#include <cuda_runtime_api.h>
#include <doctest/doctest.h>

TEST_CASE("a copy is counted and named, and does what it did") {
    const std::size_t before = grading::copies();
    const int from = 7;
    int to = 0;
    CHECK(cudaMemcpy(&to, &from, sizeof to, cudaMemcpyHostToHost) == cudaSuccess);
    CHECK(to == 7);
    CHECK(grading::copies() == before + 1);
    CHECK(grading::latest_copy() == "cudaMemcpy");
    CHECK(cudaMemcpy2D(&to, 4, &from, 4, 4, 1, cudaMemcpyHostToHost) == cudaSuccess);
    CHECK(grading::latest_copy() == "cudaMemcpy2D");
}

TEST_CASE("the runtime's error comes back from a copy that is refused") {
    int to = 0;
    CHECK(cudaMemcpy(&to, nullptr, sizeof to, cudaMemcpyHostToDevice) != cudaSuccess);
    static_cast<void>(cudaGetLastError());
}
