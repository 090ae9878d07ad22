// Where cuBLAS is missing, it says why and what to do; nothing pretends to have multiplied.
#include "chapters/04-matmul/cublas.hpp"

#include <doctest/doctest.h>

#include <stdexcept>

#include "common/cuda/counters.hpp"

TEST_CASE("on the emulator cuBLAS is missing, and says that it needs a GPU") {
    if (!gpu::emulator::present()) return;
    CHECK(cublas::missing().find("needs a GPU") != std::string::npos);
    CHECK_THROWS_AS(cublas::multiply({}), std::runtime_error);
    CHECK_THROWS_AS(cublas::multiply_in_tf32({}), std::runtime_error);
}
