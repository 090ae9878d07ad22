// A kernel with a mistake that does not show at sizes that a tile divides, and that a test must find at others.
#include <doctest/doctest.h>

#include <cstddef>

#include "chapters/05-shortcuts/test/defect.hpp"
#include "common/cuda/check.hpp"

namespace {

// The course's stride: it indexes r as if its rows had nn elements, though r is n × n.
__global__ void stores_with_the_padded_stride(float* r, const float* d, std::size_t n, std::size_t nn) {
    const std::size_t i = blockIdx.x, j = threadIdx.x;
    float best = HUGE_VALF;
    for (std::size_t k = 0; k < n; ++k) best = fminf(best, d[n * i + k] + d[n * k + j]);
    if (nn * i + j < n * n) r[nn * i + j] = best;
}

void padded_stride(float* r, const float* d, std::size_t n, void*) {
    const dim3 grid(static_cast<unsigned>(n));
    const dim3 block(static_cast<unsigned>(n));
    stores_with_the_padded_stride<<<grid, block>>>(r, d, n, (n + 63) / 64 * 64);
    CUDA_CHECK(cudaGetLastError());
}

}  // namespace

TEST_CASE("the padded stride on a result without padding passes only where n is a multiple of 64") {
    const rungs::Rung wrong{0, "naive", "The course's stride.", padded_stride,
                            [](std::size_t) { return std::size_t{0}; }};
    CHECK(shortcuts::defect(wrong, 64, shortcuts::random_edges(64, shortcuts::Edges::All)) == "");
    CHECK(shortcuts::defect(wrong, 60, shortcuts::random_edges(60, shortcuts::Edges::All)) != "");
}
