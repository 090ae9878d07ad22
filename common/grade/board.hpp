// The board of a class: the best counts of each exercise, under names that only their owners know.
#pragma once

#include <map>
#include <string>

#include "common/grade/reports.hpp"

namespace grade {

// The student's name on the board: the same as long as the secret is, and of no use to find the student without it. `student` is
// printable.
std::string pseudonym(const std::string& secret, const std::string& student);

// The secret in the file, which only its owner can read; it is drawn if there is none. Throws std::runtime_error.
std::string read_board_secret(const std::string& path);

// An HTML file of its own. `references`: the result of each exercise's reference solution. Only solved answers count.
std::string board_html(const Class& all, const std::map<std::string, Reference>& references);

}  // namespace grade
