// The calls about graphs as a whole, their nodes' order and their edges.
#include <algorithm>

#include "emulator/runtime/call.hpp"
#include "emulator/runtime/graphs/entry_points.hpp"
#include "emulator/runtime/graphs/graph.hpp"
#include "emulator/runtime/newer_names.hpp"
#include "emulator/runtime/older/hooks.hpp"

using namespace simt;
using namespace simt::runtime;

namespace {

// Answers with a list as CUDA does: without a place to write to, only how many there are; else as many as fit, the rest
// filled with zeros.
template <class Item>
void answer_list(const std::vector<Item>& found, Item* list, size_t room) {
    if (!list) return;
    for (size_t k = 0; k < room; ++k) list[k] = k < found.size() ? found[k] : Item{};
}

template <class Item>
void answer_list(const std::vector<Item>& found, Item* list, size_t* count) {
    if (!count) fail(cudaErrorInvalidValue, "the pointer to the count is null");
    answer_list(found, list, *count);
    *count = list ? std::min(*count, found.size()) : found.size();
}

struct Edges {
    std::vector<cudaGraphNode_t> from, to;
    std::vector<EdgeData> data;
    void add(Node& first, Node& second, const EdgeData& edge) {
        from.push_back(first.handle());
        to.push_back(second.handle());
        data.push_back(edge);
    }
};

bool is_plain(const EdgeData& edge) { return edge.from_port == 0 && edge.to_port == 0 && edge.type == 0; }

// Without a place for the edges' data, edges that carry some cannot be told.
void answer_edges(const Edges& edges, cudaGraphNode_t* from, cudaGraphNode_t* to, EdgeData* data,
                  size_t* count) {
    if (!count) fail(cudaErrorInvalidValue, "the pointer to the count is null");
    if ((from || to) && !data && !std::ranges::all_of(edges.data, is_plain))
        fail(newer::cudaErrorLossyQuery, "edges carry data, and there is no place for it");
    const size_t room = *count;
    answer_list(edges.from, from, room);
    answer_list(edges.to, to, room);
    answer_list(edges.data, data, room);
    *count = from || to ? std::min(room, edges.from.size()) : edges.from.size();
}

Edges edges_of(const Graph& graph) {
    Edges edges;
    for (const auto& node : graph.nodes())
        for (const Edge& edge : node->after) edges.add(*edge.from, *node, edge.data);
    return edges;
}

// The graph's edges with this node at one end.
Edges edges_at(Node& node, bool as_end) {
    Edges edges;
    if (!node.graph) return edges;
    for (const auto& other : node.graph->nodes())
        for (const Edge& edge : other->after)
            if (as_end ? other.get() == &node : edge.from == &node) edges.add(*edge.from, *other, edge.data);
    return edges;
}

std::vector<cudaGraphNode_t> handles_of(const Graph& graph, bool roots_only) {
    std::vector<cudaGraphNode_t> handles;
    for (const auto& node : graph.nodes())
        if (!roots_only || node->after.empty()) handles.push_back(node->handle());
    return handles;
}

}  // namespace

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned flags) {
    return call([&] {
        if (flags != 0) fail(cudaErrorInvalidValue, "the flags are {:#x} and must be 0", flags);
        answer(graph, nullptr);
        *graph = give_out(std::make_shared<Graph>());
    });
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
    return call([&] { take_back(graph); });
}

cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t original) {
    return call([&] {
        answer(clone, nullptr);
        *clone = give_out(graph_of(original).clone());
    });
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* found, cudaGraphNode_t original, cudaGraph_t clone) {
    return call([&] {
        const Node& wanted = node_of(original);
        for (const auto& node : graph_of(clone).nodes())
            if (node->original == &wanted) return answer(found, node->handle());
        fail(cudaErrorInvalidValue, "the graph has no clone of this node");
    });
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* type) {
    return call([&] { answer(type, type_of(node_of(node).work)); });
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count) {
    return call([&] { answer_list(handles_of(graph_of(graph), false), nodes, count); });
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count) {
    return call([&] { answer_list(handles_of(graph_of(graph), true), nodes, count); });
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node) {
    return call([&] {
        Node& found = node_of(node);
        if (!found.graph) fail(cudaErrorInvalidValue, "the node's graph does not exist any more");
        found.graph->remove(found);
    });
}

cudaError_t cuda13_graph_edges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to, EdgeData* edges,
                               size_t* count) {
    return call([&] { answer_edges(edges_of(graph_of(graph)), from, to, edges, count); },
                "cudaGraphGetEdges");
}
SIMT_NAMED_ALSO_AS(cuda13_graph_edges, cudaGraphGetEdges, simt_graph_edges);

cudaError_t cuda13_node_dependencies(cudaGraphNode_t node, cudaGraphNode_t* nodes, EdgeData* edges,
                                     size_t* count) {
    return call([&] { answer_edges(edges_at(node_of(node), true), nodes, nullptr, edges, count); },
                "cudaGraphNodeGetDependencies");
}
SIMT_NAMED_ALSO_AS(cuda13_node_dependencies, cudaGraphNodeGetDependencies, simt_node_dependencies);

cudaError_t cuda13_node_dependents(cudaGraphNode_t node, cudaGraphNode_t* nodes, EdgeData* edges,
                                   size_t* count) {
    return call([&] { answer_edges(edges_at(node_of(node), false), nullptr, nodes, edges, count); },
                "cudaGraphNodeGetDependentNodes");
}
SIMT_NAMED_ALSO_AS(cuda13_node_dependents, cudaGraphNodeGetDependentNodes, simt_node_dependents);

cudaError_t cuda13_add_dependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                    const EdgeData* edges, size_t count) {
    return call(
        [&] {
            Graph& changed = graph_of(graph);
            for (size_t k = 0; k < count; ++k)
                changed.connect(node_of(from[k]), node_of(to[k]), edges ? edges[k] : EdgeData{});
        },
        "cudaGraphAddDependencies");
}
SIMT_NAMED_ALSO_AS(cuda13_add_dependencies, cudaGraphAddDependencies, simt_add_dependencies);

cudaError_t cuda13_remove_dependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                       const cudaGraphNode_t* to, const EdgeData*, size_t count) {
    return call(
        [&] {
            Graph& changed = graph_of(graph);
            for (size_t k = 0; k < count; ++k) changed.disconnect(node_of(from[k]), node_of(to[k]));
        },
        "cudaGraphRemoveDependencies");
}
SIMT_NAMED_ALSO_AS(cuda13_remove_dependencies, cudaGraphRemoveDependencies, simt_remove_dependencies);
