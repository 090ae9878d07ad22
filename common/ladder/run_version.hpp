// Runs one version once and turns every failure into a sentence.
#pragma once

#include <functional>
#include <string>

#include "common/ladder/result.hpp"
#include "common/ladder/workspace.hpp"

namespace ladder {

inline bool on_device(Kind kind) { return kind == Kind::Roof || kind == Kind::Rung; }

// Poisons the output, runs `body`, waits for it, and compares. A failure goes to row.failure: a CUDA error, findings
// of the emulator's checks, a wrong element. On the emulator row.counters receives the counters of this run.
void run_checked(const Version& version, const std::function<void()>& body, Workspace& workspace, Row& row);

// Runs `body`; a CUDA error goes to row.failure. Does nothing for a row that has failed before.
void guarded(Row& row, const std::function<void()>& body);

}  // namespace ladder
