// The cost of divergence. There are 1 to 32 computations of equal length, and each thread needs one. Either neighbouring
// lanes need different ones, or whole warps do.
//
//     build/01/ways               counts on the emulator, measures on a GPU; --csv prints CSV, --from FILE shows its table
#include <cstdio>
#include <string>
#include <vector>

#include "chapters/01-first-kernel/programs/parts/divergence.hpp"
#include "chapters/01-first-kernel/programs/parts/measuring.hpp"
#include "common/cuda/counters.hpp"
#include "common/cuda/timer.hpp"
#include "common/ladder/statistics.hpp"

namespace {

constexpr unsigned kMostWays = 32;
constexpr unsigned kThreads = 1024;  // of a block

void launch(gpu::Buffer<float>& out, unsigned ways, bool by_warp, unsigned length) {
    const dim3 grid(static_cast<unsigned>(out.size()) / kThreads), block(kThreads);
    warps::many_ways(grid, block, out.data(), ways, by_warp, length);
}

// Warp instructions of one block, counted by the emulator.
double instructions(unsigned ways, bool by_warp) {
    constexpr unsigned kLength = 256;
    gpu::Buffer<float> out(kThreads);
    const gpu::LaunchCounters since_here;
    launch(out, ways, by_warp, kLength);
    return since_here.sum("warp_instructions").value_or(0);
}

std::string counts() {
    std::string text = "Warp instructions, as written in PTX, and how many times those of one way.\n\n";
    char line[128];
    std::snprintf(line, sizeof line, "%4s  %22s  %22s\n", "ways", "lanes of a warp differ", "warps differ");
    text += line;
    const double one = instructions(1, false);
    for (unsigned ways = 1; ways <= kMostWays; ways *= 2) {
        const double by_lane = instructions(ways, false), by_warp = instructions(ways, true);
        std::snprintf(line, sizeof line, "%4u  %14.0f %6.2fx  %14.0f %6.2fx\n", ways, by_lane, by_lane / one,
                      by_warp, by_warp / one);
        text += line;
    }
    return text + "\nWhat this does to the time, only a GPU shows.";
}

// Milliseconds on the device: medians, with the launches in turn.
std::vector<double> times(bool by_warp, const std::vector<unsigned>& ways) {
    constexpr int kRounds = 30, kWarmUp = 3;
    constexpr unsigned kBlocks = 1056, kLength = 4096;  // 8 blocks for each multiprocessor of an H200
    gpu::Buffer<float> out(static_cast<std::size_t>(kBlocks) * kThreads);
    std::vector<std::vector<double>> all(ways.size());
    for (int round = -kWarmUp; round < kRounds; ++round) {
        for (std::size_t k = 0; k < ways.size(); ++k) {
            gpu::Timer timer;
            timer.start();
            launch(out, ways[k], by_warp, kLength);
            const double elapsed = timer.stop_ms();
            if (round >= 0) all[k].push_back(elapsed);
        }
    }
    std::vector<double> medians;
    for (const auto& of_one : all) medians.push_back(ladder::median_of(of_one).value);
    return medians;
}

void measure(const std::function<void(std::vector<std::string>)>& add) {
    std::vector<unsigned> ways;
    for (unsigned k = 1; k <= kMostWays; k *= 2) ways.push_back(k);
    const std::vector<double> by_lane = times(false, ways), by_warp = times(true, ways);
    for (std::size_t k = 0; k < ways.size(); ++k)
        add({std::to_string(ways[k]), costs::number(by_lane[k] * 1e3), costs::number(by_lane[k] / by_lane[0]),
             costs::number(by_warp[k] * 1e3), costs::number(by_warp[k] / by_warp[0])});
}

}  // namespace

int main(int argc, char** argv) {
    costs::Program program;
    program.name = "ways";
    program.headings = {"ways", "lanes of a warp differ, us", "times one way", "warps differ, us",
                        "times their one way"};
    program.measure = measure;
    program.on_emulator = counts;
    return costs::run(program, argc, argv);
}
