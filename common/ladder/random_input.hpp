// Random inputs. Measuring on zeros or on a constant hides wrong indices, and can be faster than on data.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ladder {

// Fills values with numbers uniform in lowest … highest, both included where they are integers. Element i depends on seed
// and i alone, so the result is the same for any number of threads, and two seeds have nothing in common.
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
