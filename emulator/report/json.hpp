// Launches as JSON, for programs that read the emulator's counts.
//
//     {"program": "build/02-transpose",
//      "launches": [{"kernel", "mangled", "grid": [x, y, z], "block": [x, y, z], "status": "ok", "counters": {…},
//                    "models": {…}, "lines": [{"file", "line", …}], "findings": [{"fault", "address", …}]}],
//      "findings": [{"fault", "address", …}],
//      "ended": "was ended by SIGTERM"}
//
// "message" is present if the status is not "ok". The findings at the end belong to calls that copy or fill memory. Their
// "access" has no file, and its "instruction" is the call's name. A finding has "missing" if only some of a read's bytes
// were never written, and "used" if their value was used. "ended" is present unless main returned or exit was called.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/exec/launch_record.hpp"

namespace simt::report {

// A fault's name: "shared_race".
const char* fault_name(check::Fault fault);

// One launch as an object on one line.
std::string launch_json(const exec::Launch& launch);

// The whole document, one launch per line. launch(k) returns launch k, 1 <= k <= count, and is called for one at a
// time: a program of a million launches needs no more memory than its history.
void write_json(std::ostream& out, std::string_view program, u64 count,
                const std::function<exec::Launch(u64)>& launch, const std::vector<check::Finding>& of_calls,
                std::string_view ended = {});

}  // namespace simt::report
