// The measurements of Li, Ranka and Sahni on a Tesla C1060, "GPU Matrix Multiplication", to compare with ours: run
// times for block shapes (Figures 1.14, 1.20, 1.22), run times, rates and efficiencies of all versions (1.28, 1.40 to
// 1.42), and the device's limits (section 1.2). As printed, with their errors, which are named where the numbers are
// used.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "chapters/04-matmul/more/statistics/formula.hpp"

namespace c1060 {

// The n of the columns of all figures; products are of n x n matrices.
constexpr std::array<unsigned, 4> kSizes = {2048, 4096, 8192, 16384};
using Row = std::array<double, kSizes.size()>;

// The row's value for one of these sizes; nothing for other sizes.
std::optional<double> at(const Row& row, std::size_t n);

struct ShapeTimes {
    unsigned x, y;  // of the block
    double occupancy;
    Row seconds;
};
extern const std::vector<ShapeTimes> kGpu1Shapes;  // Figure 1.14
extern const std::vector<ShapeTimes> kGpu2Shapes;  // Figure 1.20
extern const std::vector<ShapeTimes> kGpu3Shapes;  // Figure 1.22

struct Version {
    std::string name;  // GPU1 … GPU8, sgemm, CUBLAS
    std::string rung;  // our rung, as results name it; empty for sgemm
    Row seconds;       // Figure 1.40
    Row gigaflops;     // Figure 1.41
    Row efficiency;    // Figure 1.42, of kPeakGigaflops
    // Transactions and bytes on 1.3 (Figure 1.36), and bytes on 9.0, which statistics_test.cpp counts.
    statistics::Formula transactions, volume, volume_on_90;
};
extern const std::vector<Version> kVersions;

// Section 1.2. The peak counts a multiply-add and a multiplication in the special function unit in the same cycle. A
// matrix product cannot use the latter; two thirds of the peak remain.
constexpr double kPeakGigaflops = 933;
constexpr double kMultiplyAddGigaflops = 622;
constexpr double kDoubleGigaflops = 78;
constexpr double kWatts = 188;
constexpr double kGigabytesPerSecond = 102;
constexpr double kC2050PeakGigaflops = 1288;
constexpr double kC2050MultiplyAddGigaflops = 1030;
constexpr double kC2050DoubleGigaflops = 515;
constexpr double kC2050Watts = 238;

// The CPU that Figure 1.48 compares with, one core of a Xeon: the ikj and ijk loops of Figure 1.7 and four threads of
// Figure 1.9, in seconds at 2048 and 4096.
constexpr std::array<double, 2> kIkjSeconds = {72.69, 581.28};
constexpr std::array<double, 2> kIjkSeconds = {449.90, 4026.17};
constexpr std::array<double, 2> kFourThreadSeconds = {18.21, 146.37};

}  // namespace c1060
