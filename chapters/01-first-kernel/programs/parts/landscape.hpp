// A colour picture that needs no file: mountains at a lake in the evening, with a boat. Any size; integers only, so that
// every machine draws the same bytes.
#pragma once

#include <cstddef>

#include "chapters/01-first-kernel/parts/ppm.hpp"

namespace picture {

// The same scene at every size: more rows give finer details, more columns show more of it to the right.
Colour landscape(std::size_t rows, std::size_t cols);

}  // namespace picture
