// An executable graph (cudaGraphExec_t): a copy of a graph's work, made by cudaGraphInstantiate, in an order in which it can
// run.
//
// The nodes run one after the other. For the race checks each has the stamp of a stream that it would need on a GPU: nodes
// that follow each other share a lane, and nodes that nothing orders lie in different lanes.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "emulator/runtime/graphs/graph.hpp"
#include "emulator/runtime/streams.hpp"

namespace simt::runtime {

struct Plan;

struct Step {
    std::shared_ptr<Node> source;  // by which the program names it
    Work work;
    std::vector<u32> after;  // positions of earlier steps
    u32 lane = 0;
    bool enabled = true;
    std::vector<std::unique_ptr<Plan>> bodies = {};  // of a conditional node
};

struct Plan {
    struct Lane {
        u64 stream;     // its id for the stamps; lane 0 of a whole graph uses the stream of the launch
        u64 count = 0;  // of the work in it so far
    };
    std::vector<Step> steps;
    std::vector<Lane> lanes;
};

class ExecGraph : public std::enable_shared_from_this<ExecGraph> {
  public:
    // Throws a Failure for a graph that cannot run: a circle, or a node that may not be in the body of a conditional one.
    ExecGraph(Graph& graph, u64 flags);
    ExecGraph(const ExecGraph&) = delete;
    ExecGraph& operator=(const ExecGraph&) = delete;

    cudaGraphExec_t handle() { return reinterpret_cast<cudaGraphExec_t>(this); }
    u64 flags() const { return flags_; }

    // Issues the work in the stream, behind the graph's earlier launches.
    void launch(cudaStream_t stream);

    // The steps as a graph of their own, for a launch that is captured.
    std::shared_ptr<Graph> as_graph() const;

    // The step of a node; throws a Failure if there is none.
    Step& step_of(const Node& node);

    // Takes over the parameters of a graph with the same nodes and edges. Returns what differs, and at which node; result 0:
    // nothing.
    UpdateResult update(Graph& graph);

  private:
    void prepare() const;
    std::function<void()> work_now(const Step& step, u64 first_count, const StreamClock& before);

    Plan plan_;
    u64 flags_;
    u64 launches_ = 0;
    StreamClock last_;  // the work that comes before its next launch
    std::map<u64, unsigned> conditions_;
    std::vector<std::shared_ptr<UserObject>> kept_;
};

cudaGraphExec_t give_out(std::shared_ptr<ExecGraph> graph);
ExecGraph& exec_graph_of(cudaGraphExec_t handle);  // throws a Failure if it does not exist
void destroy(cudaGraphExec_t handle);              // the same

// A plan for the graph, child graphs unfolded. body: it is the body of a conditional node.
Plan planned(const Graph& graph, bool body);

}  // namespace simt::runtime
