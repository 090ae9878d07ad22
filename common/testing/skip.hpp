// Skips a test that can prove nothing here (counts on a GPU, a GPU's speed on the emulator), with the reason.
//
//     if (!counters_available()) return testing::skip("the counts come from the emulator");
//
// The test counts as skipped, not as passed, unless an assertion has failed before. For .cpp and .cu.
#pragma once

namespace testing {

void skip(const char* reason);

// Notes in the record that the running test judges counts, so that points for results and for counts can be told apart.
void judges_counts();

}  // namespace testing
