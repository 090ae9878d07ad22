// Text for a terminal: lines broken between words, and labels with a column of text beside them.
#pragma once

#include <string>
#include <string_view>

namespace simt::report {

// Breaks the text so that no line is wider than `width`, unless a single word is. Lines after the first begin with
// `indent` blanks; the first is assumed to begin at column `indent` too. Each line ends with a newline.
std::string wrapped(std::string_view text, int width, int indent);

// "  label           text …" with the text in a column of its own.
std::string labelled(std::string_view label, std::string_view text, int width);

constexpr int kLabelColumn = 18;

// 12345678 bytes -> "12.3 MB"; decimal, as for bandwidth.
std::string bytes_text(double bytes);

// Seconds -> "16.1 µs".
std::string seconds_text(double seconds);

// 1 -> "1 lane", 2 -> "2 lanes".
std::string counted(unsigned long long count, const char* one, const char* several);

}  // namespace simt::report
