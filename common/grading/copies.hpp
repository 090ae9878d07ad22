// Notices when an answer copies memory between host and device. An exercise asks for a kernel; an answer that fetches
// the data, works on the CPU and launches a kernel for show also gives right elements, and the counts of its kernel
// do not reveal it.
//
// The emulator counts the calls. For a GPU copies.cpp defines the copying functions of the CUDA runtime once more
// (next_definition.hpp); they note the call and pass it on.
#pragma once

#include <cstddef>
#include <string>

namespace grading {

// Copies since the program began, including the harness's own.
std::size_t copies();

// The function that made the latest copy: "cudaMemcpy". Empty if there was none.
std::string latest_copy();

}  // namespace grading
