// Random inputs. Measuring on zeros or on a constant hides wrong indices, and can be faster than on data.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ladder {

// Fills values with numbers uniform in lowest … highest. Element i depends on seed and i alone, so the result
// is the same for any number of threads, and two seeds have nothing in common.
void fill_random(float* values, std::size_t count, std::uint64_t seed, float lowest, float highest);

// A seed that differs from run to run.
std::uint64_t fresh_seed();

}  // namespace ladder
