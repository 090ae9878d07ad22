// The headers that answers may include: those of common/cuda, what the stub and the reference solution include, and what these
// headers include themselves.
#pragma once

#include <set>
#include <string>

#include "common/course/catalogue.hpp"

namespace grade {

// Paths below the repository's root, which is the current folder.
std::set<std::string> headers_for(const course::Exercise& exercise);

}  // namespace grade
