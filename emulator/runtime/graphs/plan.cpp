// From a graph to the order in which it runs; see exec_graph.hpp.
#include <algorithm>
#include <unordered_map>

#include "emulator/runtime/context.hpp"
#include "emulator/runtime/errors.hpp"
#include "emulator/runtime/graphs/exec_graph.hpp"

namespace simt::runtime {
namespace {

constexpr u32 kNone = ~0u;

class Planner {
  public:
    explicit Planner(bool body) : body_(body) {}

    // Adds the nodes of a graph, which all come after these steps. Returns the steps that come last.
    std::vector<u32> add(const Graph& graph, const std::vector<u32>& entry) {
        std::unordered_map<const Node*, std::vector<u32>> ends;
        std::vector<u32> last;
        for (Node* const node : graph.in_order()) {
            std::vector<u32> after = entry;
            for (const Edge& edge : node->after) {
                const std::vector<u32>& more = ends[edge.from];
                after.insert(after.end(), more.begin(), more.end());
            }
            std::ranges::sort(after);
            after.erase(std::unique(after.begin(), after.end()), after.end());
            if (const auto* const child = std::get_if<ChildWork>(&node->work))
                ends[node] = add(*child->graph, after);
            else
                ends[node] = {add(*node, std::move(after))};
            last.insert(last.end(), ends[node].begin(), ends[node].end());
        }
        return last.empty() ? entry : last;
    }

    Plan plan;

  private:
    u32 add(Node& node, std::vector<u32> after) {
        check(node.work);
        const u32 number = static_cast<u32>(plan.steps.size());
        Step step{node.shared_from_this(), node.work, std::move(after)};
        step.lane = lane_behind(step.after);
        ends_.resize(plan.lanes.size(), kNone);
        ends_[step.lane] = number;
        if (const auto* const condition = std::get_if<ConditionalWork>(&node.work))
            for (const auto& graph : condition->bodies)
                step.bodies.push_back(std::make_unique<Plan>(planned(*graph, true)));
        plan.steps.push_back(std::move(step));
        return number;
    }

    // A lane whose last step is one of these, or else a new lane.
    u32 lane_behind(const std::vector<u32>& after) {
        for (const u32 step : after)
            if (ends_[plan.steps[step].lane] == step) return plan.steps[step].lane;
        plan.lanes.push_back({context().streams.new_stream_id()});
        if (plan.lanes.size() > 1) context().streams.note_branches();
        return static_cast<u32>(plan.lanes.size() - 1);
    }

    void check(const Work& work) const {
        const bool fits =
            std::holds_alternative<KernelWork>(work) || std::holds_alternative<CopyWork>(work) ||
            std::holds_alternative<FillWork>(work) || std::holds_alternative<EmptyWork>(work) ||
            std::holds_alternative<LibraryWork>(work) || std::holds_alternative<ConditionalWork>(work);
        if (body_ && !fits)
            fail(cudaErrorNotSupported,
                 "the body of a conditional node may hold kernels, copies, fills, child graphs, empty and "
                 "conditional nodes");
    }

    bool body_;
    std::vector<u32> ends_;  // the last step of each lane
};

}  // namespace

Plan planned(const Graph& graph, bool body) {
    Planner planner(body);
    planner.add(graph, {});
    return std::move(planner.plan);
}

}  // namespace simt::runtime
