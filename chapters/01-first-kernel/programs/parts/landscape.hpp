// A colour picture that the course draws itself, so that none has to be committed: mountains at a lake in the evening, with a
// boat. At any size; integers only, so that every machine draws the same bytes.
#pragma once

#include <cstddef>

#include "chapters/01-first-kernel/parts/ppm.hpp"

namespace picture {

// The same scene for every size: details become finer with more rows, and there is more of it to the right with more columns.
Colour landscape(std::size_t rows, std::size_t cols);

}  // namespace picture
