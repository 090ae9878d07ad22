// Long arrays: more elements than blocks run at once, more than 32 bits count, up to 2^34. A kernel fills them on the device,
// and another one, which reads no array, computes the expected sum. On the emulator only lengths that take seconds.
#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "chapters/03-reduction/ladder.hpp"
#include "common/cuda/buffer.hpp"
#include "common/cuda/operators.hpp"
#include "common/testing/device.hpp"

namespace {

using operators::Sum;

const dim3 kGrid(4096);
const dim3 kBlock(256);

// A value for each element, such that an index that is shifted, wrapped or multiplied gives another one.
__device__ std::int32_t value_of(std::size_t i) {
    std::uint64_t mixed = i * 0x9e3779b97f4a7c15;
    mixed ^= mixed >> 29;
    return static_cast<std::int32_t>(mixed * 0xbf58476d1ce4e5b9 >> 32);
}

__global__ void fill(std::int32_t* in, std::size_t n) {
    const std::size_t step = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += step)
        in[i] = value_of(i);
}

__global__ void sum_of_values(unsigned* sum, std::size_t n) {
    const std::size_t step = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    unsigned mine = 0;
    for (std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += step)
        mine += static_cast<unsigned>(value_of(i));
    atomicAdd(sum, mine);
}

// `first_rung`: the rungs before it would take too long.
void check(std::size_t n, std::size_t first_rung) {
    CAPTURE(n);
    gpu::Buffer<std::int32_t> in(n);
    fill<<<kGrid, kBlock>>>(in.data(), n);
    CUDA_CHECK(cudaGetLastError());
    gpu::Buffer<unsigned> expected(1);
    expected.fill_bytes(0);
    sum_of_values<<<kGrid, kBlock>>>(expected.data(), n);
    CUDA_CHECK(cudaGetLastError());
    const auto all = rungs::reductions<std::int32_t, Sum<std::int32_t>>();
    for (std::size_t rung = first_rung; rung < all.size(); ++rung) {
        CAPTURE(all[rung].name);
        gpu::Buffer<std::int32_t> out(1);
        out.fill_bytes(0xff);
        gpu::Buffer<char> scratch(all[rung].scratch_bytes(n));
        scratch.fill_bytes(0);
        all[rung].run(out.data(), in.data(), n, Sum<std::int32_t>{}, scratch.data());
        CHECK(out.to_host()[0] == static_cast<std::int32_t>(expected.to_host()[0]));
    }
}

}  // namespace

TEST_CASE("more packs than threads run at once: rungs 6 to 10 go round their loops") { check(13'000'027, 5); }

TEST_CASE(
    "more than two second-level caches: rung 10 has a block for each eight rows, and the last has fewer") {
    check((std::size_t{1} << 25) + 5001, 9);
}

TEST_CASE("2^28 elements, on the emulator too: pieces of many tiles in rung 8, of many rows in rung 10") {
    check(std::size_t{1} << 28, 7);
}

TEST_CASE("more elements than 31 and 32 bits count, in every rung") {
    if (!testing::on_a_large_gpu(std::size_t{18} << 30)) return;
    check((std::size_t{1} << 31) + 3, 0);
    check((std::size_t{1} << 32) + 1, 0);
}

TEST_CASE("2^34 elements, in every rung") {
    if (!testing::on_a_large_gpu(std::size_t{66} << 30)) return;
    check(std::size_t{1} << 34, 0);
}
