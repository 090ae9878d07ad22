// Runs what a graph's node, or a call in a stream, asks for.
#pragma once

#include "emulator/runtime/graphs/graph.hpp"
#include "emulator/runtime/transfer.hpp"

namespace simt::runtime {

// Runs a kernel, copy, fill, allocation, release or library's call now. All other work needs a stream or a graph (exec_graph.cpp) and does
// nothing here.
void run(const Work& work);

// A 1D or 2D copy as the box that a node holds.
CopyWork copy_work(const Rows& to, const Rows& from, cudaMemcpyKind kind);

}  // namespace simt::runtime
