// How fast sectors move between an H200's multiprocessors and its L2 cache, and out of a first-level cache: the rates behind the
// bounds of reports (emulator/report/bound.hpp). Prints CSV, the highest of a few tries a row; sector_rates.sh keeps it.
#include <algorithm>
#include <cstdio>

#include "common/cuda/buffer.hpp"
#include "common/cuda/check.hpp"
#include "common/cuda/timer.hpp"

namespace {

enum Way { kScatteredStores, kStores, kFloat4Stores, kScatteredLoads, kFloat4Loads, kFirstLevelLoads };

constexpr unsigned kRepeats = 400, kThreads = 1024, kTries = 6;

// Each thread accesses kRepeats places; neighbouring threads have neighbouring floats, float4s or, if scattered, sectors.
template <Way way>
__global__ void access(float* data, unsigned floats) {
    const unsigned thread = blockIdx.x * kThreads + threadIdx.x, threads = gridDim.x * kThreads;
    float4* const fours = reinterpret_cast<float4*>(data);
    float sum = 0;
    for (unsigned repeat = 0; repeat < kRepeats; ++repeat) {
        const unsigned i = thread + repeat * threads;
        const float value = static_cast<float>(repeat);
        if (way == kScatteredStores) data[i * 8 % floats] = value;
        if (way == kStores) data[i % floats] = value;
        if (way == kFloat4Stores) fours[i % (floats / 4)] = make_float4(value, value, value, value);
        if (way == kScatteredLoads) sum += __ldcg(data + i * 8 % floats);
        if (way == kFloat4Loads) sum += __ldcg(fours + i % (floats / 4)).x;
        if (way == kFirstLevelLoads) sum += __ldca(fours + (threadIdx.x + repeat * 32) % 2048).x;
    }
    if (sum == 0.5f) data[0] = sum;  // keeps the loads
}

template <Way way>
void measure(const char* name, unsigned blocks, unsigned bytes, double sectors) {
    gpu::Buffer<float> data(bytes / 4);
    data.fill_bytes(0);
    gpu::Timer timer;
    float best = 1e9f;
    for (unsigned tries = 0; tries < kTries; ++tries) {
        timer.start();
        access<way><<<blocks, kThreads>>>(data.data(), bytes / 4);
        CUDA_CHECK(cudaGetLastError());
        best = std::min(best, timer.stop_ms());
    }
    std::printf("%s,%u,%u,%.1f\n", name, blocks, bytes, sectors * blocks * kThreads * kRepeats / best / 1e6);
}

}  // namespace

int main() {
    std::printf("access,blocks,bytes,gigasectors_per_s\n");
    for (const unsigned blocks : {264u, 1056u})
        for (const unsigned bytes : {4u << 20, 16u << 20, 32u << 20}) {
            measure<kScatteredStores>("scattered stores", blocks, bytes, 1);
            measure<kStores>("stores", blocks, bytes, 1 / 8.);
            measure<kFloat4Stores>("float4 stores", blocks, bytes, 1 / 2.);
            measure<kScatteredLoads>("scattered loads", blocks, bytes, 1);
            measure<kFloat4Loads>("float4 loads", blocks, bytes, 1 / 2.);
            measure<kFirstLevelLoads>("first-level loads", blocks, bytes, 1 / 2.);
        }
}
