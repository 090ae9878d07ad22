// Prose as wide as the learner's terminal.
#pragma once

#include <string>

namespace course {

constexpr std::size_t kWidest = 100;  // columns; a longer line is hard to read

// The columns of the terminal behind standard output, from 40 to kWidest; kWidest if it is no terminal.
std::size_t text_width();

// The line broken at spaces into lines of at most `width` columns, without a newline at the end. A longer word stays whole.
std::string wrapped(const std::string& line, std::size_t width);

// Paragraphs of a page, each one wrapped as a whole; a line that is indented, an item of a list or a row of a table
// begins anew.
std::string wrapped_paragraphs(const std::string& text, std::size_t width);

}  // namespace course
