// fails: the program did not reach its end | It was killed by a signal (Segmentation fault)
// The host touches memory of the device.
#include <cstddef>

void transpose(float* out, const float* in, std::size_t rows, std::size_t cols) {
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t col = 0; col < cols; ++col) out[col * rows + row] = in[row * cols + col];
    }
}
