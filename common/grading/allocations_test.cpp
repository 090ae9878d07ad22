// Allocations are noticed, and can be made to fail as on a full device.
#include "common/grading/allocations.hpp"

#include <cuda_runtime_api.h>
#include <doctest/doctest.h>

TEST_CASE("what is allocated and not freed") {
    const std::size_t before = grading::allocated();
    void *first = nullptr, *second = nullptr, *third = nullptr;
    REQUIRE(cudaMalloc(&first, 1000) == cudaSuccess);
    REQUIRE(cudaMallocManaged(&second, 300, cudaMemAttachGlobal) == cudaSuccess);
    REQUIRE(cudaMallocAsync(&third, 20, nullptr) == cudaSuccess);
    CHECK(grading::allocated() == before + 1320);
    CHECK(cudaFree(first) == cudaSuccess);
    CHECK(cudaFreeAsync(third, nullptr) == cudaSuccess);
    CHECK(grading::allocated() == before + 300);
    CHECK(cudaFree(second) == cudaSuccess);
    CHECK(cudaFree(nullptr) == cudaSuccess);
    CHECK(grading::allocated() == before);
}

TEST_CASE("beyond the limit the runtime refuses, and keeps its error") {
    void *fits = nullptr, *does_not = nullptr;
    {
        const grading::MemoryLimit limit(grading::allocated() + 1500);
        REQUIRE(cudaMalloc(&fits, 1000) == cudaSuccess);
        CHECK(cudaMalloc(&does_not, 501) == cudaErrorMemoryAllocation);
        CHECK(cudaGetLastError() == cudaErrorMemoryAllocation);
        CHECK(cudaFree(fits) == cudaSuccess);
        CHECK(cudaMalloc(&fits, 1500) == cudaSuccess);
    }
    CHECK(cudaMalloc(&does_not, 501) == cudaSuccess);
    static_cast<void>(cudaFree(fits));
    static_cast<void>(cudaFree(does_not));
}
