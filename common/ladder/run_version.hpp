// One run of one version, with everything that can go wrong turned into a sentence.
#pragma once

#include <functional>
#include <string>

#include "common/ladder/result.hpp"
#include "common/ladder/workspace.hpp"

namespace ladder {

inline bool on_device(Kind kind) { return kind == Kind::Roof || kind == Kind::Rung; }

// Poisons the output, runs `body`, waits for it, and compares. What goes wrong becomes row.failure: a CUDA
// error, findings of the emulator's checks, a wrong element. On the emulator row.counters are those of this
// run.
void run_checked(const Version& version, const std::function<void()>& body, Workspace& workspace, Row& row);

// Runs something that may fail with a CUDA error; the error becomes row.failure. Does nothing for a row that
// failed before.
void guarded(Row& row, const std::function<void()>& body);

}  // namespace ladder
