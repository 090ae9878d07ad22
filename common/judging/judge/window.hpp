// The memory that a judge shares with the answer: arrays of the host that are arguments (common/grading/host_array.hpp).
#pragma once

namespace judging {

// Maps the window and hands it to HostArray. Ends the program with a sentence if there is none, or if the answer could still change
// its size: an access would then end the judge.
void map_window();

}  // namespace judging
