// The record of a test run: a file of JSON lines, one a test, flushed at once, with a closing line.
//
//     {"event":"begin","name":"…","file":"…","line":12}
//     {"event":"test","name":"…","file":"…","line":12,"status":"passed","seconds":0.01,"assertions":3,"messages":[]}
//     {"event":"end","passed":1,"failed":0,"skipped":0}
//
// status is passed, failed or skipped; a failed test's messages are {"file","line","text"}, a skipped one has
// a "reason". A record that does not end with "end" belongs to a run that died or was cut short: it proves
// nothing, and verdict.cpp counts it as a failure whatever the exit code says.
#pragma once

namespace testing {

// Starts the record in this file; false (and a sentence on stderr) if it cannot be written. Where the command line picks
// tests (filtered), those that the source switches off are not listed as skipped: nobody asked for them.
bool open_record(const char* path, bool filtered);

}  // namespace testing
