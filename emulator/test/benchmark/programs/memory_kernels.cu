// How much host memory the emulator takes for what a kernel touches: kernels that touch two arrays in different ways, and
// what the process has taken before and after. Prints CSV: kernel, bytes touched, and by how many bytes the process's peak
// grew from its start to the end of the launch. One kernel a run, because a peak only grows.
//
// Usage: memory_kernels KERNEL [ELEMENTS]
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <map>
#include <string>

#include "common/cuda/check.hpp"

namespace {

constexpr int kBlock = 256;

__global__ void read(float* sum, const float* in, std::int64_t n) {
    float own = 0;
    for (std::int64_t k = threadIdx.x; k < n; k += blockDim.x) own += in[k] + sum[k];
    if (own != own) __trap();
}

__global__ void copy(float* out, const float* in, std::int64_t n) {
    const std::int64_t k = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (k < n) out[k] = in[k];
}

__global__ void copy_in_strides(float* out, const float* in, std::int64_t n) {
    const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
    for (std::int64_t k = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; k < n; k += step)
        out[k] = in[k];
}

// Every thread copies a row of its own, so that a warp touches 32 lines at once.
__global__ void copy_rows(float* out, const float* in, std::int64_t n) {
    constexpr int kRow = 1024;
    const std::int64_t row = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (row >= n / kRow) return;
    for (int k = 0; k < kRow; ++k) out[row * kRow + k] = in[row * kRow + k];
}

// Neighbours go to places far apart: n must not be a multiple of the factor, which is prime.
__device__ std::int64_t permuted(std::int64_t k, std::int64_t n) { return k * 1000003 % n; }

__global__ void permute(float* out, const float* in, std::int64_t n) {
    const std::int64_t k = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (k < n) out[permuted(k, n)] = in[k];
}

__global__ void add_permuted(float* out, const float* in, std::int64_t n) {
    const std::int64_t k = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (k < n) atomicAdd(reinterpret_cast<unsigned*>(out) + permuted(k, n), static_cast<unsigned>(in[k]));
}

__global__ void copy_bytes(float* out, const float* in, std::int64_t n) {
    const std::int64_t k = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (k < 4 * n) reinterpret_cast<char*>(out)[k] = reinterpret_cast<const char*>(in)[k];
}

__device__ unsigned tickets;

// Blocks that take tickets may wait for each other, so they are told apart differently.
__device__ void take_ticket() {
    __threadfence();
    if (threadIdx.x == 0 && atomicAdd(&tickets, 1) == gridDim.x - 1) tickets = 0;
}

__global__ void copy_with_ticket(float* out, const float* in, std::int64_t n) {
    const std::int64_t k = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (k < n) out[k] = in[k];
    take_ticket();
}

__global__ void permute_with_ticket(float* out, const float* in, std::int64_t n) {
    const std::int64_t k = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (k < n) out[permuted(k, n)] = in[k];
    take_ticket();
}

// The most memory that the process has had, in bytes.
std::int64_t peak() {
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;)
        if (word == "VmHWM:") {
            std::int64_t kilobytes = 0;
            status >> kilobytes;
            return kilobytes * 1024;
        }
    std::fprintf(
        stderr, "memory_kernels: /proc/self/status has no VmHWM, which this program reads its memory from\n");
    std::exit(1);
}

}  // namespace

int main(int argc, char** argv) {
    struct Kernel {
        void (*function)(float*, const float*, std::int64_t);
        std::function<std::int64_t(std::int64_t)> blocks;  // for n elements
    };
    const auto one = [](std::int64_t) { return std::int64_t{1}; };
    const auto two = [](std::int64_t) { return std::int64_t{2}; };
    const auto all = [](std::int64_t n) { return (n + kBlock - 1) / kBlock; };
    const auto rows = [](std::int64_t n) { return (n / 1024 + kBlock - 1) / kBlock; };
    const auto bytes = [](std::int64_t n) { return (4 * n + kBlock - 1) / kBlock; };
    const std::map<std::string, Kernel> kernels{
        {"read", {read, one}},
        {"copy", {copy, all}},
        {"copy_by_one_block", {copy_in_strides, one}},
        {"copy_by_two_blocks", {copy_in_strides, two}},
        {"copy_rows", {copy_rows, rows}},
        {"copy_bytes", {copy_bytes, bytes}},
        {"permute", {permute, all}},
        {"add_permuted", {add_permuted, all}},
        {"copy_with_ticket", {copy_with_ticket, all}},
        {"permute_with_ticket", {permute_with_ticket, all}},
    };
    const auto chosen = argc > 1 ? kernels.find(argv[1]) : kernels.end();
    const std::int64_t n = argc > 2 ? std::atoll(argv[2]) : std::int64_t{1} << 22;
    if (chosen == kernels.end() || n < 1024) {
        std::fprintf(stderr, "usage: memory_kernels KERNEL [ELEMENTS, at least 1024]; kernels:\n");
        for (const auto& [name, kernel] : kernels) std::fprintf(stderr, "    %s\n", name.c_str());
        return 2;
    }
    CUDA_CHECK(cudaFree(nullptr));
    const std::int64_t before = peak();
    float *in = nullptr, *out = nullptr;
    const std::size_t size = static_cast<std::size_t>(n) * sizeof(float);
    CUDA_CHECK(cudaMalloc(&in, size));
    CUDA_CHECK(cudaMalloc(&out, size));
    CUDA_CHECK(cudaMemset(in, 0, size));
    CUDA_CHECK(cudaMemset(out, 0, size));
    chosen->second.function<<<static_cast<unsigned>(chosen->second.blocks(n)), kBlock>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    std::printf("%s,%lld,%lld\n", argv[1], static_cast<long long>(2 * size),
                static_cast<long long>(peak() - before));
    CUDA_CHECK(cudaFree(in));
    CUDA_CHECK(cudaFree(out));
}
