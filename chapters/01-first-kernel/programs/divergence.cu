// Shows how a warp goes on when its lanes part: which lanes are together where, and what it costs.
//
//     build/01/divergence           the passes of an if, a switch, a loop and an early return
//     build/01/divergence --cost    2 to 32 ways, taken by lanes or by whole warps: counted, or timed on a GPU
//     build/01/divergence --csv     the same times as CSV; needs a GPU
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "chapters/01-first-kernel/warps/partings.cuh"
#include "common/cuda/counters.hpp"
#include "common/cuda/timer.hpp"
#include "common/ladder/machine.hpp"
#include "common/ladder/statistics.hpp"

namespace {

using warps::kWarpLanes;
using warps::Parted;

// "####....", a character a lane.
std::string drawn(unsigned mask) {
    std::string text;
    for (unsigned lane = 0; lane < kWarpLanes; ++lane) text += mask >> lane & 1 ? '#' : '.';
    return text;
}

// What a launch showed: `names` are the places, in order.
void show(const std::string& title, const std::vector<unsigned>& seen, unsigned threads,
          const std::vector<std::string>& names, const gpu::LaunchCounters& since_launch) {
    std::printf("%s\n", title.c_str());
    for (unsigned warp = 0; warp * kWarpLanes < threads; ++warp) {
        for (unsigned place = 0; place < names.size(); ++place) {
            for (const unsigned mask : warps::passes(seen, threads, place, warp))
                std::printf("  warp %u  %-9s %s  %2d lanes\n", warp, names[place].c_str(),
                            drawn(mask).c_str(), __builtin_popcount(mask));
        }
    }
    const auto branches = since_launch.sum("branches");
    const auto divergent = since_launch.sum("divergent_branches");
    const auto lanes = since_launch.sum("active_lanes_pct");
    if (branches && divergent && lanes)
        std::printf("  counted: %.0f branches, %.0f of them divergent; %.1f %% of the lanes at work\n\n",
                    *branches, *divergent, *lanes);
    else
        std::printf("  branches are counted on the emulator only\n\n");
}

template <Parted kParted>
void show_if(const std::string& title, unsigned threads) {
    const gpu::LaunchCounters since_launch;
    const auto seen = warps::notes_of(warps::if_else_kernel<kParted>, threads, 3);
    show(title, seen, threads, {"if", "else", "after"}, since_launch);
}

void show_passes() {
    std::printf("# a lane that is there, . a lane that waits; a line is one pass of one warp\n\n");
    show_if<Parted::kByHalves>("if (lane < 16) ... else ...", kWarpLanes);
    show_if<Parted::kByParity>("if (lane % 2 == 0) ... else ...", kWarpLanes);
    show_if<Parted::kByWarps>("if (warp % 2 == 0) ... else ..., a block of two warps", 2 * kWarpLanes);
    constexpr unsigned kThreads = kWarpLanes;
    {
        const gpu::LaunchCounters since_launch;
        const auto seen = warps::notes_of(warps::switch_kernel, kThreads, 5);
        show("switch (lane % 4) with four cases", seen, kThreads,
             {"case 0", "case 1", "case 2", "case 3", "after"}, since_launch);
    }
    {
        const gpu::LaunchCounters since_launch;
        const auto seen = warps::notes_of(warps::loop_kernel, kThreads, 9);
        show("a loop of 6 + lane % 3 trips", seen, kThreads,
             {"trip 1", "trip 2", "trip 3", "trip 4", "trip 5", "trip 6", "trip 7", "trip 8", "after"},
             since_launch);
    }
    const unsigned n = 20;
    const gpu::LaunchCounters since_launch;
    const auto seen = warps::notes_of(warps::early_return_kernel, kThreads, 1, n);
    show("if (thread >= 20) return", seen, kThreads, {"the rest"}, since_launch);
}

constexpr unsigned kMostWays = 32;

constexpr unsigned kThreadsPerBlock = 1024;

void launch(gpu::Buffer<float>& out, unsigned ways, bool by_warp, unsigned length) {
    const dim3 grid(static_cast<unsigned>(out.size()) / kThreadsPerBlock), block(kThreadsPerBlock);
    warps::ways_kernel<<<grid, block>>>(out.data(), ways, by_warp, length);
    CUDA_CHECK(cudaGetLastError());
}

// Warp instructions of one block, counted by the emulator.
double instructions(unsigned ways, bool by_warp) {
    constexpr unsigned kLength = 256;
    gpu::Buffer<float> out(kThreadsPerBlock);
    const gpu::LaunchCounters since_here;
    launch(out, ways, by_warp, kLength);
    return since_here.sum("warp_instructions").value_or(0);
}

// Milliseconds on the device: medians of launches in turn.
std::vector<double> times(bool by_warp, const std::vector<unsigned>& ways) {
    constexpr int kRounds = 30, kWarmUp = 3;
    constexpr unsigned kBlocks = 1056, kLength = 4096;  // 8 blocks for each multiprocessor of an H200
    gpu::Buffer<float> out(static_cast<std::size_t>(kBlocks) * kThreadsPerBlock);
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

void cost(bool csv) {
    std::vector<unsigned> ways;
    for (unsigned k = 1; k <= kMostWays; k *= 2) ways.push_back(k);
    const ladder::Machine machine = ladder::this_machine();
    std::vector<double> by_lane, by_warp;
    if (machine.emulated) {
        for (const unsigned k : ways) {
            by_lane.push_back(instructions(k, false));
            by_warp.push_back(instructions(k, true));
        }
    } else {
        by_lane = times(false, ways);
        by_warp = times(true, ways);
    }
    if (csv) {
        std::printf("device,date,ways,lanes_part_ms,warps_part_ms\n");
        for (std::size_t k = 0; k < ways.size(); ++k)
            std::printf("%s,%s,%u,%.5f,%.5f\n", machine.device.c_str(), machine.date.c_str(), ways[k],
                        by_lane[k], by_warp[k]);
        return;
    }
    std::printf(machine.emulated
                    ? "Warp instructions, as written in PTX, and how many times those of one way.\n"
                    : "Milliseconds, and how many times that of one way.\n");
    std::printf("%4s  %22s  %22s\n", "ways", "lanes of a warp part", "warps part");
    for (std::size_t k = 0; k < ways.size(); ++k)
        std::printf("%4u  %14.*f %6.2fx  %14.*f %6.2fx\n", ways[k], machine.emulated ? 0 : 4, by_lane[k],
                    by_lane[k] / by_lane[0], machine.emulated ? 0 : 4, by_warp[k], by_warp[k] / by_warp[0]);
}

}  // namespace

int main(int argc, char** argv) {
    const std::string option = argc > 1 ? argv[1] : "";
    if (argc > 2 || (argc == 2 && option != "--cost" && option != "--csv")) {
        std::fprintf(stderr, "divergence: it takes nothing, or --cost, or --csv.\n");
        return 2;
    }
    try {
        if (option == "--csv" && gpu::emulator::present()) {
            std::fprintf(stderr,
                         "divergence: --csv measures time, and the emulator has none: it needs a GPU. "
                         "--cost counts here.\n");
            return 2;
        }
        if (option.empty())
            show_passes();
        else
            cost(option == "--csv");
    } catch (const std::exception& error) {
        std::fprintf(stderr, "divergence: %s\n", error.what());
        return 1;
    }
    return 0;
}
