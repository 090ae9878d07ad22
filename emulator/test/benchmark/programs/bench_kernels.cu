// Five kernels that stress the emulator in different ways, each beside the same work in OpenMP C++: what `make bench-simt`
// runs. Prints CSV: kernel, thread instructions that were executed, seconds (median and both ends of the repeats) and how many
// times longer the kernel took than the host's version right after it (median). Results are compared, so that no time belongs to a wrong answer.
//
// Usage: bench_kernels [repeats [kernel]] (default: 5, all)
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "common/cuda/buffer.hpp"
#include "common/cuda/check.hpp"
#include "common/cuda/counters.hpp"

namespace {

constexpr int kTile = 16;

// Seed 002's GPU4: a block of 16 × 16 threads, a tile of each factor in shared memory. n must be a multiple of 16.
__global__ void product(float* c, const float* a, const float* b, int n) {
    __shared__ float a_tile[kTile][kTile], b_tile[kTile][kTile];
    const int row = blockIdx.y * kTile + threadIdx.y, col = blockIdx.x * kTile + threadIdx.x;
    float sum = 0;
    for (int first = 0; first < n; first += kTile) {
        a_tile[threadIdx.y][threadIdx.x] = a[row * n + first + threadIdx.x];
        b_tile[threadIdx.y][threadIdx.x] = b[(first + threadIdx.y) * n + col];
        __syncthreads();
        for (int k = 0; k < kTile; ++k) sum += a_tile[threadIdx.y][k] * b_tile[k][threadIdx.x];
        __syncthreads();
    }
    c[row * n + col] = sum;
}

__global__ void transpose(float* out, const float* in, int n) {
    __shared__ float tile[32][33];
    const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        if (x < n && y + k < n) tile[threadIdx.y + k][threadIdx.x] = in[(y + k) * n + x];
    __syncthreads();
    const int out_x = blockIdx.y * 32 + threadIdx.x, out_y = blockIdx.x * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        if (out_x < n && out_y + k < n) out[(out_y + k) * n + out_x] = tile[threadIdx.x][threadIdx.y + k];
}

// One partial sum a block: grid-stride loads, a tree in shared memory, shuffles for the last warp.
__global__ void reduce(std::uint32_t* partial, const std::uint32_t* in, int n) {
    __shared__ std::uint32_t sums[256];
    std::uint32_t sum = 0;
    for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < n; k += gridDim.x * blockDim.x) sum += in[k];
    sums[threadIdx.x] = sum;
    for (int half = 128; half >= 32; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
    }
    if (threadIdx.x < 32) {
        std::uint32_t last = sums[threadIdx.x];
        for (int distance = 16; distance > 0; distance /= 2)
            last += __shfl_down_sync(0xffffffffu, last, distance);
        if (threadIdx.x == 0) partial[blockIdx.x] = last;
    }
}

__host__ __device__ inline std::uint32_t collatz_steps(std::uint32_t start) {
    std::uint32_t steps = 0;
    for (std::uint64_t value = start; value > 1; ++steps) value = value % 2 == 0 ? value / 2 : 3 * value + 1;
    return steps;
}

// Lanes leave the loop after different numbers of steps, and part inside it.
__global__ void collatz(std::uint32_t* steps, int n) {
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < n) steps[k] = collatz_steps(k);
}

// A histogram a block in shared memory, added to the one in global memory at the end.
__global__ void histogram(std::uint32_t* counts, const std::uint32_t* in, int n) {
    __shared__ std::uint32_t own[256];
    own[threadIdx.x] = 0;
    __syncthreads();
    for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < n; k += gridDim.x * blockDim.x)
        atomicAdd(&own[in[k] % 256], 1u);
    __syncthreads();
    atomicAdd(&counts[threadIdx.x], own[threadIdx.x]);
}

std::string only;  // the kernel to run; empty: all

// Runs `launch` and `on_host` `repeats` times in turn and prints a line. correct: whether their results agree.
void measure(const char* name, int repeats, const std::function<void()>& launch,
             const std::function<void()>& on_host, const std::function<bool()>& correct) {
    if (!only.empty() && only != name) return;
    std::vector<double> emulated, times_host;
    double instructions = 0;
    for (int repeat = 0; repeat <= repeats; ++repeat) {
        const gpu::LaunchCounters since_here;
        const double start = omp_get_wtime();
        launch();
        CUDA_CHECK(cudaGetLastError());
        CUDA_CHECK(cudaDeviceSynchronize());
        const double middle = omp_get_wtime();
        on_host();
        if (repeat == 0) continue;  // warm-up: decoding, first touch of memory
        emulated.push_back(middle - start);
        times_host.push_back((middle - start) / (omp_get_wtime() - middle));
        instructions = since_here.sum("thread_instructions").value_or(0);
    }
    if (!correct()) {
        std::fprintf(stderr, "%s: the kernel's result differs from the host's\n", name);
        std::exit(1);
    }
    std::sort(emulated.begin(), emulated.end());
    std::sort(times_host.begin(), times_host.end());
    std::printf("%s,%.0f,%.6f,%.6f,%.6f,%.2f\n", name, instructions, emulated[emulated.size() / 2],
                emulated.front(), emulated.back(), times_host[times_host.size() / 2]);
    std::fflush(stdout);
}

