// See comparison.hpp.
#include "chapters/04-matmul/more/c1060/comparison.hpp"

#include <algorithm>
#include <cstdio>
#include <optional>

#include "chapters/04-matmul/more/c1060/figures.hpp"
#include "common/ladder/text_table.hpp"

namespace c1060 {
namespace {

using ladder::CsvRow;
using ladder::format_ratio;
using ladder::TextTable;
using Results = std::vector<CsvRow>;

// NVIDIA H200 (SXM), from its data sheet: 132 multiprocessors with 128 lanes for float and 64 for double at 1.98 GHz,
// one multiply-add a cycle for each lane.
constexpr const char* kToday = "H200";
constexpr double kTodayGigaflops = 132 * 128 * 2 * 1.98;
constexpr double kTodayDoubleGigaflops = 132 * 64 * 2 * 1.98;
constexpr double kTodayWatts = 700;
constexpr double kTodayGigabytesPerSecond = 4800;

std::string printed(const char* format, double value) {
    char text[64];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

std::optional<double> number(const Results& results, const std::string& rung, std::size_t n,
                             const char* column) {
    const std::string side = std::to_string(n);
    for (const CsvRow& row : results)
        if (row.at("rung") == rung && row.at("on") == "device" && row.at("mode") == "cold" &&
            row.at("size") == side + "x" + side + "x" + side &&
            row.at("device").find(kToday) != std::string::npos)
            return std::stod(row.at(column));
    return std::nullopt;
}

std::optional<double> seconds(const Results& results, const std::string& rung, std::size_t n) {
    const auto milliseconds = number(results, rung, n, "time_ms");
    return milliseconds ? std::optional(*milliseconds / 1000) : std::nullopt;
}

std::optional<double> gigaflops(const Results& results, const std::string& rung, std::size_t n) {
    const auto teraflops = number(results, rung, n, "rate");
    return teraflops ? std::optional(*teraflops * 1000) : std::nullopt;
}

// A version of the tables: one of theirs with our rung, or a rung that only we have.
struct Line {
    std::string name, rung;
    const Version* theirs = nullptr;

    std::string label() const {
        return rung.empty() || rung == name ? name : name.empty() ? rung : name + ", " + rung;
    }
};

std::vector<Line> lines(const Results& results) {
    std::vector<Line> all;
    for (const Version& version : kVersions) all.push_back({version.name, version.rung, &version});
    for (const CsvRow& row : results) {
        const std::string& rung = row.at("rung");
        const auto known = [&](const Line& line) { return line.rung == rung; };
        if (row.at("on") == "device" && std::none_of(all.begin(), all.end(), known))
            all.push_back({"", rung});
    }
    return all;
}

// One column for each n and device; "-" where there is no value.
std::string table(const Results& results, const std::string& caption,
                  const std::function<std::optional<std::string>(const Line&, std::size_t)>& theirs,
                  const std::function<std::optional<std::string>(const Line&, std::size_t)>& ours) {
    std::vector<std::string> headings = {"version"};
    for (const char* device : {"C1060", kToday})
        for (const unsigned n : kSizes) headings.push_back(std::string(device) + ", " + std::to_string(n));
    TextTable cells(headings);
    for (const Line& line : lines(results)) {
        std::vector<std::string> row = {line.label()};
        for (const unsigned n : kSizes)
            row.push_back((line.theirs ? theirs(line, n) : std::nullopt).value_or("-"));
        for (const unsigned n : kSizes) row.push_back(ours(line, n).value_or("-"));
        cells.add(row);
    }
    return caption + "\n\n" + cells.to_markdown();
}

// The value in that format, or nothing.
std::optional<std::string> shown(std::optional<double> value, const char* format, double unit = 1) {
    return value ? std::optional(printed(format, *value / unit)) : std::nullopt;
}

std::string times(const Results& results) {
    return table(
        results, "Seconds on the C1060 (Figure 1.40), milliseconds on the H200.",
        [](const Line& line, std::size_t n) { return shown(at(line.theirs->seconds, n), "%.2f"); },
        [&](const Line& line, std::size_t n) { return shown(seconds(results, line.rung, n), "%.4g", 1e-3); });
}

std::string rates(const Results& results) {
    return table(
        results, "GFLOP/s on the C1060 (Figure 1.41), TFLOP/s on the H200.",
        [](const Line& line, std::size_t n) { return shown(at(line.theirs->gigaflops, n), "%.0f"); },
        [&](const Line& line, std::size_t n) {
            return shown(gigaflops(results, line.rung, n), "%.1f", 1e3);
        });
}

std::string efficiency(const Results& results) {
    return table(
        results,
        "Part of the peak: of the C1060's 933 GFLOP/s (Figure 1.42), in brackets of the 622 that "
        "multiply-adds alone have; of "
        "the H200's " +
            printed("%.1f", kTodayGigaflops / 1000) + " TFLOP/s at 1.98 GHz.",
        [](const Line& line, std::size_t n) -> std::optional<std::string> {
            const auto rate = at(line.theirs->gigaflops, n);
            if (!rate) return std::nullopt;
            return printed("%.2f", *at(line.theirs->efficiency, n)) + " (" +
                   printed("%.2f)", *rate / kMultiplyAddGigaflops);
        },
        [&](const Line& line, std::size_t n) -> std::optional<std::string> {
            if (std::string(line.rung) == "cuBLAS_tf32") return std::nullopt;  // tensor cores: another peak
            return shown(gigaflops(results, line.rung, n), "%.2f", kTodayGigaflops);
        });
}

// The versions one after the other at n = 8192, with the gain of each over the one before.
std::string steps(const Results& results) {
    constexpr std::size_t kN = 8192;
    TextTable cells({"step", "C1060, times faster", "H200, times faster"});
    for (std::size_t k = 1; k < kVersions.size(); ++k) {
        const Version& before = kVersions[k - 1];
        const Version& after = kVersions[k];
        if (after.rung.empty() || before.rung.empty()) continue;
        const auto ours_before = seconds(results, before.rung, kN);
        const auto ours_after = seconds(results, after.rung, kN);
        cells.add({after.name + " over " + before.name + ": " + after.rung,
                   format_ratio(*at(before.seconds, kN) / *at(after.seconds, kN)),
                   ours_before && ours_after ? format_ratio(*ours_before / *ours_after) : "-"});
    }
    return "From version to version at n = 8192.\n\n" + cells.to_markdown();
}

std::string bounds(const Results& results) {
    constexpr std::size_t kN = 8192;
    TextTable cells({"version", "C1060: volume, GB", "at 102 GB/s, s", "measured, s", "H200: volume, GB",
                     "at 4800 GB/s, ms", "measured, ms"});
    for (const Version& version : kVersions) {
        if (version.volume.cubic == 0) continue;  // CUBLAS: unknown
        const double then = version.volume.at(kN) / 1e9;
        const double now = version.volume_on_90.at(kN) / 1e9;
        cells.add({version.name, printed("%.0f", then), printed("%.2f", then / kGigabytesPerSecond),
                   printed("%.2f", *at(version.seconds, kN)), printed("%.0f", now),
                   printed("%.1f", 1e3 * now / kTodayGigabytesPerSecond),
                   shown(seconds(results, version.rung, kN), "%.4g", 1e-3).value_or("-")});
    }
    return "n = 8192; the time that the volume alone would take at the memory's peak rate (as Figure 1.43 "
           "has it for 16384).\n\n" +
           cells.to_markdown();
}

std::string plot(const Results& results) {
    std::string csv = ladder::csv_line({"n", "version", "rung", "transactions_on_1_3", "volume_on_1_3",
                                        "volume_on_9_0", "c1060_seconds", "h200_seconds"});
    for (const unsigned n : kSizes)
        for (const Version& version : kVersions) {
            if (version.volume.cubic == 0) continue;
            const auto ours = seconds(results, version.rung, n);
            csv += ladder::csv_line(
                {std::to_string(n), version.name, version.rung, printed("%.0f", version.transactions.at(n)),
                 printed("%.0f", version.volume.at(n)), printed("%.0f", version.volume_on_90.at(n)),
                 printed("%.2f", *at(version.seconds, n)), ours ? printed("%.6g", *ours) : ""});
        }
    return csv;
}

std::string watts(const Results&) {
    TextTable cells({"device", "GFLOP/s, float", "multiply-adds alone", "double", "W", "W per GFLOP/s, float",
                     "multiply-adds alone", "double"});
    const auto add = [&](const char* device, double single, double multiply_add, double in_double,
                         double power) {
        cells.add({device, printed("%.0f", single), printed("%.0f", multiply_add), printed("%.0f", in_double),
                   printed("%.0f", power), printed("%.3f", power / single),
                   printed("%.3f", power / multiply_add), printed("%.3f", power / in_double)});
    };
    add("Tesla C1060", kPeakGigaflops, kMultiplyAddGigaflops, kDoubleGigaflops, kWatts);
    add("Tesla C2050", kC2050PeakGigaflops, kC2050MultiplyAddGigaflops, kC2050DoubleGigaflops, kC2050Watts);
    add("H200", kTodayGigaflops, kTodayGigaflops, kTodayDoubleGigaflops, kTodayWatts);
    return cells.to_markdown();
}

// The table, or a sentence if there are no results.
Table with_results(std::string (*table)(const Results&)) {
    return [table](const Results& results) {
        if (results.empty())
            return std::string("No results are committed yet: `make bench` on a GPU measures them.\n");
        return table(results);
    };
}

}  // namespace

const std::vector<std::pair<std::string, Table>>& comparisons() {
    static const std::vector<std::pair<std::string, Table>> all = {
        {"times", with_results(times)},
        {"rates", with_results(rates)},
        {"efficiency", with_results(efficiency)},
        {"steps", with_results(steps)},
        {"bounds", with_results(bounds)},
        {"plot", plot},
        {"watts", watts},
    };
    return all;
}

}  // namespace c1060
