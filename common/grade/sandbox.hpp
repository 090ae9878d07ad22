// Runs a command in namespaces of its own, with bubblewrap (Debian package bubblewrap): no network, no other processes, and of the file
// system only what is listed, read-only. Its memory files (/tmp) are bounded.
#pragma once

#include <string>
#include <vector>

#include "common/grade/settings.hpp"
#include "common/grade/supervise.hpp"

namespace grade {

// A file or folder, and where the command finds it.
struct Place {
    std::string here, there;
    bool writable = false;
};

// Which of the system's programs the command may use: a compiler calls many others.
enum class Programs { kNone, kCompiler };

// The command, wrapped. `hidden` are folders that the command must not see, even if they lie in the system's folders.
Command in_sandbox(const Command& command, const std::vector<Place>& places, Programs programs,
                   const Settings& settings, const std::vector<std::string>& hidden);

// Empty if a sandbox can be made here; else a sentence that says why not and what to do.
std::string why_no_sandbox(const Settings& settings);

// bubblewrap ends with 128 + N if signal N killed the command.
testing::Ending ending_in_sandbox(testing::Ending ending);

}  // namespace grade
