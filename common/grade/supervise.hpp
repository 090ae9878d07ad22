// Runs commands that may be hostile, within limits, and leaves none of their processes behind.
//
// Memory and the number of processes are limited by looking fifty times a second at all processes that descend from this one; where
// control groups can be made (cgroup.hpp), the kernel holds the limits on memory and threads between two looks. Time is always limited.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/testing/verdict.hpp"

namespace grade {

struct Command {
    std::vector<std::string> words;               // the program and its arguments; no shell reads them
    std::vector<std::string> environment;         // NAME=value; nothing else is in it
    std::string folder;                           // where it runs
    std::vector<std::pair<int, int>> files = {};  // open files that it inherits: {number here, number there}
    bool trusted = false;                         // the grader's own: hidden_memory.hpp is no matter
    bool uses_gpu = false;                        // its driver maps shared memory (hidden_memory.hpp)
};

constexpr double kRunLimit = 60;  // seconds of an answer's run

struct Limits {
    double seconds = kRunLimit;
    std::size_t memory = std::size_t{3} << 30;  // bytes, all processes together
    std::size_t processes = 64;
    std::size_t threads = 1024;                     // all processes together
    std::size_t file_size = std::size_t{64} << 20;  // bytes
    std::size_t output = std::size_t{64} << 20;     // bytes, of which kOutputKept are kept
};
constexpr std::size_t kOutputKept = 1 << 16;

struct Ended {
    testing::Ending ending;
    std::string output;    // the beginning of what it wrote to standard output and error
    std::string exceeded;  // "needed more than 3 GiB of memory", if a limit ended it; time is in `ending`
    std::vector<bool> over = {};  // of each command: whether it ended by itself
};

// From now on: orphans among the descendants become children of this process; it gets SIGTERM when its parent ends; SIGTERM, SIGINT and
// SIGHUP make run_supervised() end its commands and throw Interrupted. Throws std::runtime_error if the kernel cannot do that.
void become_supervisor();
bool was_asked_to_stop();
struct Interrupted {};

// Runs the commands at the same time, until the first one ends or a limit is exceeded. Then it kills what is left of all of them.
// Returns how the first one ended, with the output of all of them. Closes the files here that the
// commands inherit: who reads from a socket sees its end when the others have gone. Throws std::runtime_error if a command cannot be
// started, or if the machine had too little memory or too few processes for them.
Ended run_supervised(const std::vector<Command>& commands, const Limits& limits);

}  // namespace grade
