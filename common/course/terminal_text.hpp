// Prose as wide as the learner's terminal.
#pragma once

#include <string>

namespace course {

// The line broken at spaces into lines of at most `width` columns, without a newline at the end. A longer word stays whole.
std::string wrapped(const std::string& line, std::size_t width);

// Paragraphs of a page, each one wrapped as a whole; a line that is indented, an item of a list or a row of a table
// begins anew.
std::string wrapped_paragraphs(const std::string& text, std::size_t width);

}  // namespace course
