// A graph: nodes that hold work, and the edges that order them. Building a graph runs nothing; exec_graph.hpp runs it.
//
// The program's handles are the addresses of these objects. A handle is looked up before it is used, so a wrong one is an
// error and no crash.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <variant>
#include <vector>

#include "emulator/exec/launch.hpp"
#include "emulator/runtime/entry_points.hpp"
#include "emulator/runtime/layouts.hpp"
#include "emulator/runtime/modules.hpp"

namespace simt::runtime {

class Graph;
class UserObject;

// A kernel with its launch. The arguments are copied: `launch` holds the parameter block.
struct KernelWork {
    const void* named = nullptr;  // as the program named the kernel
    Function* function = nullptr;
    exec::LaunchConfig launch = {};
    std::map<cudaLaunchAttributeID, cudaLaunchAttributeValue> attributes = {};
};
struct CopyWork {
    cudaMemcpy3DParms box = {};
};
struct FillWork {
    cudaMemsetParams rows = {};
};
struct HostWork {
    cudaHostFn_t function = nullptr;
    void* data = nullptr;
};
struct ChildWork {
    std::shared_ptr<Graph> graph;
};
struct EmptyWork {};
struct WaitWork {
    cudaEvent_t event = nullptr;
};
struct RecordWork {
    cudaEvent_t event = nullptr;
};
// Memory at an address that is fixed when the node is added. It is allocated each time that the node runs.
struct AllocateWork {
    cudaMemAllocNodeParams parameters = {};
    std::set<int> devices = {};  // that may access it, besides its own
};
struct FreeWork {
    void* pointer = nullptr;
};
// Bodies that run as the value behind the handle says (conditionals.cpp).
struct ConditionalWork {
    u64 handle = 0;
    int type = 0;
    std::vector<std::shared_ptr<Graph>> bodies;
    std::shared_ptr<std::vector<cudaGraph_t>> handles;  // of the bodies, for the program
};
// A call of a library (library_calls.hpp); NVIDIA's are kernels.
struct LibraryWork {
    const char* call = "";
    std::function<void()> run;
};

using Work = std::variant<KernelWork, CopyWork, FillWork, HostWork, ChildWork, EmptyWork, WaitWork,
                          RecordWork, AllocateWork, FreeWork, ConditionalWork, LibraryWork>;

cudaGraphNodeType type_of(const Work& work);

struct Node;

struct Edge {
    Node* from = nullptr;
    EdgeData data = {};
};

struct Node : std::enable_shared_from_this<Node> {
    Node(Graph* graph, Work work);
    ~Node();
    Node(const Node&) = delete;
    Node& operator=(const Node&) = delete;

    cudaGraphNode_t handle() { return reinterpret_cast<cudaGraphNode_t>(this); }

    Graph* graph;  // nullptr after its end
    Work work;
    std::vector<Edge> after;         // the nodes that this one waits for
    const Node* original = nullptr;  // in the graph from which this node's graph was cloned
};

class Graph : public std::enable_shared_from_this<Graph> {
  public:
    Graph();
    ~Graph();
    Graph(const Graph&) = delete;
    Graph& operator=(const Graph&) = delete;

    cudaGraph_t handle() { return reinterpret_cast<cudaGraph_t>(this); }

    // Adds a node behind the given ones of this graph. Throws a Failure for nodes of other graphs and for one that is named
    // twice.
    Node& add(Work work, const std::vector<Edge>& after);
    void remove(Node& node);  // with its edges
    // Throws a Failure if the edge exists already, or is none between two nodes of this graph.
    void connect(Node& from, Node& to, const EdgeData& data);
    void disconnect(Node& from, Node& to);  // throws a Failure if there is no such edge

    // In the order in which they were added.
    const std::vector<std::shared_ptr<Node>>& nodes() const { return nodes_; }
    std::vector<Node*> in_order()
        const;  // each after all that it waits for; throws a Failure if there is a circle
    bool waits_for(const Node& later,
                   const Node& earlier) const;  // through any number of edges, or the same node

    std::shared_ptr<Graph> clone() const;  // child graphs too; the bodies of conditional nodes are not cloned

    std::map<u64, unsigned> conditions;             // the values at launch, by the handle
    std::map<u64, bool> starts_anew;                // whether a launch sets the value
    std::vector<std::shared_ptr<UserObject>> kept;  // once for each reference
    bool of_a_node = false;  // a child graph or a body, which the program does not destroy

  private:
    void check_member(const Node& node) const;
    std::vector<std::shared_ptr<Node>> nodes_;
};

// The object of a program's handle. Throws a Failure if there is none.
Graph& graph_of(cudaGraph_t handle);
Node& node_of(cudaGraphNode_t handle);

// The work of a node that has to be of this kind; throws a Failure if it is not.
template <class Kind>
Kind& work_of(Node& node);
[[noreturn]] void refuse_kind();
template <class Kind>
Kind& work_of(Node& node) {
    if (Kind* const work = std::get_if<Kind>(&node.work)) return *work;
    refuse_kind();
}

// Graphs that the program created and has not destroyed.
cudaGraph_t give_out(std::shared_ptr<Graph> graph);
std::shared_ptr<Graph> take_back(cudaGraph_t handle);  // throws a Failure for a graph of a node

}  // namespace simt::runtime
