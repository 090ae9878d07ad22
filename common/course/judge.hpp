// Runs an answer with the harness of its exercise, and reads the result.
#pragma once

#include <iosfwd>
#include <string>

#include "common/course/outcome.hpp"

namespace course {

// An answer that make has compiled and linked (common/make/exercises.mk).
struct Answer {
    std::string source;
    // Holds the program `check`, or, if that could not be built, the compiler's or linker's messages in `errors`.
    std::string folder;
};

// A file lock, which one process or thread holds at a time: two that share a folder would run each other's programs.
class Lock {
  public:
    // Waits until nobody else holds the lock. Creates the file and its folder. Throws std::runtime_error if that
    // fails.
    explicit Lock(const std::string& path);
    ~Lock();
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

  private:
    int file_;
};

// Runs the answer's program in its folder; the log and the record go there, too. `device` is "emulator" or "gpu". `seed`: that of
// the sizes and data that are drawn; empty for the ones of every run. Throws std::runtime_error if the program finds the CUDA
// runtime of another device.
Outcome judge(const Answer& answer, const std::string& device, const std::string& seed = "");

// What the launches of the latest such run in the folder cost; empty on a GPU and before any run.
Counts read_counts(const std::string& folder);
Counts read_counts(std::istream& lines);

}  // namespace course
