// Runs one command to its end, with a time limit and its output in a file. The test runner runs every test program
// this way.
#pragma once

#include <string>
#include <vector>

#include "common/testing/verdict.hpp"

namespace testing {

// Runs arguments[0] with the other arguments; standard output and error go to log_path. A command that still runs
// after limit_seconds is killed with all its children. Exit code 127 if it cannot be started; the log says why.
Ending run_process(const std::vector<std::string>& arguments, const std::string& log_path,
                   double limit_seconds);

// Kills every command that run_process is waiting for. Safe to call from a signal handler.
void kill_processes();

// The whole file as text; empty if there is no such file.
std::string read_text(const std::string& path);

}  // namespace testing
