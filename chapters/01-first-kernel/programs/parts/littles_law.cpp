// See littles_law.hpp.
#include "chapters/01-first-kernel/programs/parts/littles_law.hpp"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <stdexcept>

#include "common/ladder/csv.hpp"

namespace warps {
namespace {

__attribute__((format(printf, 1, 2))) std::string formatted(const char* format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    return text;
}

const std::string& cell(const ladder::CsvRow& row, const std::string& heading) {
    const auto found = row.find(heading);
    if (found == row.end()) throw std::runtime_error("it has no column '" + heading + "'");
    return found->second;
}

double number(const ladder::CsvRow& row, const std::string& heading) {
    const std::string& text = cell(row, heading);
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0' || !(value > 0))
        throw std::runtime_error("in column '" + heading + "', '" + text + "' is no number above 0");
    return value;
}

unsigned count(const ladder::CsvRow& row, const std::string& heading) {
    return static_cast<unsigned>(number(row, heading));
}

}  // namespace

double Curve::best_gb_per_s() const {
    double best = 0;
    for (const Point& point : points) best = std::max(best, point.gb_per_s);
    return best;
}

// 1 GB/s is 1 byte a nanosecond.
double Curve::bytes_needed() const { return latency_ns * best_gb_per_s() / multiprocessors; }

double Curve::predicted(const Point& point) const {
    return std::min(best_gb_per_s(), point.bytes_in_flight() / latency_ns * multiprocessors);
}

std::string to_csv(const Curve& curve) {
    std::string text = ladder::csv_line(
        {"device", "date", "multiprocessors", "latency_ns", "warps", "loads", "gb_per_s", "low", "high"});
    for (const Point& point : curve.points) {
        const auto tenths = [](double value) { return formatted("%.1f", value); };
        text += ladder::csv_line({curve.device, curve.date, std::to_string(curve.multiprocessors),
                                  tenths(curve.latency_ns), std::to_string(point.warps),
                                  std::to_string(point.loads), tenths(point.gb_per_s), tenths(point.low),
                                  tenths(point.high)});
    }
    return text;
}

Curve parse_curve(const std::string& text) {
    const std::vector<ladder::CsvRow> rows = ladder::parse_csv(text);
    if (rows.empty()) throw std::runtime_error("there is no measurement in it");
    const ladder::CsvRow& first = rows.front();
    Curve curve{cell(first, "device"),
                cell(first, "date"),
                count(first, "multiprocessors"),
                number(first, "latency_ns"),
                {}};
    for (const ladder::CsvRow& row : rows)
        curve.points.push_back({count(row, "warps"), count(row, "loads"), number(row, "gb_per_s"),
                                number(row, "low"), number(row, "high")});
    return curve;
}

std::string table_of(const Curve& curve) {
    std::map<unsigned, std::map<unsigned, const Point*>> rows;
    std::vector<unsigned> loads;
    for (const Point& point : curve.points) {
        rows[point.warps][point.loads] = &point;
        if (std::find(loads.begin(), loads.end(), point.loads) == loads.end()) loads.push_back(point.loads);
    }
    std::string text =
        "GB/s read, in brackets what Little's law allows. " + curve.device + ", " + curve.date + ".\n\n";
    text += formatted("%-22s", "warps a multiprocessor");
    for (const unsigned count : loads)
        text += formatted(" %17s",
                          (std::to_string(count) + (count == 1 ? " load" : " loads") + " a thread").c_str());
    text += "\n";
    for (const auto& [warps, points] : rows) {
        text += formatted("%-22u", warps);
        for (const unsigned count : loads) {
            const auto point = points.find(count);
            text += point == points.end() ? formatted(" %17s", "-")
                                          : formatted(" %8.0f (%6.0f)", point->second->gb_per_s,
                                                      curve.predicted(*point->second));
        }
        text += "\n";
    }
    const double share = curve.best_gb_per_s() / curve.multiprocessors;
    text += formatted(
        "\nOne load takes %.0f ns, and the memory delivers %.0f GB/s at best: %.1f bytes a nanosecond to "
        "each of\n"
        "%u multiprocessors. Little's law: %.0f ns x %.1f B/ns = %.1f KB have to be in flight in each, which "
        "is\n"
        "%.0f requests of %u bytes.\n",
        curve.latency_ns, curve.best_gb_per_s(), share, curve.multiprocessors, curve.latency_ns, share,
        curve.bytes_needed() / 1000, curve.bytes_needed() / kRequestBytes, kRequestBytes);
    return text;
}

}  // namespace warps
