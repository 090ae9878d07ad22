// How many loads must be in flight to keep the memory busy? Bandwidth over resident warps, for 1, 2 and 4 independent
// loads in each thread, with Little's law beside it.
//
//     build/01/latency              measures on a GPU; on the emulator shows how many bytes can be in flight
//     build/01/latency --csv        the same as CSV; needs a GPU
//     build/01/latency --from FILE  the table of a CSV that was measured before
#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "chapters/01-first-kernel/programs/parts/latency.hpp"
#include "chapters/01-first-kernel/programs/parts/littles_law.hpp"
#include "common/cuda/buffer.hpp"
#include "common/cuda/check.hpp"
#include "common/cuda/counters.hpp"
#include "common/cuda/timer.hpp"
#include "common/ladder/machine.hpp"
#include "common/ladder/measuring_program.hpp"
#include "common/ladder/random_input.hpp"
#include "common/ladder/statistics.hpp"

namespace {

using warps::Curve;
using warps::Point;

constexpr unsigned kWarpSize = 32;
constexpr unsigned kWarps[] = {1, 2, 4, 8, 16, 24, 32, 48, 64};
constexpr unsigned kLoads[] = {1, 2, 4};
constexpr unsigned kMostWarpsInABlock = 32;

unsigned multiprocessors() {
    int count = 0;
    CUDA_CHECK(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, 0));
    return static_cast<unsigned>(count);
}

unsigned most_resident_warps() {
    int threads = 0;
    CUDA_CHECK(cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerMultiProcessor, 0));
    return static_cast<unsigned>(threads) / kWarpSize;
}

// Exactly `warps` warps on each multiprocessor: in one block, or in two halves.
struct Launch {
    dim3 grid, block;
    unsigned blocks_each;

    Launch(unsigned warps, unsigned multiprocessors) : blocks_each(warps > kMostWarpsInABlock ? 2 : 1) {
        grid = dim3(multiprocessors * blocks_each);
        block = dim3(warps / blocks_each * kWarpSize);
    }
    std::size_t threads() const { return static_cast<std::size_t>(grid.x) * block.x; }
};

// Whether every multiprocessor received the number of blocks that the launch intends; otherwise the curve's x values
// are wrong.
bool spreads_evenly(const Launch& launch) {
    constexpr long long kCycles = 200'000;
    gpu::Buffer<unsigned> where(launch.grid.x);
    warps::where(launch.grid, launch.block, where.data(), kCycles);
    std::map<unsigned, unsigned> blocks_of;
    for (const unsigned number : where.to_host()) ++blocks_of[number];
    return std::all_of(blocks_of.begin(), blocks_of.end(),
                       [&](const auto& entry) { return entry.second == launch.blocks_each; });
}

// Nanoseconds of a load that misses all caches.
double measured_latency() {
    constexpr unsigned kNodes = 1u << 23, kSteps = 1u << 16;  // 1 GiB, far more than the caches hold
    constexpr int kRepeats = 11;
    gpu::Buffer<unsigned> chain(static_cast<std::size_t>(kNodes) * warps::kNodeWords), place(1);
    place.fill_bytes(0);
    warps::link(chain.data(), kNodes);
    std::vector<double> all;
    for (int repeat = -1; repeat < kRepeats; ++repeat) {
        gpu::Timer timer;
        timer.start();
        warps::chase(place.data(), chain.data(), kSteps);
        const double nanoseconds = timer.stop_ms() * 1e6;
        if (repeat >= 0) all.push_back(nanoseconds / kSteps);
    }
    return ladder::median_of(all).value;
}

Point measured(const Launch& launch, unsigned warps, unsigned loads, const gpu::Buffer<float>& in) {
    constexpr int kRepeats = 15;
    const auto rounds = static_cast<unsigned>(in.size() / (launch.threads() * loads));
    const double bytes = static_cast<double>(launch.threads()) * loads * rounds * sizeof(float);
    gpu::Buffer<float> sums(launch.threads());
    std::vector<double> all;
    for (int repeat = -2; repeat < kRepeats; ++repeat) {
        gpu::Timer timer;
        timer.start();
        warps::read_with(loads)(launch.grid, launch.block, sums.data(), in.data(), rounds);
        const double seconds = timer.stop_ms() * 1e-3;
        if (repeat >= 0) all.push_back(bytes / seconds * 1e-9);
    }
    const ladder::Median median = ladder::median_of(all);
    return {warps, loads, median.value, median.low, median.high};
}

Curve measured_curve() {
    const ladder::Machine machine = ladder::this_machine();
    Curve curve{machine.device, machine.date, multiprocessors(), measured_latency(), {}};
    std::vector<float> data(std::size_t{1} << 28);  // 1 GiB; not zeros, which are cheaper to move
    ladder::fill_random(data.data(), data.size(), 1, -1, 1);
    const gpu::Buffer<float> in(data);
    for (const unsigned warps : kWarps) {
        if (warps > most_resident_warps()) continue;
        const Launch launch(warps, curve.multiprocessors);
        if (!spreads_evenly(launch)) {
            std::fprintf(
                stderr,
                "latency: left out: %u warps a multiprocessor. The blocks were not spread evenly; is another "
                "program using this GPU?\n",
                warps);
            continue;
        }
        for (const unsigned loads : kLoads) curve.points.push_back(measured(launch, warps, loads, in));
    }
    return curve;
}

// The emulator's part: every variant asks for the same sectors; prints how many bytes of them can be in flight at
// once.
void show_bytes_in_flight() {
    const unsigned here = multiprocessors();
    std::printf("Bytes in flight in each multiprocessor, at most: warps x loads x %u bytes.\n\n",
                warps::kRequestBytes);
    std::printf("%-22s %15s %15s %15s\n", "warps a multiprocessor", "1 load a thread", "2 loads", "4 loads");
    for (const unsigned warps : kWarps) {
        if (warps > most_resident_warps()) continue;
        std::printf("%-22u", warps);
        for (const unsigned loads : kLoads) std::printf(" %15u", Point{warps, loads}.bytes_in_flight());
        std::printf("\n");
    }
    const Launch launch(kMostWarpsInABlock, here);
    constexpr unsigned kRounds = 4;
    gpu::Buffer<float> in(launch.threads() * kRounds), sums(launch.threads());
    in.fill_bytes(0);
    std::printf("\nThe same %zu elements, counted:\n", in.size());
    for (const unsigned loads : kLoads) {
        const gpu::LaunchCounters since_here;
        warps::read_with(loads)(launch.grid, launch.block, sums.data(), in.data(), kRounds / loads);
        std::printf("  %u %-5s a thread: %.0f requests, %.0f sectors\n", loads, loads == 1 ? "load" : "loads",
                    since_here.sum("global_load_requests").value_or(0),
                    since_here.sum("global_load_sectors").value_or(0));
    }
    std::printf("What this does to the bandwidth, only a GPU shows: the emulator has no time.\n");
}

}  // namespace

int main(int argc, char** argv) {
    ladder::MeasuringProgram program;
    program.path = "build/01/latency";
    program.measure = [](const auto& add) { add(warps::to_csv(measured_curve())); };
    program.table = [](const std::string& csv) { return warps::table_of(warps::parse_curve(csv)); };
    program.on_emulator = show_bytes_in_flight;
    return ladder::run(program, argc, argv);
}
