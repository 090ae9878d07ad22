// The cost of one, two and four tiles for each block: loads, and a block's share of a multiprocessor.
//
//     build/04/granularity          256 × 256 matrices
//     build/04/granularity 512      512 × 512 ones
//
// Counts come from the emulator; on a machine with a GPU use build/simt build/04/granularity.
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "chapters/04-matmul/programs/parts/textbook/tiles_per_block.hpp"
#include "common/cuda/buffer.hpp"
#include "common/cuda/counters.hpp"

namespace {

struct Cost {
    double requests, sectors, registers, shared, occupancy;
};

template <unsigned kTiles>
Cost cost(const Gemm& gemm) {
    const gpu::LaunchCounters since_here;
    tiles_per_block::multiply<kTiles>(gemm);
    const auto count = [&](const char* key) { return since_here.sum(key).value_or(0); };
    return {count("global_load_requests"), count("global_load_sectors"), count("registers"),
            count("static_shared"), count("occupancy")};
}

void show(unsigned tiles, std::size_t n, const Cost& cost, const Cost& one_tile) {
    constexpr std::size_t kTile = tiles_per_block::kTile;
    const auto tiles_of = [&](std::size_t size) { return (n + size - 1) / size; };
    const std::size_t blocks = tiles_of(kTile) * tiles_of(kTile * tiles);
    std::printf("%-16u %9.0f %9.0f %8.1f %% %10.0f %8.0f B %10.0f %% %7zu\n", tiles, cost.requests,
                cost.sectors, 100 * (1 - cost.sectors / one_tile.sectors), cost.registers, cost.shared,
                100 * cost.occupancy, blocks);
}

void show_all(std::size_t n) {
    gpu::Buffer<float> a(n * n), b(n * n), c(n * n);
    a.fill_bytes(0);
    b.fill_bytes(0);
    const Gemm gemm{n, n, n, 1, a.data(), n, b.data(), n, 0, c.data(), n};
    const Cost one = cost<1>(gemm);
    std::printf("%zu x %zu matrices\n", n, n);
    std::printf("tiles of a block  requests   sectors     saved  registers     shared  occupancy  blocks\n");
    show(1, n, one, one);
    show(2, n, cost<2>(gemm), one);
    show(4, n, cost<4>(gemm), one);
}

}  // namespace

int main(int argc, char** argv) {
    constexpr long kMost = 4096;
    const long n = argc > 1 ? std::atol(argv[1]) : 256;
    if (argc > 2 || n < 1 || n > kMost) {
        std::fprintf(stderr, "granularity: it takes the side of the matrices, from 1 to %ld.\n", kMost);
        return 2;
    }
    if (!gpu::emulator::present()) {
        std::fprintf(stderr,
                     "granularity: a GPU does not count; start it as build/simt build/04/granularity.\n");
        return 2;
    }
    try {
        show_all(static_cast<std::size_t>(n));
    } catch (const std::exception& error) {
        std::fprintf(stderr, "granularity: %s\n", error.what());
        return 1;
    }
    return 0;
}
