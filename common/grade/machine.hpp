// Failures that are the machine's and not the answer's. Such an answer is not judged, and the next call tries it again.
#pragma once

#include <string>

namespace grade {

// The first line in which a program says that the machine lacks something; empty if none does. `source` is the file that a compiler
// reads, or empty: lines that name it, and indented ones, which may quote it, say nothing about the machine.
std::string lacking(const std::string& said, const std::string& source = "");

// Throws std::runtime_error if the disk that holds the folder has less space than one file of an answer may take.
void check_disk(const std::string& folder);

}  // namespace grade
