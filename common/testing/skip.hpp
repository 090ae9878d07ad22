// Leaving a test that has nothing to prove here (counts on a GPU, a GPU's speed on the emulator), and saying
// why.
//
//     if (!counters_available()) return testing::skip("the counts come from the emulator");
//
// The test counts as skipped, not as passed, unless an assertion failed before. Usable from .cpp and .cu.
#pragma once

namespace testing {

void skip(const char* reason);

}  // namespace testing
