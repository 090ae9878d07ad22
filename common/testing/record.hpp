// The record of a test run: a file of lines, flushed one by one. Fields are separated by tabs; a tab, a new line or a backslash
// in a field is written \t, \n or \\.
//
//     begin    NAME
//     message  TEXT                          of a test that fails, before its end
//     test     STATUS  NAME  SECONDS  REASON  passed, failed or skipped; a skipped one has a reason
//     end      PASSED  FAILED  SKIPPED
//
// A record that does not close with "end" belongs to a run that died or was cut short: it proves nothing, and verdict.cpp
// counts it as a failure whatever the exit code says. Plain text, because every test program and the first `make check` of a
// fresh clone compile this, and a JSON library costs more than the rest of them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace testing {

// Starts the record in this file; false (and a sentence on stderr) if it cannot be written. Where the command line picks
// tests (filtered), those that the source switches off are not listed as skipped: nobody asked for them.
bool open_record(const char* path, bool filtered);

struct Record {
    struct Test {
        std::string name, status, reason;
        std::vector<std::string> messages;
    };
    std::vector<Test> tests;
    std::string open_test;                    // begun and not ended
    bool closed = false;                      // ends with "end", whose numbers follow
    int passed = 0, failed = 0, skipped = 0;  // as the closing line has them
    std::optional<std::string>
        unreadable;  // the first line that is none of a record; nothing after it was read
};

Record read_record(std::string_view text);

// One line: the fields escaped, with tabs between them and a new line behind.
std::string record_line(const std::vector<std::string>& fields);

}  // namespace testing
