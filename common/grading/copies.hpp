// Notices when an answer copies memory between host and device. An exercise asks for a kernel; an answer that fetches
// the data, works on the CPU and launches a kernel for show also gives right elements, and the counts of its kernel
// do not reveal it.
//
// copies.cpp defines the copying functions of the CUDA runtime once more, and a program's own definitions take
// precedence over those of its libraries. They note the call and pass it on, to NVIDIA's runtime or to the
// emulator's.
#pragma once

#include <cstddef>
#include <string>

namespace grading {

// Copies since the program began, including the harness's own.
std::size_t copies();

// The function that made the latest copy: "cudaMemcpy". Empty if there was none.
std::string latest_copy();

}  // namespace grading
