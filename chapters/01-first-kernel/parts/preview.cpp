// See preview.hpp.
#include "chapters/01-first-kernel/parts/preview.hpp"

#include <algorithm>

namespace picture {

std::string preview(const std::vector<std::uint8_t>& grey, std::size_t rows, std::size_t cols,
                    std::size_t width) {
    constexpr char kLetters[] = " .:-=+*#%@";  // ordered by the share of the cell that they fill
    constexpr std::size_t kShades = sizeof kLetters - 1;
    if (rows == 0 || cols == 0) return "";
    std::size_t across = std::min(width, cols);
    std::size_t down = std::max<std::size_t>(1, rows * across / cols / 2);
    if (down > width) {  // a tall picture
        across = std::max<std::size_t>(1, across * width / down);
        down = width;
    }
    std::string text;
    for (std::size_t y = 0; y < down; ++y) {
        std::string line;
        for (std::size_t x = 0; x < across; ++x) {
            const std::size_t top = y * rows / down, bottom = std::max(top + 1, (y + 1) * rows / down);
            const std::size_t left = x * cols / across, right = std::max(left + 1, (x + 1) * cols / across);
            std::size_t sum = 0;
            for (std::size_t row = top; row < bottom; ++row) {
                for (std::size_t col = left; col < right; ++col) sum += grey[row * cols + col];
            }
            line += kLetters[sum / ((bottom - top) * (right - left)) * kShades / 256];
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    }
    return text;
}

}  // namespace picture
