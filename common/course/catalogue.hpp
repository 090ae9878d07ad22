// Lists the exercises. exercises/02-transpose/1-name is exercise 02.1: a folder with README.md, check.cpp, hints.md
// and the learner's file, which has the same name as the reference solution in solutions/02-transpose/1-name. A students' copy (make dist)
// has no solutions: there the stubs lie once more in stubs/02-transpose/1-name.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace course {

struct Exercise {
    std::string id;        // "02.1"
    std::string title;     // the first line of its page
    std::string folder;    // "exercises/02-transpose/1-name"
    std::string solution;  // "solutions/02-transpose/1-name/transpose.cu"; empty in a students' copy
    std::string stub;      // "stubs/02-transpose/1-name/transpose.cu" in a students' copy, else empty
    std::string answer;    // "exercises/02-transpose/1-name/transpose.cu": the learner's
    std::vector<std::string> wrong;  // solutions/02-transpose/1-name/wrong/*.diff, sorted
    std::vector<std::string> hints;  // the sections of exercises/02-transpose/1-name/hints.md
    std::string lesson;              // the page of the chapter that leads to it; set by in_reading_order()

    std::string page() const { return folder + "/README.md"; }
};

// All exercises below `top`, the repository's root, in order. Paths begin with `top` unless it is ".". Throws
// std::runtime_error for a folder that is not laid out this way.
std::vector<Exercise> find_exercises(const std::string& top = ".");

// The exercise of this number, or nullptr.
const Exercise* find_in(const std::vector<Exercise>& exercises, const std::string& id);

// What to say of a number that no exercise has: the likely one, or the chapter's exercises. `id` may be empty.
std::string not_found(const std::vector<Exercise>& exercises, const std::string& id);

}  // namespace course
