// Shows how a warp executes when its lanes diverge: which lanes are active together at each place. ways.cpp shows the
// cost.
//
//     build/01/divergence           an if, a switch, a loop and an early return
//     build/01/divergence loop      one of them
#include <algorithm>
#include <cstdio>
#include <exception>
#include <iterator>
#include <string>
#include <vector>

#include "chapters/01-first-kernel/programs/parts/divergence.hpp"
#include "common/cuda/counters.hpp"

namespace {

using warps::Divided;
using warps::kWarpLanes;

// "####....", one character a lane.
std::string drawn(unsigned mask) {
    std::string text;
    for (unsigned lane = 0; lane < kWarpLanes; ++lane) text += mask >> lane & 1 ? '#' : '.';
    return text;
}

// Prints the result of a launch; `names` are the names of the places, in order.
void show(const std::string& title, const std::vector<unsigned>& seen, unsigned threads,
          const std::vector<std::string>& names, const gpu::LaunchCounters& since_launch) {
    std::printf("\n%s\n", title.c_str());
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
        std::printf("  counted: %.0f branches, %.0f of them divergent; %.1f %% of the lanes at work\n",
                    *branches, *divergent, *lanes);
    else
        std::printf("  branches are counted on the emulator only\n");
}

void show_if(Divided divided, const std::string& title, unsigned threads) {
    const gpu::LaunchCounters since_launch;
    const auto seen = warps::if_else(divided, threads);
    show(title, seen, threads, {"if", "else", "after"}, since_launch);
}

void show_ifs() {
    show_if(Divided::kByHalves, "if (lane < 16) ... else ...", kWarpLanes);
    show_if(Divided::kByParity, "if (lane % 2 == 0) ... else ...", kWarpLanes);
    show_if(Divided::kByWarps, "if (warp % 2 == 0) ... else ..., a block of two warps", 2 * kWarpLanes);
}

void show_switch() {
    const gpu::LaunchCounters since_launch;
    const auto seen = warps::switch_of_four(kWarpLanes);
    show("switch (lane % 4) with four cases", seen, kWarpLanes,
         {"case 0", "case 1", "case 2", "case 3", "after"}, since_launch);
}

void show_loop() {
    const gpu::LaunchCounters since_launch;
    const auto seen = warps::loop(kWarpLanes);
    show("a loop of 6 + lane % 3 trips", seen, kWarpLanes,
         {"trip 1", "trip 2", "trip 3", "trip 4", "trip 5", "trip 6", "trip 7", "trip 8", "after"},
         since_launch);
}

void show_return() {
    constexpr unsigned kStay = 20;
    const gpu::LaunchCounters since_launch;
    const auto seen = warps::early_return(kWarpLanes, kStay);
    show("if (thread >= 20) return", seen, kWarpLanes, {"the rest"}, since_launch);
}

struct Part {
    const char* name;
    void (*show)();
};
constexpr Part kParts[] = {
    {"if", show_ifs}, {"switch", show_switch}, {"loop", show_loop}, {"return", show_return}};

}  // namespace

int main(int argc, char** argv) {
    const std::string wanted = argc > 1 ? argv[1] : "";
    const auto is_wanted = [&](const Part& part) { return wanted.empty() || wanted == part.name; };
    if (argc > 2 || std::none_of(std::begin(kParts), std::end(kParts), is_wanted)) {
        std::fprintf(stderr, "divergence: it takes nothing, or one of: if, switch, loop, return.\n");
        return 2;
    }
    try {
        std::printf("# a lane that is there, . a lane that waits; a line is one pass of one warp\n");
        for (const Part& part : kParts)
            if (is_wanted(part)) part.show();
    } catch (const std::exception& error) {
        std::fprintf(stderr, "divergence: %s\n", error.what());
        return 1;
    }
    return 0;
}
