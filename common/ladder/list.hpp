// The list of a chapter's rungs, for --list.
#pragma once

#include <string>
#include <vector>

#include "common/ladder/ladder.hpp"

namespace ladder {

// A line for each rung's file: number, name, file and idea in columns. Ladders with the same rungs are listed once.
std::string list_text(const std::vector<Ladder>& ladders);

// The same as a JSON array of objects {"number", "name", "file", "idea"}.
std::string list_json(const std::vector<Ladder>& ladders);

// One ladder's rungs for its lesson, as a table in Markdown: number, name with a link to the file, and idea.
// update.sh and the slides look up a rung's file in it.
std::string list_markdown(const Ladder& ladder);

}  // namespace ladder
