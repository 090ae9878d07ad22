// Runs an answer with the harness of its exercise, and reads what came of it.
#pragma once

#include <string>

#include "common/exercises/outcome.hpp"

namespace exercises {

// An answer that make has compiled and linked (common/make/exercises.mk).
struct Answer {
    std::string source;
    std::string
        folder;  // with the program `check`, or without it, and with `errors` of the compiler or the linker
};

// Holds a file for one process at a time, this or another: two that share a folder would run each other's programs.
class Lock {
  public:
    // Waits until nobody else has the file, which is made with its folder. Throws std::runtime_error where that fails.
    explicit Lock(const std::string& path);
    ~Lock();
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

  private:
    int file_;
};

// Runs the answer's program in its folder; log and record go there too. `device` is "emulator" or "gpu"; throws
// std::runtime_error where the program was given another CUDA runtime than that one's.
Outcome judge(const Answer& answer, const std::string& device);

}  // namespace exercises
