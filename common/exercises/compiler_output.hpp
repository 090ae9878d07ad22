// What a learner needs of a compiler's messages: the errors in their own file, the first few, without warnings and notes.
#pragma once

#include <string>

namespace exercises {

// The first errors in `output` (nvcc's, g++'s, ptxas's or the linker's) that concern the file; the beginning of the output
// where none of them can be told apart.
std::string shortened_errors(const std::string& output, const std::string& file);

}  // namespace exercises
