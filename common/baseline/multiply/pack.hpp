// Copies parts of A and B into the order in which a kernel reads them (blocked.hpp).
#pragma once

#include <cstddef>

namespace baseline::multiply {

// A panel of A: out[step * rows + row] = a[row * lda + step], for `rows` rows and `steps` steps of k.
void pack_rows(float* out, const float* a, std::size_t lda, std::size_t rows, std::size_t steps);

// Some rows of B, `steps` of them, distributed to all its panels: out[panel * panel_size + step * width + col] =
// b[step * ldb + panel * width + col]. Columns after the last one, number cols - 1, are filled with zeros.
void pack_columns(float* out, std::size_t panel_size, const float* b, std::size_t ldb, std::size_t cols,
                  std::size_t width, std::size_t steps);

}  // namespace baseline::multiply
