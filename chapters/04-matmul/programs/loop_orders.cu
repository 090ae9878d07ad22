// The CPU's two loop orders as kernels: why ikj, which wins on the CPU, is not the one that the GPU's ladder grows from.
//
//   ijk                   a thread makes one element of C; neighbouring lanes make neighbours in a row
//   ikj, a row a thread   the CPU's threads of multiply_openmp: each lane goes along a row of its own
//   ikj, a row a block    lanes share the inner loop, so that they go along the row together
//
// The emulator counts what each asks of memory.
//
//     build/04/loop_orders [N]      N x N matrices, 256 without N
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

#include "common/cuda/buffer.hpp"
#include "common/cuda/counters.hpp"

namespace {

// region: ijk
__global__ void ijk(float* c, const float* a, const float* b, int n) {
    const int i = blockIdx.y;
    const int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= n) return;
    float sum = 0;
    for (int k = 0; k < n; ++k) sum += a[i * n + k] * b[k * n + j];
    c[i * n + j] = sum;
}
// end region

// region: ikj
__global__ void ikj_row_a_thread(float* c, const float* a, const float* b, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    for (int j = 0; j < n; ++j) c[i * n + j] = 0;
    for (int k = 0; k < n; ++k) {
        for (int j = 0; j < n; ++j) c[i * n + j] += a[i * n + k] * b[k * n + j];
    }
}

__global__ void ikj_row_a_block(float* c, const float* a, const float* b, int n) {
    const int i = blockIdx.x;
    for (int j = threadIdx.x; j < n; j += blockDim.x) c[i * n + j] = 0;
    for (int k = 0; k < n; ++k) {
        for (int j = threadIdx.x; j < n; j += blockDim.x) c[i * n + j] += a[i * n + k] * b[k * n + j];
    }
}
// end region

constexpr unsigned kBlock = 64;

// What a launch asked of memory; "-" on a GPU, which does not count.
struct Asked {
    gpu::LaunchCounters since_here;

    std::string sum(const char* key) const {
        const auto value = since_here.sum(key);
        return value ? std::to_string(static_cast<long long>(*value)) : "-";
    }
    std::string sectors_per_request(const std::string& which) const {
        const auto sectors = since_here.sum(("global_" + which + "_sectors").c_str());
        const auto requests = since_here.sum(("global_" + which + "_requests").c_str());
        if (!sectors || !requests || *requests == 0) return "-";
        char text[32];
        std::snprintf(text, sizeof text, "%.2f", *sectors / *requests);
        return text;
    }
};

void show(const char* name, const Asked& asked) {
    std::printf("%-20s %14s %12s %14s %12s\n", name, asked.sum("global_load_sectors").c_str(),
                asked.sectors_per_request("load").c_str(), asked.sum("global_store_sectors").c_str(),
                asked.sectors_per_request("store").c_str());
}

int run(int n) {
    const std::size_t elements = static_cast<std::size_t>(n) * n;
    std::vector<float> host(elements);
    for (std::size_t i = 0; i < elements; ++i) host[i] = static_cast<float>(i % 17) - 8;
    gpu::Buffer<float> a(host), b(host), c(elements);
    const unsigned blocks = (static_cast<unsigned>(n) + kBlock - 1) / kBlock;

    std::printf("%-20s %14s %12s %14s %12s\n", "", "load sectors", "per request", "store sectors",
                "per request");
    std::vector<float> expected;
    const auto after = [&](const char* name, const Asked& asked) {
        CUDA_CHECK(cudaGetLastError());
        const std::vector<float> result = c.to_host();
        if (expected.empty()) expected = result;
        if (result != expected) throw std::runtime_error(std::string(name) + " computes something else");
        show(name, asked);
    };
    {
        const Asked asked{};
        ijk<<<dim3(blocks, n), kBlock>>>(c.data(), a.data(), b.data(), n);
        after("ijk", asked);
    }
    {
        const Asked asked{};
        ikj_row_a_thread<<<blocks, kBlock>>>(c.data(), a.data(), b.data(), n);
        after("ikj, a row a thread", asked);
    }
    {
        const Asked asked{};
        ikj_row_a_block<<<n, kBlock>>>(c.data(), a.data(), b.data(), n);
        after("ikj, a row a block", asked);
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const int n = argc == 2 ? std::atoi(argv[1]) : 256;
        if (argc > 2 || n < 1 || n > 1024) throw std::invalid_argument("it takes a size from 1 to 1024");
        return run(n);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "loop_orders: %s\n", error.what());
        return 2;
    }
}
