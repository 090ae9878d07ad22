// Memory that belongs to no process cannot be counted as the memory of one.
#pragma once

namespace grade {

enum class Mappings { kPrivate, kShared };

// From now on, this process and its descendants get EPERM for what makes such memory: files that are in memory and have no name,
// segments of System V, rings of io_uring, and memory that is mapped shared, unless they may have it: a GPU's driver cannot do without.
// A shared page stays when its last process forgets where it is. False if the kernel refuses. Safe between fork and exec.
bool forbid_hidden_memory(Mappings allowed);

}  // namespace grade
