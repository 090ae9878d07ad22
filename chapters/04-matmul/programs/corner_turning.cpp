// The cost of a column-major B, read directly and with the corner turned.
//
//     build/04/corner_turning       256 × 256 matrices; counts come from the emulator
#include <cstdio>
#include <exception>

#include "chapters/04-matmul/programs/parts/textbook/column_major.hpp"
#include "common/cuda/buffer.hpp"
#include "common/cuda/counters.hpp"

namespace {

void show(const char* name, void (*multiply)(const Gemm&), const Gemm& gemm) {
    const gpu::LaunchCounters since_here;
    multiply(gemm);
    const auto count = [&](const char* key) { return since_here.sum(key).value_or(0); };
    const double requests = count("global_load_requests"), sectors = count("global_load_sectors");
    std::printf("%-8s %9.0f %9.0f %20.2f %15.0f\n", name, requests, sectors, sectors / requests,
                count("shared_load_bank_conflicts") + count("shared_store_bank_conflicts"));
}

void show_all() {
    constexpr std::size_t kSide = 256;
    gpu::Buffer<float> a(kSide * kSide), b(kSide * kSide), c(kSide * kSide);
    a.fill_bytes(0);
    b.fill_bytes(0);
    const Gemm gemm{kSide, kSide, kSide, 1, a.data(), kSide, b.data(), kSide, 0, c.data(), kSide};
    std::printf("          requests   sectors  sectors a request  bank conflicts\n");
    show("simple", column_major::simple, gemm);
    show("tiled", column_major::tiled, gemm);
    show("turned", column_major::turned, gemm);
}

}  // namespace

int main(int argc, char**) {
    if (argc > 1) {
        std::fprintf(stderr, "corner_turning: it takes nothing.\n");
        return 2;
    }
    if (!gpu::emulator::present()) {
        std::fprintf(
            stderr,
            "corner_turning: a GPU does not count; start it as build/simt build/04/corner_turning.\n");
        return 2;
    }
    try {
        show_all();
    } catch (const std::exception& error) {
        std::fprintf(stderr, "corner_turning: %s\n", error.what());
        return 1;
    }
    return 0;
}
