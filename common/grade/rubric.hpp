// Points for results, by a rubric: a text file with a line for an exercise. teaching/grading.md describes it.
#pragma once

#include <map>
#include <string>

#include "common/grade/results.hpp"

namespace grade {

struct Worth {
    double points = 10;
    double counts = 0.4;  // the share of the points that the tests of counts give
};

struct Rubric {
    Worth usual;                         // of exercises that have no line
    std::map<std::string, Worth> lines;  // "02.1"

    const Worth& of(const std::string& exercise) const;
};

// Throws std::runtime_error, with the line, if the text is no rubric.
Rubric parse_rubric(const std::string& text);

// What a result is worth, beside those of the untouched stub and of the reference solution (common/course/share.hpp): the stub
// nothing, the solution all.
double points_of(const Result& result, const Result& stub, const Result& solution, const Worth& worth);

}  // namespace grade
