// A grey picture as letters, for terminals that show nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace picture {

// At most `width` letters wide and as many lines high, each for the average of a piece of the picture that is twice as high as wide: so are letters.
// Dark is a blank, bright is @. A line ends with \n and has no blanks before that.
std::string preview(const std::vector<std::uint8_t>& grey, std::size_t rows, std::size_t cols,
                    std::size_t width);

}  // namespace picture
