// See graph.hpp.
#include "emulator/runtime/graphs/graph.hpp"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "emulator/runtime/errors.hpp"
#include "emulator/runtime/newer_names.hpp"

namespace simt::runtime {
namespace {

// All live objects by their addresses. Never destroyed, like the context.
struct Known {
    std::unordered_set<const void*> graphs, nodes;
    std::unordered_map<const void*, std::shared_ptr<Graph>> given_out;
};
Known& live_objects() {
    static Known* const instance = new Known;
    return *instance;
}

}  // namespace

cudaGraphNodeType type_of(const Work& work) {
    constexpr cudaGraphNodeType kTypes[] = {cudaGraphNodeTypeKernel,
                                            cudaGraphNodeTypeMemcpy,
                                            cudaGraphNodeTypeMemset,
                                            cudaGraphNodeTypeHost,
                                            cudaGraphNodeTypeGraph,
                                            cudaGraphNodeTypeEmpty,
                                            cudaGraphNodeTypeWaitEvent,
                                            cudaGraphNodeTypeEventRecord,
                                            cudaGraphNodeTypeMemAlloc,
                                            cudaGraphNodeTypeMemFree,
                                            newer::cudaGraphNodeTypeConditional,
                                            cudaGraphNodeTypeKernel};
    static_assert(std::size(kTypes) == std::variant_size_v<Work>);
    return kTypes[work.index()];
}

Node::Node(Graph* in, Work does) : graph(in), work(std::move(does)) { live_objects().nodes.insert(this); }
Node::~Node() { live_objects().nodes.erase(this); }

Graph::Graph() { live_objects().graphs.insert(this); }
Graph::~Graph() {
    for (const auto& node : nodes_) node->graph = nullptr;  // an executable graph may keep it
    live_objects().graphs.erase(this);
}

void Graph::check_member(const Node& node) const {
    if (node.graph != this) fail(cudaErrorInvalidValue, "a node belongs to another graph");
}

Node& Graph::add(Work work, const std::vector<Edge>& after) {
    std::set<const Node*> seen;
    for (const Edge& edge : after) {
        check_member(*edge.from);
        if (!seen.insert(edge.from).second)
            fail(cudaErrorInvalidValue, "the new node is to wait for the same node twice");
    }
    nodes_.push_back(std::make_shared<Node>(this, std::move(work)));
    nodes_.back()->after = after;
    return *nodes_.back();
}

void Graph::remove(Node& node) {
    for (const auto& other : nodes_)
        std::erase_if(other->after, [&](const Edge& edge) { return edge.from == &node; });
    node.graph = nullptr;
    std::erase_if(nodes_, [&](const auto& other) { return other.get() == &node; });
}

void Graph::connect(Node& from, Node& to, const EdgeData& data) {
    check_member(from);
    check_member(to);
    if (&from == &to) fail(cudaErrorInvalidValue, "a node cannot wait for itself");
    if (std::ranges::count(to.after, &from, &Edge::from) != 0)
        fail(cudaErrorInvalidValue, "one of the dependencies exists already");
    to.after.push_back({&from, data});
}

void Graph::disconnect(Node& from, Node& to) {
    check_member(from);
    check_member(to);
    if (std::erase_if(to.after, [&](const Edge& edge) { return edge.from == &from; }) == 0)
        fail(cudaErrorInvalidValue, "one of the dependencies does not exist");
}

std::vector<Node*> Graph::in_order() const {
    std::vector<Node*> order;
    std::unordered_set<const Node*> done;
    std::vector<Node*> left;
    for (const auto& node : nodes_) left.push_back(node.get());
    while (!left.empty()) {
        const std::size_t before = order.size();
        std::erase_if(left, [&](Node* node) {
            const bool ready =
                std::ranges::all_of(node->after, [&](const Edge& edge) { return done.contains(edge.from); });
            if (ready) {
                order.push_back(node);
                done.insert(node);
            }
            return ready;
        });
        if (order.size() == before)
            fail(cudaErrorInvalidValue,
                 "the graph's dependencies form a circle, so none of its {} last nodes can run", left.size());
    }
    return order;
}

bool Graph::waits_for(const Node& later, const Node& earlier) const {
    std::vector<const Node*> open{&later};
    std::unordered_set<const Node*> seen;
    while (!open.empty()) {
        const Node* const node = open.back();
        open.pop_back();
        if (node == &earlier) return true;
        if (!seen.insert(node).second) continue;
        for (const Edge& edge : node->after) open.push_back(edge.from);
    }
    return false;
}

std::shared_ptr<Graph> Graph::clone() const {
    auto copy = std::make_shared<Graph>();
    copy->kept = kept;
    std::unordered_map<const Node*, Node*> copies;
    for (const auto& node : nodes_) {
        Work work = node->work;
        if (std::holds_alternative<ConditionalWork>(work))
            fail(cudaErrorNotSupported,
                 "a graph with conditional nodes can be neither cloned nor a child graph");
        if (auto* const child = std::get_if<ChildWork>(&work)) {
            child->graph = child->graph->clone();
            child->graph->of_a_node = true;
        }
        Node& made = copy->add(std::move(work), {});
        made.original = node.get();
        copies[node.get()] = &made;
    }
    for (const auto& node : nodes_)
        for (const Edge& edge : node->after)
            copies[node.get()]->after.push_back({copies[edge.from], edge.data});
    return copy;
}

Graph& graph_of(cudaGraph_t handle) {
    if (!live_objects().graphs.contains(handle))
        fail(cudaErrorInvalidValue, "the graph {} does not exist (any more)",
             static_cast<const void*>(handle));
    return *reinterpret_cast<Graph*>(handle);
}

Node& node_of(cudaGraphNode_t handle) {
    if (!live_objects().nodes.contains(handle))
        fail(cudaErrorInvalidValue, "the graph node {} does not exist (any more)",
             static_cast<const void*>(handle));
    return *reinterpret_cast<Node*>(handle);
}

void refuse_kind() { fail(cudaErrorInvalidValue, "the call is for graph nodes of another type"); }

cudaGraph_t give_out(std::shared_ptr<Graph> graph) {
    const cudaGraph_t handle = graph->handle();
    live_objects().given_out[handle] = std::move(graph);
    return handle;
}

std::shared_ptr<Graph> take_back(cudaGraph_t handle) {
    if (graph_of(handle).of_a_node)
        fail(cudaErrorInvalidValue, "the graph belongs to a node, and ends with it");
    std::shared_ptr<Graph> graph = std::move(live_objects().given_out.at(handle));
    live_objects().given_out.erase(handle);
    return graph;
}

}  // namespace simt::runtime
