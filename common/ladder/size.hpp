// Sizes: parsing, printing, and the number of elements.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "common/ladder/ladder.hpp"

namespace ladder {

// Parses "2048x1024" with `extents` numbers; a single number stands for all of them. Throws std::invalid_argument
// with a sentence for anything else: letters, zero, a sign, more than 18 digits.
Size parse_size(std::string_view text, std::size_t extents);

// The reverse: "2048x1024".
std::string to_string(const Size& size);

// The product of the extents; nothing if it does not fit 64 bits.
std::optional<std::size_t> element_count(const Size& size);

// "4.3 GB": three digits and a unit, powers of 1000.
std::string readable_bytes(double bytes);

}  // namespace ladder
