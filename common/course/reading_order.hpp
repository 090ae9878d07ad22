// The order in which the lessons lead to the exercises.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "common/course/catalogue.hpp"

namespace course {

// The exercises in the order in which the lessons name them, each with the page that does, in `lesson`: a chapter's
// README.md, then the pages it links to, in the order of their first links. An exercise that no page names comes after
// its chapter's others. `top` is the repository's root.
std::vector<Exercise> in_reading_order(std::vector<Exercise> exercises, const std::string& top = ".");

// The files that a page links to, in order, without anchors: "banks.md", "../../exercises/…/README.md".
std::vector<std::string> links_of(const std::string& page_text);

}  // namespace course
