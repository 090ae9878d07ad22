// Whole files as text.
#pragma once

#include <string>

namespace ladder {

// Both throw std::invalid_argument with the file's name if they fail.
std::string read_file(const std::string& path);
void write_file(const std::string& path, const std::string& text);

}  // namespace ladder
