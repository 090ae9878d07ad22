// Notices launches, those that are refused included: an answer that tests the limits itself launches nothing.
//
// The emulator counts them. For a GPU launches.cpp defines the launching functions of the CUDA runtime once more
// (next_definition.hpp).
#pragma once

#include <vector_types.h>

#include <cstddef>

namespace grading {

// Launches that the program has asked for, including the harness's own.
std::size_t launches_asked();

// On a GPU, where the answer is a process of its own: its calls count as launches, for nothing is known of them; and a kernel of the answer
// that the harness launches is launched there.
void count_unknown_launch();
using LaunchElsewhere = int(const void* kernel, dim3 grid, dim3 block, void** arguments,
                            std::size_t shared_bytes);  // a cudaError_t; -1: no kernel of the answer
void launch_elsewhere(LaunchElsewhere* function);

}  // namespace grading
