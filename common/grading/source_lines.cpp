// See source_lines.hpp. The emulator's functions are those of emulator/api.h; a GPU's runtime lacks them.
#include "common/grading/source_lines.hpp"

#include <algorithm>
#include <map>
#include <sstream>
#include <utility>

#include "common/cuda/counters.hpp"

namespace grading {
namespace {

// The text that the emulator's `function` returns for a launch; "" on a GPU and if there is no such launch.
std::string text_of_launch(const char* function, std::uint64_t launch) {
    auto* const text_of = gpu::emulator::find<const char*(std::uint64_t)>(function);
    const char* const text = text_of ? text_of(launch) : nullptr;
    return text ? text : "";
}

}  // namespace

std::vector<SourceLine> lines_of(std::uint64_t launch, const std::string& key) {
    auto* const text_of = gpu::emulator::find<const char*(std::uint64_t, const char*)>("simt_launch_lines");
    const char* const text = text_of ? text_of(launch, key.c_str()) : nullptr;
    std::vector<SourceLine> lines;
    std::istringstream in(text ? text : "");
    for (SourceLine line; in >> line.count >> line.line && in.get() && std::getline(in, line.file);)
        lines.push_back(line);
    return lines;
}

std::vector<SourceLine> costliest_lines(const std::string& key, std::uint64_t first, std::uint64_t last,
                                        const LineCounts& counts) {
    std::map<std::pair<std::string, unsigned>, double> sums;
    for (std::uint64_t launch = first; launch <= last; ++launch)
        for (const SourceLine& line : counts(launch, key)) sums[{line.file, line.line}] += line.count;
    std::vector<SourceLine> lines;
    for (const auto& [place, count] : sums)
        if (count > 0) lines.push_back({place.first, place.second, count});
    std::stable_sort(lines.begin(), lines.end(),
                     [](const SourceLine& a, const SourceLine& b) { return a.count > b.count; });
    return lines;
}

double sum_of_lines(const std::string& key, const std::string& file, std::uint64_t first, std::uint64_t last,
                    const LineCounts& counts) {
    double sum = 0;
    for (std::uint64_t launch = first; launch <= last; ++launch)
        for (const SourceLine& line : counts(launch, key))
            if (line.file.ends_with(file)) sum += line.count;
    return sum;
}

std::string report_of(std::uint64_t launch) { return text_of_launch("simt_launch_report", launch); }
std::string report_of_calls() {
    auto* const report = gpu::emulator::find<const char*()>("simt_call_report");
    return report ? report() : "";
}
std::string ending_of(std::uint64_t launch) { return text_of_launch("simt_launch_message", launch); }

void set_shape(Run& run) {
    auto* const shape_of = gpu::emulator::find<int(std::uint64_t, unsigned*, unsigned*)>("simt_launch_shape");
    unsigned grid[3], block[3];
    if (!shape_of || shape_of(run.last_launch, grid, block) != 0) return;
    run.grid = Run::Block{grid[0], grid[1], grid[2]};
    run.block = Run::Block{block[0], block[1], block[2]};
}

}  // namespace grading
