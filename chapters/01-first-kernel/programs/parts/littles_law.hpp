// Little's law for a multiprocessor: bytes in flight = latency × bandwidth. Also reads the measured curve from CSV,
// so that page, figure and program use the same numbers.
#pragma once

#include <string>
#include <vector>

namespace warps {

constexpr unsigned kRequestBytes = 128;  // of a warp whose 32 lanes load neighbouring floats

// A point of the curve: `warps` resident warps in every multiprocessor, with `loads` loads in flight in each thread.
struct Point {
    unsigned warps = 0, loads = 0;
    double gb_per_s = 0, low = 0, high = 0;  // the median and its interval

    unsigned bytes_in_flight() const { return warps * loads * kRequestBytes; }
};

struct Curve {
    std::string device, date;
    unsigned multiprocessors = 0;
    double latency_ns = 0;  // of one load from DRAM
    std::vector<Point> points;

    // The best point: the memory's bandwidth with enough bytes in flight.
    double best_gb_per_s() const;
    // Bytes that must be in flight on each multiprocessor to reach that bandwidth.
    double bytes_needed() const;
    // The bandwidth that Little's law predicts for a point, in GB/s, at most the best.
    double predicted(const Point& point) const;
};

std::string to_csv(const Curve& curve);

// Throws std::runtime_error for any other text.
Curve parse_curve(const std::string& text);

// The curve as a table in GB/s, a row for each number of warps, with the law below it.
std::string table_of(const Curve& curve);

}  // namespace warps
