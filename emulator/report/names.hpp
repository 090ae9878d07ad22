// How reports write kernels, source lines and numbers, and how they break lines.
#pragma once

#include <string>
#include <string_view>

#include "emulator/integers.hpp"

namespace simt::report {

// A demangled kernel without return type, parameters and the expanded arguments of namespaces: "void
// tile::copy<float, 4>(float*, int)" -> "tile::copy<float, 4>".
std::string kernel_name(std::string_view demangled);

// " on device 1"; "" if the number is -1, that is, there is only one.
std::string on_device(int device);

// The path relative to the current folder if it lies below it, else unchanged.
std::string shown_path(std::string_view file);

// Line `line` (1-based) of a file, without indentation; empty if it cannot be read. Cut to 160 characters.
std::string source_line(const std::string& file, u32 line);

// 1234567 -> "1,234,567".
std::string grouped(u64 count);

// Units per request, "4.0"; "-" without requests.
std::string ratio(u64 units, u64 requests);

// "256", "32x8", "8x8x4".
std::string size_text(const Dim3& size);

// At most five characters where possible: 99,999 -> "99,999", 126976 -> "127k", 4194304 -> "4.19M".
std::string compact(u64 count);

// The columns that a text takes in a terminal: its number of code points.
int display_width(std::string_view text);

// The text cut to `width` columns, with "…" for the missing part.
std::string shortened(std::string_view text, int width);

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
