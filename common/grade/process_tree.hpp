// The processes that descend from this one, as /proc lists them. A process in a namespace is one of them, and so is an orphan: its parent
// is then the nearest ancestor that takes orphans (PR_SET_CHILD_SUBREAPER), or process 1 of its namespace.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <functional>
#include <vector>

namespace grade {

// Whether the kernel lists the children of processes.
bool can_list_descendants();

struct Descendants {
    std::size_t running = 0, threads = 0;
    std::size_t memory = 0;  // bytes that they have in memory; files that they map are not counted
};

// All descendants; stops counting after `most`.
Descendants descendants(std::size_t most);

// Kills all descendants, but for children that are spared and theirs, until none is left, and waits for them.
void kill_descendants(const std::function<bool(pid_t)>& spared = {});

// Does so at the end of a block, also if an exception ends it.
class KillAtTheEnd {
  public:
    KillAtTheEnd() = default;
    ~KillAtTheEnd() { kill_descendants(); }
    KillAtTheEnd(const KillAtTheEnd&) = delete;
    KillAtTheEnd& operator=(const KillAtTheEnd&) = delete;
};

}  // namespace grade
