// See source_lines.hpp.
#include "common/grading/source_lines.hpp"

#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "common/cuda/counters.hpp"

namespace grading {
namespace {

using nlohmann::json;

const char* text_of_launch(const char* function, std::uint64_t launch) {
    auto* const text = gpu::emulator::find<const char*(std::uint64_t)>(function);
    return text ? text(launch) : nullptr;
}

std::optional<Run::Block> shape_of(const char* what, const char* json_text) {
    if (!json_text) return std::nullopt;
    const json shape = json::parse(json_text).at(what);
    return Run::Block{shape.at(0), shape.at(1), shape.at(2)};
}

}  // namespace

const char* launch_json(std::uint64_t launch) { return text_of_launch("simt_launch_json", launch); }
const char* launch_report(std::uint64_t launch) { return text_of_launch("simt_launch_report", launch); }

std::optional<SourceLine> costliest_line(const std::string& key, std::uint64_t first, std::uint64_t last,
                                         const LaunchJson& json_of) {
    std::map<std::pair<std::string, unsigned>, double> counts;
    for (std::uint64_t launch = first; launch <= last; ++launch) {
        const char* const text = json_of(launch);
        if (!text) continue;
        const json parsed = json::parse(text);
        for (const json& line : parsed.at("lines")) {
            if (!line.contains(key)) return std::nullopt;
            counts[{line.at("file"), line.at("line")}] += line.at(key).get<double>();
        }
    }
    std::optional<SourceLine> costliest;
    for (const auto& [place, count] : counts) {
        if (count > (costliest ? costliest->count : 0))
            costliest = SourceLine{place.first, place.second, count};
    }
    return costliest;
}

double sum_of_lines(const std::string& key, const std::string& file, std::uint64_t first, std::uint64_t last,
                    const LaunchJson& json_of) {
    double sum = 0;
    for (std::uint64_t launch = first; launch <= last; ++launch) {
        const char* const text = json_of(launch);
        if (!text) continue;
        const json parsed = json::parse(text);
        for (const json& line : parsed.at("lines")) {
            const std::string path = line.at("file");
            const bool ends =
                path.size() >= file.size() && path.compare(path.size() - file.size(), file.size(), file) == 0;
            if (ends && line.contains(key)) sum += line.at(key).get<double>();
        }
    }
    return sum;
}

std::string ending_of(const char* json_text) {
    return json_text ? json::parse(json_text).value("message", "") : "";
}

std::optional<Run::Block> block_of(const char* json_text) { return shape_of("block", json_text); }
std::optional<Run::Block> grid_of(const char* json_text) { return shape_of("grid", json_text); }

}  // namespace grading
