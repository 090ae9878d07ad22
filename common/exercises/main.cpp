// The program behind make check, make hint and make verify: build/exercises, started in the repository's root.
//
// Exit code 0: solved, or all holds. 1: not solved, or something does not hold. 2: no such exercise, wrong arguments, or what
// grades is not built of the sources as they are.
// 77 for `stubs --check`: nothing drifted, but some stubs hold somebody's work (common/testing/run_tests.cpp skips then).
#include "common/exercises/commands.hpp"

int main(int argc, char** argv) { return exercises::run({argv + 1, argv + argc}); }
