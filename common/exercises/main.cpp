// The program behind make check, make hint, make diff and make verify: build/exercises, started in the repository's root.
//
// Exit code 0: solved, or all claims hold. 1: not solved, or a claim does not hold. 2: no such exercise, wrong
// arguments, or make failed.
#include "common/exercises/commands.hpp"

int main(int argc, char** argv) { return exercises::run({argv + 1, argv + argc}); }
