// Names and texts of students, written so that a spreadsheet, a browser or a terminal shows them and does nothing else.
#pragma once

#include <string>
#include <string_view>

namespace grade {

// The text in valid UTF-8 and without control characters: a byte that is not UTF-8 becomes \xff, a character that controls a terminal or
// the direction of writing \u{202e}, a backslash \\. Two texts that differ stay different. With kLines, newlines and tabs stay, and so
// does a backslash: for what a program printed.
enum class Keep { kNothing, kLines };
std::string printable(std::string_view text, Keep keep = Keep::kNothing);

// A file name for the reports on a student: letters, digits, dots and dashes, and a part of the name's SHA-256 if anything was
// changed, so that two students never share one.
std::string file_name_for(const std::string& name);

// A cell for csv_line(): Excel and others take one that begins with = + - @, a tab or a return for a formula, unless ' precedes it.
std::string spreadsheet_cell(const std::string& text);

// For HTML and XML, in attributes too.
std::string escaped(std::string_view text);

}  // namespace grade