template <class T>
bool equal(const gpu::Buffer<T>& device, const std::vector<T>& expected) {
    return device.to_host() == expected;
}

}  // namespace

int main(int argc, char** argv) {
    const int repeats = argc > 1 ? std::atoi(argv[1]) : 5;
    if (repeats < 1) {
        std::fprintf(stderr, "bench_kernels: the number of repeats must be at least 1, not '%s'\n", argv[1]);
        return 2;
    }
    if (argc > 2) only = argv[2];
    std::mt19937 random(1);
    std::printf("kernel,thread_instructions,seconds,fastest,slowest,times_host\n");

    {
        const int n = 512;
        std::vector<float> a(n * n), b(n * n), c(n * n);
        for (float& x : a) x = static_cast<float>(random() % 17) - 8;
        for (float& x : b) x = static_cast<float>(random() % 17) - 8;
        gpu::Buffer<float> a_device(a), b_device(b), c_device(n * n);
        measure(
            "product", repeats,
            [&] {
                product<<<dim3(n / kTile, n / kTile), dim3(kTile, kTile)>>>(c_device.data(), a_device.data(),
                                                                            b_device.data(), n);
            },
            [&] {
                std::fill(c.begin(), c.end(), 0.0f);
#pragma omp parallel for
                for (int i = 0; i < n; ++i)
                    for (int k = 0; k < n; ++k)
                        for (int j = 0; j < n; ++j) c[i * n + j] += a[i * n + k] * b[k * n + j];
            },
            [&] { return equal(c_device, c); });
    }
    {
        const int n = 2048;
        std::vector<float> in(n * n), out(n * n);
        for (float& x : in) x = static_cast<float>(random());
        gpu::Buffer<float> in_device(in), out_device(n * n);
        measure(
            "transpose", repeats,
            [&] { transpose<<<dim3(n / 32, n / 32), dim3(32, 8)>>>(out_device.data(), in_device.data(), n); },
            [&] {
#pragma omp parallel for
                for (int i = 0; i < n; ++i)
                    for (int j = 0; j < n; ++j) out[j * n + i] = in[i * n + j];
            },
            [&] { return equal(out_device, out); });
    }
    std::vector<std::uint32_t> numbers(1 << 24);
    for (std::uint32_t& x : numbers) x = random();
    gpu::Buffer<std::uint32_t> numbers_device(numbers);
    const int count = static_cast<int>(numbers.size());
    {
        gpu::Buffer<std::uint32_t> partial(264);
        std::uint32_t total = 0;
        measure(
            "reduction", repeats, [&] { reduce<<<264, 256>>>(partial.data(), numbers_device.data(), count); },
            [&] {
                total = 0;
#pragma omp parallel for reduction(+ : total)
                for (int k = 0; k < count; ++k) total += numbers[k];
            },
            [&] {
                std::uint32_t sum = 0;
                for (const std::uint32_t x : partial.to_host()) sum += x;
                return sum == total;
            });
    }
    {
        const int n = 1 << 18;
        gpu::Buffer<std::uint32_t> steps(n);
        std::vector<std::uint32_t> expected(n);
        measure(
            "divergent", repeats, [&] { collatz<<<(n + 255) / 256, 256>>>(steps.data(), n); },
            [&] {
#pragma omp parallel for
                for (int k = 0; k < n; ++k) expected[k] = collatz_steps(k);
            },
            [&] { return equal(steps, expected); });
    }
    {
        gpu::Buffer<std::uint32_t> counts(256);
        std::vector<std::uint32_t> expected(256);
        const int n = 1 << 22;
        measure(
            "atomic", repeats,
            [&] {
                CUDA_CHECK(cudaMemset(counts.data(), 0, 256 * sizeof(std::uint32_t)));
                histogram<<<264, 256>>>(counts.data(), numbers_device.data(), n);
            },
            [&] {
                std::fill(expected.begin(), expected.end(), 0u);
                std::uint32_t* const bins = expected.data();
#pragma omp parallel for reduction(+ : bins[:256])
                for (int k = 0; k < n; ++k) ++bins[numbers[k] % 256];
            },
            [&] { return equal(counts, expected); });
    }
}
