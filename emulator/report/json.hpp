// Launches as JSON, for programs that read what the emulator counted.
//
//     {"program": "build/02-transpose", "launches": [{"kernel", "mangled", "grid": [x, y, z], "block": [x, y,
//     z],
//       "status": "ok", "counters": {…}, "models": {…}, "lines": [{"file", "line", …}], "findings": [{"fault", "address",
//       …}]}],
//     "findings": [{"fault", "address", …}]}
//
// "message" is there when the status is not "ok". Counters are those of counter_keys.hpp. The findings at the end are those of
// calls that copy and fill, which belong to no launch: their "access" has the call's name for an "instruction" and no file.
// A finding has "missing" where only some of a read's bytes were never written, and "used" where their value was used.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/cost/counters.hpp"

namespace simt::report {

// One launch as an object on one line.
std::string launch_json(const observe::Launch& launch);

// The whole document, a launch a line. launch(k) returns launch k, 1 <= k <= count, and is asked for one at a
// time, so that a program of a million launches needs no more memory than its history.
void write_json(std::ostream& out, std::string_view program, u64 count,
                const std::function<observe::Launch(u64)>& launch,
                const std::vector<observe::Finding>& of_calls);

}  // namespace simt::report
