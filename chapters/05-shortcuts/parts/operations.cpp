// See operations.hpp.
#include "chapters/05-shortcuts/parts/operations.hpp"

#include <cmath>
#include <cstdio>
#include <map>

#include "common/ladder/result_rows.hpp"
#include "common/ladder/text_table.hpp"

namespace operations {
namespace {

const std::map<std::string, int> kMultiprocessors = {{"NVIDIA H200", 132}};

// For each clock of a multiprocessor of compute capability 9.0. 64 lanes take minima of two, so that 64 additions and
// 64 minima are balanced; with minima of three, 128 lanes issue two additions and one instruction worth two minima in
// three steps.
constexpr double kMostOfTwo = 64 + 64;
constexpr double kMostOfThree = 128.0 / 3 * 4;

std::string percent(double share) {
    char text[16];
    std::snprintf(text, sizeof text, "%.0f %%", 100 * share);
    return text;
}

// "SM 1980 MHz / memory 3201 MHz" gives 1980; anything else gives 0.
double clock_of(const std::string& clocks) {
    double megahertz = 0;
    return std::sscanf(clocks.c_str(), "SM %lf MHz", &megahertz) == 1 ? megahertz : 0;
}

}  // namespace

double per_clock(double relaxations_per_second, double clock_in_mhz) {
    return 2 * relaxations_per_second / (clock_in_mhz * 1e6);
}

std::string table(const std::vector<ladder::CsvRow>& results) {
    ladder::TextTable table(
        {"version", "operations per clock", "of the most", "of the most with three inputs"});
    // Version 2 of Aalto's course, whose text gives these numbers.
    table.add({"version 2 on the course's GPU", "374", "58 %", "-"});
    bool any = false;
    for (const ladder::CsvRow& row : results) {
        const auto device = kMultiprocessors.find(row.at("device"));
        const double clock = clock_of(row.at("clocks"));
        const bool wanted = row.at("size") == "6300" && row.at("on") == "device" && row.at("ok") == "yes";
        if (!wanted || device == kMultiprocessors.end() || clock == 0 || row.at("rate").empty()) continue;
        const double operations = per_clock(std::stod(row.at("rate")), clock);
        table.add({row.at("rung") + ", " + device->first, ladder::format_count(std::round(operations)),
                   percent(operations / (kMostOfTwo * device->second)),
                   percent(operations / (kMostOfThree * device->second))});
        any = true;
    }
    return any ? table.to_markdown() : "";
}

}  // namespace operations
