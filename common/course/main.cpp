// The program behind make start, make check and the other commands for exercises: ./course, a link to build/course. It
// works in the repository's root, wherever it is called from.
//
// Exit code 0: solved, or all claims hold. 1: not solved, or a claim does not hold. 2: wrong arguments, no such exercise.
// 3: it could not be built or run. After `try` the exit code is that of the learner's program.
#include <filesystem>

#include "common/course/commands.hpp"

int main(int argc, char** argv) { return course::run({argv + 1, argv + argc}); }
