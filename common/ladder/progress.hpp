// Says on a terminal which version runs now: a ladder on the emulator, at a large size, takes minutes before its table stands.
#pragma once

#include <cstddef>
#include <cstdio>
#include <string>

namespace ladder {

// One line that is written over, and gone at the end; nothing at all where `to` is no terminal.
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
