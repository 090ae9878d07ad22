// The numbers of an exercise that may differ from student to student. They are in exercises/parameters.txt, or in the file that
// EXERCISE_PARAMETERS names. common/dist/parameters.py draws them for a class.
#pragma once

#include <string>

namespace grading {

// The number of this name, parameter("01.8", "latency_ns"). Throws std::runtime_error, which fails the running test, if the
// file has no such line.
int parameter(const std::string& exercise, const std::string& name);

}  // namespace grading
