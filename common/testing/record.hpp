// The record of a test run: a file of lines, flushed one by one. Tabs separate fields; in a field, a tab, a newline
// or a backslash is written \t, \n or \\.
//
//     seed     NUMBER                        of the sizes and data of a check (common/grading/seed.hpp), if it was given one
//     begin    NAME
//     counts                                 the test judges counts, not only results
//     message  TEXT                          of a test that fails, before its line "test"
//     test     STATUS  NAME  SECONDS  REASON  passed, failed or skipped; a skipped one has a reason
//     end      PASSED  FAILED  SKIPPED
//
// A record without the closing line "end" belongs to a run that died or was cut short. It proves nothing, and
// verdict.cpp counts it as a failure whatever the exit code. The format is plain text because every test program and
// the first `make check` of a fresh clone compile this file, and a JSON library would take longer to compile than all
// the rest.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace testing {

// From now on no test passes and none is skipped: this text says why. The running test is the first.
void fail_from_now_on(const std::string& why);

// Starts the record in this file; false (and a sentence on stderr) if it cannot be written. `filtered`: the command
// line selects tests; then those that the source switches off are not listed as skipped, since nobody asked for them.
bool open_record(const char* path, bool filtered);

struct Record {
    struct Test {
        std::string name, status, reason;
        std::vector<std::string> messages;
        bool of_counts = false;
    };
    std::vector<Test> tests;
    std::string seed;                         // empty if the run was given none
    std::string open_test;                    // a test that has begun and not ended
    bool closed = false;                      // ends with the line "end", whose numbers follow
    int passed = 0, failed = 0, skipped = 0;  // the numbers of that line
    std::optional<std::string>
        unreadable;  // the first line that is not of a record; nothing after it is read
};

Record read_record(std::string_view text);

// One line of a record: the fields escaped, with tabs between them and a newline at the end.
std::string record_line(const std::vector<std::string>& fields);

}  // namespace testing
