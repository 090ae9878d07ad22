// What the terminal behind an output can show: the one place that decides about colours, rewritten lines, widths and
// characters, for the chapters' programs, the launcher, the test runner and the emulator.
//
// Standard C++ and POSIX only: chapter programs need no other library.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace terminal {

// Whether the file descriptor is a terminal that understands escape sequences: TERM is set, and not "dumb".
bool understands_escapes(int file);

// Whether to write colours to it: such a terminal, and NO_COLOR is not set (https://no-color.org; empty counts as unset).
bool shows_colours(int file);

// The columns of the terminal; COLUMNS if it does not say. Nothing if the file is no terminal.
std::optional<std::size_t> columns(int file);

// The columns for text in paragraphs and for charts: those of the terminal, from 40 to kWidest; kWidest if the file is no terminal.
constexpr std::size_t kWidest = 100;  // a longer line is hard to read
std::size_t text_width(int file);

// Whether the locale's characters are UTF-8 (LC_ALL, else LC_CTYPE, else LANG).
bool writes_utf8();

// The characters of a UTF-8 text: each has one column here.
std::size_t width_of(const std::string& text);

// Each has a contrast of at least 3.5 with white and with a dark grey background (#1e1e1e); bold alone keeps the colour of the text.
enum class Style { Strong, Good, Bad, Bar, Mark };

// The text with lines of at most `width` columns, broken at blanks. What goes on stands below the beginning of the line's last column,
// which two blanks or more separate from the one before: "  --size N    the size".
std::string folded(const std::string& text, std::size_t width);

// The same for the terminal behind the file; for a file or a pipe the text as it is.
std::string folded_for(int file, const std::string& text);

// A line of results with its first word in a colour: FAILED in Bad; ok, passed and Solved. in Good. Any other line, and every line if
// `colours` is false, as it is.
std::string with_coloured_verdict(const std::string& line, bool colours);

// The same for each line of a text.
std::string with_coloured_verdicts(const std::string& text, bool colours);

// The text in that style; the text itself if `colours` is false.
std::string styled(const std::string& text, Style style, bool colours);

}  // namespace terminal
