// What the calls that add nodes share.
#pragma once

#include <functional>

#include "emulator/runtime/context.hpp"
#include "emulator/runtime/graphs/graph.hpp"

namespace simt::runtime {

// Adds a node and answers with its handle. edges: nullptr, or the data of each dependency. Throws a Failure if it cannot.
Node& add_node(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
               const EdgeData* edges, size_t count, const std::function<Work()>& work);

// The event; throws a Failure if it does not exist.
inline cudaEvent_t checked(cudaEvent_t event) {
    context().streams.event(event);
    return event;
}

}  // namespace simt::runtime
