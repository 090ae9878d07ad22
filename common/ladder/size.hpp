// Sizes: how they are written, and how many elements they have.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "common/ladder/ladder.hpp"

namespace ladder {

// "2048x1024" with as many numbers as `extents`; one number alone stands for all of them. Throws
// std::invalid_argument with a sentence for anything else: letters, zero, a sign, more than 18 digits.
Size parse_size(std::string_view text, std::size_t extents);

// The other way: "2048x1024".
std::string to_string(const Size& size);

// The product of the extents; nothing where it does not fit 64 bits.
std::optional<std::size_t> element_count(const Size& size);

// "4.3 GB": three digits and a unit, powers of 1000.
std::string readable_bytes(double bytes);

}  // namespace ladder
