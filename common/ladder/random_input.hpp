// Random inputs. Zeros or a constant would hide wrong indices, and kernels can be faster on them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ladder {

// Fills values with uniform random numbers in lowest … highest; for integers both ends are included. Element i
// depends only on seed and i, so the result is the same for any number of threads. Different seeds give unrelated
// values.
void fill_random(float* values, std::size_t count, std::uint64_t seed, float lowest, float highest);
void fill_random(double* values, std::size_t count, std::uint64_t seed, double lowest, double highest);
void fill_random(std::int32_t* values, std::size_t count, std::uint64_t seed, std::int32_t lowest,
                 std::int32_t highest);
void fill_random(std::int64_t* values, std::size_t count, std::uint64_t seed, std::int64_t lowest,
                 std::int64_t highest);
void fill_random(std::uint8_t* values, std::size_t count, std::uint64_t seed, std::uint8_t lowest,
                 std::uint8_t highest);

// A seed that differs from run to run.
std::uint64_t fresh_seed();

}  // namespace ladder
