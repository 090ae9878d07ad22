// The effect of block shapes on the CPU's multiply_blocked: GFLOP/s of one core for every kernel that it can run, for
// long and short steps of k and for high and low blocks of A (explained in common/baseline/multiply/blocked.hpp).
//
//     build/04/blocks [N]      measures with N x N matrices, 2048 without N
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

#include "common/baseline/multiply/blocked.hpp"
#include "common/ladder/machine.hpp"
#include "common/ladder/random_input.hpp"
#include "common/ladder/size.hpp"
#include "common/ladder/statistics.hpp"
#include "common/ladder/text_table.hpp"

namespace {

namespace multiply = baseline::multiply;
using Clock = std::chrono::steady_clock;

constexpr int kRounds = 5;

struct Setting {
    multiply::Plan plan;
    std::vector<double> seconds;
};

// One thread, packed at any size.
Setting packed(const multiply::Kernel* kernel, multiply::Blocks blocks) {
    return {{kernel, blocks, 1, 0}, {}};
}

// Each kernel with its own blocks, then the fastest one with others.
std::vector<Setting> settings() {
    std::vector<Setting> all;
    for (const multiply::Kernel* kernel : multiply::runnable_kernels())
        all.push_back(packed(kernel, multiply::blocks_for(*kernel)));
    const multiply::Plan best = all.front().plan;
    for (const std::size_t k : {32, 64, 128, 192, 256, 320, 384, 512, 768, 1024, 2048}) {
        if (k != best.blocks.k) all.push_back(packed(best.kernel, {best.blocks.rows, k}));
    }
    for (const std::size_t rows : {12, 48, 96, 144, 192, 288, 384, 768, 4096}) {
        if (rows != best.blocks.rows) all.push_back(packed(best.kernel, {rows, best.blocks.k}));
    }
    return all;
}

int run(std::size_t n) {
    std::vector<float> a(n * n), b(n * n), c(n * n);
    ladder::fill_random(a.data(), a.size(), 1, -1.0f, 1.0f);
    ladder::fill_random(b.data(), b.size(), 2, -1.0f, 1.0f);
    const Gemm gemm{n, n, n, 1, a.data(), n, b.data(), n, 0, c.data(), n};
    std::vector<Setting> all = settings();
    for (int round = 0; round <= kRounds; ++round) {
        for (Setting& setting : all) {
            const Clock::time_point start = Clock::now();
            multiply::multiply_blocked(gemm, setting.plan);
            const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
            if (round > 0) setting.seconds.push_back(seconds);  // the first round warms up
        }
    }
    ladder::TextTable table({"kernel", "tile", "rows of A", "k", "A, KiB", "panel of B, KiB", "GFLOP/s"});
    for (const Setting& setting : all) {
        const multiply::Kernel& kernel = *setting.plan.kernel;
        const auto [rows, k] = setting.plan.blocks;
        const double seconds = ladder::median_of(setting.seconds).value;
        table.add({kernel.name, std::to_string(kernel.rows) + "x" + std::to_string(kernel.cols),
                   std::to_string(rows), std::to_string(k), std::to_string(rows * k * sizeof(float) / 1024),
                   std::to_string(kernel.cols * k * sizeof(float) / 1024),
                   ladder::format_rate(2e-9 * n * n * n / seconds)});
    }
    const ladder::Machine machine = ladder::this_machine();
    std::printf("%s\none thread, n = %zu; %s; %s\n", table.to_text().c_str(), n, machine.cpu.c_str(),
                machine.date.c_str());
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        if (argc > 2) throw std::invalid_argument("it takes a size and nothing more");
        return run(argc == 2 ? ladder::parse_size(argv[1], 1)[0] : 2048);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "blocks: %s\n", error.what());
        return 2;
    }
}
