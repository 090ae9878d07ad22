// Limits on processes and memory that the kernel holds, for root too: a control group (cgroups(7)) for the processes of a run.
//
// Version 2 is used where its controllers pids and memory can be had in this process's own group or one above it; else version 1,
// in this process's own groups. A group is a folder, make-grade.*, whose maker holds a lock on it: without the lock, the maker is dead.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace grade {

// Where groups are made: with version 2 both folders are the same.
struct GroupFolders {
    int version = 0;  // 0: there are none
    std::string pids, memory;
};

// Folders that may serve, the best first, by the texts of /proc/self/cgroup and /proc/self/mountinfo.
std::vector<GroupFolders> group_folders(const std::string& cgroup, const std::string& mountinfo);

// Those in which this process can make groups.
const GroupFolders& own_group_folders();

// How the processes and the memory of an answer are limited here, in a sentence.
std::string how_limited();

// Removes groups whose makers were killed, with the processes in them.
void remove_left_groups();

// A group for the processes of one run; none if this process can make none. All that is in it is killed at its end.
class ControlGroup {
  public:
    // At most `tasks` processes and threads, which have at most `memory` bytes, files in memory included. Throws std::runtime_error
    // if a group should be there and cannot be made.
    ControlGroup(std::size_t memory, std::size_t tasks);
    ~ControlGroup();
    ControlGroup(const ControlGroup&) = delete;
    ControlGroup& operator=(const ControlGroup&) = delete;

    // Puts this process into the group. False, with errno, if the kernel refuses. Safe between fork and exec.
    bool join() const;

    // What was refused to processes in the group: by its own limits, or because the machine, or a group above, had no more.
    enum class Refused { kNothing, kMemory, kTasks, kMemoryByMachine, kTasksByMachine };
    Refused refused() const;

  private:
    class Folder;
    std::size_t memory_, tasks_;
    std::vector<std::unique_ptr<Folder>> folders_;  // with version 1 a folder for each controller
};

}  // namespace grade
