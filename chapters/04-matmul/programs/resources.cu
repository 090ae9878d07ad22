// What the blocks of each rung take of a multiprocessor, as the compiler decided: name, block, registers of a thread, bytes of
// shared memory. One line for each, as build/occupancy --table reads them:
//
//     build/04/resources | build/occupancy --table --cc 9.0
#include <cstdio>
#include <cstring>
#include <exception>

#include "chapters/04-matmul/versions.hpp"
#include "common/cuda/buffer.hpp"
#include "common/cuda/check.hpp"
#include "common/cuda/counters.hpp"

namespace {

// The shape of a launch's blocks, out of the JSON that the emulator has of it.
dim3 block_of(std::uint64_t launch) {
    auto* const json = gpu::emulator::find<const char*(std::uint64_t)>("simt_launch_json");
    const char* const text = json ? json(launch) : nullptr;
    const char* const found = text ? std::strstr(text, "\"block\":[") : nullptr;
    dim3 block(0, 0, 0);
    if (found) std::sscanf(found, "\"block\":[%u,%u,%u", &block.x, &block.y, &block.z);
    return block;
}

// The last kernel that a rung launches for a product of 256 × 256 matrices is the one that multiplies.
void show(const versions::Version& version, const Gemm& gemm) {
    version.run(gemm);
    CUDA_CHECK(cudaDeviceSynchronize());
    const std::uint64_t launch = gpu::emulator::launches();
    const auto count = [&](const char* key) { return gpu::emulator::counter(launch, key).value_or(0); };
    const dim3 block = block_of(launch);
    std::printf("%s %ux%u %.0f %.0f\n", version.name, block.x, block.y, count("registers"),
                count("static_shared") + count("dynamic_shared"));
}

void show_all() {
    constexpr std::size_t kSide = 256;
    gpu::Buffer<float> a(kSide * kSide), b(kSide * kSide), c(kSide * kSide);
    a.fill_bytes(0);
    b.fill_bytes(0);
    for (const versions::Version& version : versions::kAll)
        show(version, {kSide, kSide, kSide, 1, a.data(), kSide, b.data(), kSide, 0, c.data(), kSide});
}

}  // namespace

int main(int argc, char**) {
    if (argc > 1) {
        std::fprintf(stderr, "resources: it takes nothing.\n");
        return 2;
    }
    if (!gpu::emulator::present()) {
        std::fprintf(stderr, "resources: it asks the emulator; start it as build/simt build/04/resources.\n");
        return 2;
    }
    try {
        show_all();
    } catch (const std::exception& error) {
        std::fprintf(stderr, "resources: %s\n", error.what());
        return 1;
    }
    return 0;
}
