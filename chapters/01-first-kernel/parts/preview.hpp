// A grey picture as letters, for terminals that cannot show pictures.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace picture {

// At most `width` letters wide and `width` lines high. Each letter shows the average of a piece of the picture twice
// as high as wide, like letters themselves. Dark is a blank, bright is @. Lines end with \n, without trailing blanks.
std::string preview(const std::vector<std::uint8_t>& grey, std::size_t rows, std::size_t cols,
                    std::size_t width);

}  // namespace picture
