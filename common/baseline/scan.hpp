// The inclusive scan on the CPU: out[i] = in[0] + … + in[i]. Compare with chapters/03-reduction/more/scan.
#pragma once

#include <cstddef>
#include <cstdint>

namespace baseline {

// Both: n elements, any n; out may be in. Sums wrap around.

void scan_serial(std::int32_t* out, const std::int32_t* in, std::size_t n);

// All cores: the sums of pieces first, then each piece with the sum before it.
void scan_openmp(std::int32_t* out, const std::int32_t* in, std::size_t n);

}  // namespace baseline
