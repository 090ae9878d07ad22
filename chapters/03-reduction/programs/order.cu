// Shows how much a sum of floats depends on the order of its additions: the same numbers in several orders, compared with
// their sum in double.
//
//     build/03/order            a million numbers between 0 and 1
//     build/03/order 100000     as many as you like
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <vector>

#include "chapters/03-reduction/ladder.hpp"
#include "common/baseline/reduce.hpp"
#include "common/baseline/sum.hpp"
#include "common/cuda/block_reduce.cuh"
#include "common/cuda/buffer.hpp"
#include "common/cuda/operators.hpp"
#include "common/ladder/random_input.hpp"

namespace {

using operators::Sum;

void show(const char* name, float sum, double truth) {
    std::printf("%-32s %14.3f %12.3g\n", name, static_cast<double>(sum), std::fabs(sum - truth) / truth);
}

// One atomicAdd for each block: the result depends on the order in which the blocks finish.
__global__ void atomics_kernel(float* sum, const float* in, std::size_t n) {
    constexpr unsigned kThreads = 256;
    const std::size_t i = static_cast<std::size_t>(blockIdx.x) * kThreads + threadIdx.x;
    const float mine = gpu::block_reduce<kThreads>(i < n ? in[i] : 0.0f, Sum<float>{});
    if (threadIdx.x == 0) atomicAdd(sum, mine);
}

float sum_by_atomics(const gpu::Buffer<float>& in) {
    gpu::Buffer<float> sum(1);
    sum.fill_bytes(0);
    const dim3 grid(static_cast<unsigned>((in.size() + 255) / 256));
    const dim3 block(256);
    atomics_kernel<<<grid, block>>>(sum.data(), in.data(), in.size());
    CUDA_CHECK(cudaGetLastError());
    return sum.to_host()[0];
}

void show_all(std::size_t n) {
    std::vector<float> numbers(n);
    ladder::fill_random(numbers.data(), n, 1, 0.0f, 1.0f);
    const double truth = baseline::sum_in_double(numbers.data(), n);
    std::printf("%-32s %14s %12s\n", "", "sum", "rel. error");
    std::printf("%-32s %14.3f\n", "double", truth);
    show("one after the other", baseline::reduce_serial(numbers.data(), n, Sum<float>{}), truth);
    show("OpenMP, 64 sums a piece", baseline::reduce_openmp(numbers.data(), n, Sum<float>{}), truth);
    show("in pairs", baseline::sum_pairwise(numbers.data(), n), truth);
    show("Kahan", baseline::sum_kahan(numbers.data(), n), truth);
    const gpu::Buffer<float> in(numbers);
    for (const auto& rung : rungs::reductions<float, Sum<float>>()) {
        gpu::Buffer<float> out(1);
        gpu::Buffer<char> scratch(rung.scratch_bytes(n));
        scratch.fill_bytes(0);
        rung.run(out.data(), in.data(), n, Sum<float>{}, scratch.data());
        show(rung.name, out.to_host()[0], truth);
    }
    show("atomicAdd of blocks", sum_by_atomics(in), truth);
}

}  // namespace

int main(int argc, char** argv) {
    constexpr long kMost = 1L << 30;
    const long n = argc > 1 ? std::atol(argv[1]) : 1'000'000;
    if (argc > 2 || n < 1 || n > kMost) {
        std::fprintf(stderr, "order: it takes how many numbers to add, from 1 to %ld.\n", kMost);
        return 2;
    }
    try {
        show_all(static_cast<std::size_t>(n));
    } catch (const std::exception& error) {
        std::fprintf(stderr, "order: %s\n", error.what());
        return 1;
    }
    return 0;
}
