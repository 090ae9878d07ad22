// What each rung's header predicts, counted. Every claim comes with the rung before, which has what this one removes.
#include <doctest/doctest.h>

#include <map>
#include <string>

#include "chapters/04-matmul/versions.cuh"
#include "common/cuda/buffer.hpp"
#include "common/cuda/counters.hpp"
#include "common/ladder/counters.hpp"
#include "common/testing/skip.hpp"

namespace {

using Counters = std::map<std::string, double>;

constexpr std::size_t kN = 256;  // all rungs' tiles divide it
constexpr double kProducts = double{kN} * kN * kN;
constexpr double kElements = double{kN} * kN;
constexpr double kLanes = 32;

bool counted() {
    if (gpu::emulator::present()) return true;
    testing::skip("counts come from the emulator");
    return false;
}

// The counters of multiply(gemm) on n x n matrices.
template <class Multiply>
Counters count(const Multiply& multiply, std::size_t n = kN) {
    gpu::Buffer<float> a(n * n), b(n * n), c(n * n);
    a.fill_bytes(0);
    b.fill_bytes(0);
    const Gemm gemm{n, n, n, 1, a.data(), n, b.data(), n, 0, c.data(), n};
    const auto before = gpu::emulator::launches();
    multiply(gemm);
    CUDA_CHECK(cudaDeviceSynchronize());
    return ladder::counters_since(before);
}

Counters naive_in(dim3 block) {
    return count([&](const Gemm& gemm) { naive::multiply(gemm, block); });
}

}  // namespace

TEST_CASE("naive asks for 5 sectors for 32 multiplications, in blocks a warp wide or more") {
    if (!counted()) return;
    for (const dim3& block : {dim3(256, 1), dim3(32, 8), dim3(64, 2)}) {
        Counters counters = naive_in(block);
        CHECK(counters.at("global_load_requests") == 2 * kProducts / kLanes);
        CHECK(counters.at("global_load_sectors") == 5 * kProducts / kLanes);
        CHECK(counters.at("global_store_sectors") == 4 * kElements / kLanes);
    }
}

TEST_CASE("the same kernel in blocks of one column asks for 33") {
    if (!counted()) return;
    Counters counters = naive_in({1, 256});
    CHECK(counters.at("global_load_requests") == 2 * kProducts / kLanes);
    CHECK(counters.at("global_load_sectors") == 33 * kProducts / kLanes);
    CHECK(counters.at("global_store_sectors") == 32 * kElements / kLanes);
}

TEST_CASE("no rung has a divergent branch where tiles are full, and each writes C once") {
    if (!counted()) return;
    for (const versions::Version& version : versions::kAll) {
        CAPTURE(version.name);
        Counters counters = count(version.run);
        CHECK(counters.at("divergent_branches") == 0);
        CHECK(counters.at("dram_write_bytes") == kElements * sizeof(float));
    }
}
