// The resources of each rung's blocks, as the compiler decided: name, block, registers of a thread, bytes of shared
// memory. One line for each, in the format of build/occupancy --table:
//
//     build/04/resources | build/occupancy --table --cc 9.0
#include <cstdio>
#include <exception>

#include "chapters/04-matmul/ladder.hpp"
#include "common/cuda/buffer.hpp"
#include "common/cuda/check.hpp"
#include "common/cuda/counters.hpp"

namespace {

// The shape of a launch's blocks.
dim3 block_of(std::uint64_t launch) {
    unsigned grid[3] = {}, block[3] = {};
    auto* const shape_of = gpu::emulator::find<int(std::uint64_t, unsigned*, unsigned*)>("simt_launch_shape");
    if (shape_of) shape_of(launch, grid, block);
    return {block[0], block[1], block[2]};
}

// The last kernel that a rung launches for a product of 256 × 256 matrices is the one that multiplies.
void show(const rungs::Rung& rung, const Gemm& gemm) {
    rung.run(gemm);
    CUDA_CHECK(cudaDeviceSynchronize());
    const std::uint64_t launch = gpu::emulator::launches();
    const auto count = [&](const char* key) { return gpu::emulator::counter(launch, key).value_or(0); };
    const dim3 block = block_of(launch);
    std::printf("%s %ux%u %.0f %.0f\n", rung.name, block.x, block.y, count("registers"),
                count("static_shared") + count("dynamic_shared"));
}

void show_all() {
    constexpr std::size_t kSide = 256;
    gpu::Buffer<float> a(kSide * kSide), b(kSide * kSide), c(kSide * kSide);
    a.fill_bytes(0);
    b.fill_bytes(0);
    for (const rungs::Rung& rung : rungs::kAll)
        show(rung, {kSide, kSide, kSide, 1, a.data(), kSide, b.data(), kSide, 0, c.data(), kSide});
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
