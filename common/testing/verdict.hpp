// Judges a test program by its record and the way it ended: how many tests passed, failed and were skipped.
//
// A program that crashes, exits early, never ends, or holds no tests counts as a failure of its own: its silence must
// not look like success.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace testing {

// How a program ended.
struct Ending {
    int exit_code = 0;
    int signal = 0;  // the signal that killed it, or 0
    bool timed_out = false;
    double seconds = 0;
};

struct Verdict {
    int passed = 0, failed = 0, skipped = 0;
    std::vector<std::string> errors;  // failures other than assertions, a sentence each
    std::vector<std::string> skips;   // "name: reason"
};

// Judges a doctest program by its record (record.hpp).
Verdict judge_record(std::string_view record, const Ending& ending);

// Judges a script, which is one test: exit code 0 passes, 77 skips (the last line of its output is the reason),
// others fail.
Verdict judge_script(std::string_view output, const Ending& ending);

// "3 passed, 1 failed", with ", 2 skipped" if there are any.
std::string summary_line(const Verdict& total);

}  // namespace testing
