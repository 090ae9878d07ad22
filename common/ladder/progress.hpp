// Shows on a terminal which version is running: a ladder at a large size takes minutes on the emulator before its
// table appears.
#pragma once

#include <cstddef>
#include <cstdio>
#include <string>

namespace ladder {

// One line that is overwritten, and removed at the end; silent if `to` is not a terminal.
class Progress {
  public:
    Progress(std::FILE* to, bool terminal) : to_(to), terminal_(terminal) {}
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    // "naive (3 of 13)"
    void show(const std::string& version, std::size_t number, std::size_t of);

  private:
    std::FILE* to_;
    bool terminal_;
};

}  // namespace ladder
