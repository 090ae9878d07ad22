// See littles_law.hpp.
#include "chapters/01-first-kernel/warps/littles_law.hpp"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <sstream>
#include <stdexcept>

namespace warps {
namespace {

constexpr const char* kHeader = "device,date,multiprocessors,latency_ns,warps,loads,gb_per_s,low,high";
constexpr std::size_t kFields = 9;

__attribute__((format(printf, 1, 2))) std::string formatted(const char* format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    return text;
}

double number(const std::string& field, unsigned line) {
    char* end = nullptr;
    const double value = std::strtod(field.c_str(), &end);
    if (field.empty() || *end != '\0' || !(value >= 0))
        throw std::runtime_error("line " + std::to_string(line) + ": '" + field + "' is no number");
    return value;
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
    return std::min(best_gb_per_s(), point.bytes_under_way() / latency_ns * multiprocessors);
}

std::string to_csv(const Curve& curve) {
    std::string text = std::string(kHeader) + "\n";
    for (const Point& point : curve.points)
        text += formatted("%s,%s,%u,%.1f,%u,%u,%.1f,%.1f,%.1f\n", curve.device.c_str(), curve.date.c_str(),
                          curve.multiprocessors, curve.latency_ns, point.warps, point.loads, point.gb_per_s,
                          point.low, point.high);
    return text;
}

Curve parse_curve(const std::string& text) {
    std::istringstream lines(text);
    Curve curve;
    unsigned count = 0;
    for (std::string line; std::getline(lines, line);) {
        if (++count == 1) {
            if (line != kHeader) throw std::runtime_error("line 1: expected '" + std::string(kHeader) + "'");
            continue;
        }
        std::vector<std::string> fields;
        std::istringstream stream(line);
        for (std::string field; std::getline(stream, field, ',');) fields.push_back(field);
        if (fields.size() != kFields)
            throw std::runtime_error("line " + std::to_string(count) + ": expected " +
                                     std::to_string(kFields) + " fields, found " +
                                     std::to_string(fields.size()));
        curve.device = fields[0];
        curve.date = fields[1];
        curve.multiprocessors = static_cast<unsigned>(number(fields[2], count));
        curve.latency_ns = number(fields[3], count);
        curve.points.push_back({static_cast<unsigned>(number(fields[4], count)),
                                static_cast<unsigned>(number(fields[5], count)), number(fields[6], count),
                                number(fields[7], count), number(fields[8], count)});
    }
    if (curve.points.empty() || curve.multiprocessors == 0 || curve.latency_ns == 0)
        throw std::runtime_error("there is no measurement in it");
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
        "%u multiprocessors. Little's law: %.0f ns x %.1f B/ns = %.1f KB have to be under way in each, which "
        "is\n"
        "%.0f requests of %u bytes.\n",
        curve.latency_ns, curve.best_gb_per_s(), share, curve.multiprocessors, curve.latency_ns, share,
        curve.bytes_needed() / 1000, curve.bytes_needed() / kRequestBytes, kRequestBytes);
    return text;
}

}  // namespace warps
