// See speedups.hpp.
#include "chapters/04-matmul/more/c1060/speedups.hpp"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <stdexcept>

#include "chapters/04-matmul/more/c1060/figures.hpp"
#include "common/ladder/text_table.hpp"

namespace c1060 {
namespace {

constexpr std::size_t kSize = 4096;
const char* const kLadderSize = "4096x4096x4096";

std::string number(std::optional<double> value) {
    if (!value) return "-";
    char text[32];
    std::snprintf(text, sizeof text, *value >= 100 ? "%.0f" : *value >= 10 ? "%.1f" : "%.2f", *value);
    return text;
}

std::optional<double> seconds_of(const cpu::Run& run, const std::string& version, int threads) {
    for (const cpu::Time& time : run.times) {
        if (time.version == version && time.threads == threads && time.n == kSize) return time.seconds.value;
    }
    return std::nullopt;
}

std::optional<double> divided(double above, std::optional<double> below) {
    return below ? std::optional<double>(above / *below) : std::nullopt;
}

// The largest number of threads that a version was measured with.
int most_threads(const cpu::Run& run) {
    int most = 1;
    for (const cpu::Time& time : run.times) {
        if (time.version == "blocked") most = std::max(most, time.threads);
    }
    return most;
}

const Version* theirs_of(const std::string& rung) {
    for (const Version& version : kVersions) {
        if (version.rung == rung) return &version;
    }
    return nullptr;
}

}  // namespace

std::string speedups(const cpu::Run& run, const std::vector<ladder::CsvRow>& ladder) {
    const std::optional<double> ikj = seconds_of(run, "ikj", 1);
    if (!ikj) throw std::runtime_error("the CSV has no time of ikj at n = " + std::to_string(kSize));
    const double their_ikj = kIkjSeconds.back();

    ladder::TextTable table({"n = 4096", "ours", "theirs"});
    const auto add = [&](const std::string& name, std::optional<double> ours, std::optional<double> theirs) {
        table.add({name, number(divided(*ikj, ours)), number(divided(their_ikj, theirs))});
    };
    add("ijk, 1 thread", seconds_of(run, "ijk", 1), kIjkSeconds.back());
    add("ikj, 1 thread", ikj, their_ikj);
    add("ikj, 4 threads", seconds_of(run, "openmp", 4), kFourThreadSeconds.back());
    const int most = most_threads(run);
    const std::string with = ", " + std::to_string(most) + " threads";
    if (most != 4) add("ikj" + with, seconds_of(run, "openmp", most), std::nullopt);
    add("blocked" + with, seconds_of(run, "blocked", most), std::nullopt);
    add("OpenBLAS" + with, seconds_of(run, "OpenBLAS", most), std::nullopt);
    for (const ladder::CsvRow& row : ladder) {
        if (row.at("size") != kLadderSize || row.at("on") == "cpu" || row.at("mode") != "cold" ||
            row.at("time_ms").empty())
            continue;
        const Version* const theirs = theirs_of(row.at("rung"));
        const std::string name = row.at("rung") + (theirs != nullptr ? " (" + theirs->name + ")" : "");
        add(name, std::stod(row.at("time_ms")) * 1e-3,
            theirs != nullptr ? at(theirs->seconds, kSize) : std::nullopt);
    }
    return table.to_text();
}

}  // namespace c1060
