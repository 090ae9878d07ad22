// The frame of a report in HTML: one file, without a script, that loads nothing.
#pragma once

#include <string>

namespace grade {

// `title` is any text; `body` is HTML.
std::string html_page(const std::string& title, const std::string& body);

}  // namespace grade
