// The computer of exercise 01.10, and when its GPU is ahead of its CPU. Rates are bytes or operations a nanosecond.
#pragma once

#ifdef __CUDACC__  // check.cpp is no CUDA program, and an answer is one
#error "machine.hpp is the check's: it computes the answers. Work them out from the numbers on the page."
#endif

#include <cstdint>

#include "common/grading/parameters.hpp"

namespace machine {

inline std::int64_t given(const char* name) { return grading::parameter("01.10", name); }
inline std::int64_t bus() { return given("bus_gb_per_s"); }
inline std::int64_t pinned() { return given("pinned_gb_per_s"); }
inline std::int64_t cpu() { return given("cpu_gb_per_s"); }
inline std::int64_t gpu() { return given("gpu_gb_per_s"); }
inline std::int64_t cpu_flops() { return given("cpu_gflop_per_s"); }
inline std::int64_t gpu_flops() { return given("gpu_gflop_per_s"); }
inline std::int64_t start() { return given("start_ns"); }  // of a kernel or a copy, beside its bytes

constexpr std::int64_t kSumBytes = 12;   // two floats in, one out
constexpr std::int64_t kStepsBytes = 8;  // one in, one out
constexpr std::int64_t kFloatBytes = 4;
constexpr std::int64_t kOperations = 2;  // of a product, for each element and k

// The smallest whole x with x / slow > cost + x / fast, where cost is over / under. In whole numbers, so that nothing is rounded.
inline std::int64_t ahead_from(std::int64_t slow, std::int64_t fast, std::int64_t over, std::int64_t under) {
    return over * slow * fast / (under * (fast - slow)) + 1;
}

inline std::int64_t elements_there() { return ahead_from(cpu(), gpu(), start(), kSumBytes); }

// Times are 12 bytes over a rate, for each element; the 12 can be left out.
inline double times_the_cpu() {
    return static_cast<double>(cpu()) / static_cast<double>(bus()) +
           static_cast<double>(cpu()) / static_cast<double>(gpu());
}
inline std::int64_t sums_in_a_row(std::int64_t bus) { return ahead_from(cpu(), gpu(), 1, bus); }

inline double copy_ns(double bytes) {
    return static_cast<double>(start()) + bytes / static_cast<double>(bus());
}
inline double times_in_small_copies(int copies, int elements) {
    return copies * copy_ns(elements * kFloatBytes) /
           copy_ns(static_cast<double>(copies) * elements * kFloatBytes);
}

inline std::int64_t operations_for_each_element() {
    return ahead_from(cpu_flops(), gpu_flops(), kStepsBytes, bus());
}

// 2 n operations for each of the n x n elements, and three matrices to copy.
inline std::int64_t rows_of_a_product() {
    return ahead_from(cpu_flops(), gpu_flops(), kSumBytes, kOperations * bus());
}

}  // namespace machine
