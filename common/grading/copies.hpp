// Sees when an answer copies memory from the host. An exercise asks for a kernel; an answer that fetches the data, works on the
// CPU and launches a kernel for show gives right elements too, and nothing that is counted of its kernel tells.
//
// The copying functions of the CUDA runtime are defined in copies.cpp once more, and a program's own definitions come before
// those of its libraries: they note the call and pass it on, to NVIDIA's runtime as to the emulator's.
#pragma once

#include <cstddef>
#include <string>

namespace grading {

// Copies since the program began, by whomever.
std::size_t copies();

// The function that made the latest of them: "cudaMemcpy". Empty if there was none.
std::string latest_copy();

}  // namespace grading
