// The part of a compiler's output that a learner needs: the first few errors in their own file, without warnings and
// notes.
#pragma once

#include <string>

namespace course {

// The first errors in `output` (of nvcc, g++, ptxas or the linker) that concern the file; if no error is recognised,
// the beginning of the output.
std::string shortened_errors(const std::string& output, const std::string& file);

// The same for a file that is a whole program, not an answer to a check.
std::string shortened_program_errors(const std::string& output, const std::string& file);

}  // namespace course
