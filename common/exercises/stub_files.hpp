// The stubs in exercises/ and whether they are what their solutions give.
//
// Learners write into the stubs, so a stub that differs proves nothing by itself. exercises/stubs.txt therefore holds, for
// each exercise, a fingerprint of the stub as it was cut last. If cutting gives another fingerprint now, the solution has
// changed and nobody has cut again: that is drift, whoever edited what. If it gives the same, and the file differs, somebody
// works on the exercise: it is left alone.
#pragma once

#include <string>
#include <vector>

#include "common/exercises/catalogue.hpp"

namespace exercises {

struct StubReport {
    std::vector<std::string> drifted;  // sentences
    std::vector<std::string> edited;   // paths
};

// Compares the stubs with their solutions; `list` is the path of stubs.txt.
StubReport check_stubs(const std::vector<Exercise>& exercises, const std::string& list);

// Cuts all stubs and writes the list. A stub that was edited since it was cut stays as it is, and is reported.
StubReport write_stubs(const std::vector<Exercise>& exercises, const std::string& list);

}  // namespace exercises
