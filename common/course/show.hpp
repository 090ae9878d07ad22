// `make show`: what one warp of the learner's kernel touches in memory, line by line, drawn in the terminal; or, with
// HTML=1, what its first block does, as a page.
#pragma once

#include <string>

#include "common/course/arguments.hpp"
#include "common/course/catalogue.hpp"
#include "common/course/check.hpp"
#include "emulator/trace/trace.hpp"

namespace course {

// Runs the answer with the harness of its exercise on the emulator, also where there is a GPU, and draws.
// With arguments.html it writes build/show/ID.html instead. The page has the reference solution beside the answer if the exercise
// is solved, and else nothing of it.
ExitCode show(const Exercise& exercise, const Arguments& arguments);

// What show() prints of a trace. source: the learner's file.
std::string drawing(const simt::trace::Trace& trace, const std::string& source);

}  // namespace course
