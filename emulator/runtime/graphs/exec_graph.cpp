// See exec_graph.hpp.
#include "emulator/runtime/graphs/exec_graph.hpp"

#include <algorithm>
#include <cstring>
#include <unordered_map>

#include "emulator/runtime/allocation.hpp"
#include "emulator/runtime/context.hpp"
#include "emulator/runtime/errors.hpp"
#include "emulator/runtime/graphs/run_work.hpp"
#include "emulator/runtime/newer_names.hpp"

namespace simt::runtime {
namespace {

// More than the steps of a conditional body in one launch: the counts of a launch's body lanes begin at a multiple of it.
constexpr u64 kMostStepsOfALaunch = u64{1} << 32;

// Never destroyed, like the context.
std::unordered_map<const void*, std::shared_ptr<ExecGraph>>& executables() {
    static auto* const instance = new std::unordered_map<const void*, std::shared_ptr<ExecGraph>>;
    return *instance;
}

// The stamp of the next step of a lane, after the work in `before`.
Stamp stamp_in(u64 stream, u64 count, StreamClock before, u64 graph) {
    before[stream] = count;
    return {stream, count, std::move(before), graph};
}

unsigned value_of(u64 handle) {
    unsigned value = 0;
    if (const u8* const bytes = context().space.host(handle, sizeof value))
        std::memcpy(&value, bytes, sizeof value);
    return value;
}

void run_now(const Step& step, u64 first_count, StreamClock before);

// Runs the body of a conditional node within that node's work, after the work in `before`. Returns the clock behind it.
StreamClock run_body(Plan& plan, u64 first_count, const StreamClock& before) {
    std::vector<StreamClock> clocks;
    StreamClock end = before;
    for (const Step& step : plan.steps) {
        StreamClock clock = before;
        for (const u32 other : step.after) join(clock, clocks[other]);
        Plan::Lane& lane = plan.lanes[step.lane];
        lane.count = std::max(lane.count, first_count) + 1;
        const Stamp stamp =
            stamp_in(lane.stream, lane.count, std::move(clock), context().streams.current().graph);
        context().streams.set_current(stamp);
        run_now(step, first_count, stamp.before);
        clocks.push_back(stamp.before);
        join(end, clocks.back());
    }
    return end;
}

void run_conditional(const Step& step, const ConditionalWork& work, u64 first_count, StreamClock before) {
    const auto body = [&](std::size_t k) {
        if (k < step.bodies.size()) before = run_body(*step.bodies[k], first_count, before);
    };
    if (work.type == newer::cudaGraphCondTypeIf) return body(value_of(work.handle) != 0 ? 0 : 1);
    if (work.type == newer::cudaGraphCondTypeSwitch) return body(value_of(work.handle));
    while (value_of(work.handle) != 0 && device_error() == cudaSuccess) body(0);
}

void run_now(const Step& step, u64 first_count, StreamClock before) {
    if (!step.enabled || device_error() != cudaSuccess) return;
    if (const auto* const condition = std::get_if<ConditionalWork>(&step.work))
        run_conditional(step, *condition, first_count, std::move(before));
    else
        run(step.work);
}

// The clock behind all that the bodies of a step may do in the launch.
void join_bodies(StreamClock& clock, const Step& step, u64 first_count) {
    for (const auto& body : step.bodies) {
        for (const Plan::Lane& lane : body->lanes)
            join(clock, {{lane.stream, first_count + kMostStepsOfALaunch}});
        for (const Step& inner : body->steps) join_bodies(clock, inner, first_count);
    }
}

Step* find(Plan& plan, const Node& node) {
    for (Step& step : plan.steps) {
        if (step.source.get() == &node) return &step;
        for (const auto& body : step.bodies)
            if (Step* const found = find(*body, node)) return found;
    }
    return nullptr;
}

// Compares two plans; see ExecGraph::update.
UpdateResult difference(const Plan& old, const Plan& wanted) {
    constexpr int kTopologyChanged = 2, kTypeChanged = 3, kParametersChanged = 5;
    if (old.steps.size() != wanted.steps.size()) return {kTopologyChanged, nullptr, nullptr};
    for (std::size_t k = 0; k < old.steps.size(); ++k) {
        const Step &before = old.steps[k], &after = wanted.steps[k];
        const cudaGraphNode_t node = after.source->handle();
        if (type_of(before.work) != type_of(after.work)) return {kTypeChanged, node, nullptr};
        if (before.after != after.after) return {kTopologyChanged, node, nullptr};
        if (const auto* const memory = std::get_if<AllocateWork>(&before.work))
            if (memory->parameters.dptr != std::get<AllocateWork>(after.work).parameters.dptr)
                return {kParametersChanged, node, nullptr};
        if (before.bodies.size() != after.bodies.size()) return {kParametersChanged, node, nullptr};
        for (std::size_t b = 0; b < before.bodies.size(); ++b)
            if (const UpdateResult found = difference(*before.bodies[b], *after.bodies[b]); found.result != 0)
                return found;
    }
    return {};
}

void take_over(Plan& old, Plan& wanted) {
    for (std::size_t k = 0; k < old.steps.size(); ++k) {
        old.steps[k].work = std::move(wanted.steps[k].work);
        for (std::size_t b = 0; b < old.steps[k].bodies.size(); ++b)
            take_over(*old.steps[k].bodies[b], *wanted.steps[k].bodies[b]);
    }
}

}  // namespace

ExecGraph::ExecGraph(Graph& graph, u64 flags)
    : plan_(planned(graph, false)), flags_(flags), kept_(graph.kept) {
    for (const auto& [handle, value] : graph.conditions)
        if (graph.starts_anew.at(handle)) conditions_[handle] = value;
}

Step& ExecGraph::step_of(const Node& node) {
    if (Step* const found = find(plan_, node)) return *found;
    fail(cudaErrorInvalidValue, "the node is not in the graph from which this one was instantiated");
}

std::shared_ptr<Graph> ExecGraph::as_graph() const {
    auto graph = std::make_shared<Graph>();
    graph->of_a_node = true;
    std::vector<Node*> nodes;
    for (const Step& step : plan_.steps) {
        if (std::holds_alternative<ConditionalWork>(step.work))
            fail(cudaErrorNotSupported, "the launch of a graph with conditional nodes cannot be captured");
        std::vector<Edge> after;
        for (const u32 other : step.after) after.push_back({nodes[other], {}});
        nodes.push_back(&graph->add(step.enabled ? step.work : EmptyWork{}, after));
    }
    return graph;
}

UpdateResult ExecGraph::update(Graph& graph) {
    Plan wanted = planned(graph, false);
    const UpdateResult found = difference(plan_, wanted);
    if (found.result == 0) take_over(plan_, wanted);
    return found;
}

// What the step does today, for when its turn comes; later changes of its parameters are for later launches.
std::function<void()> ExecGraph::work_now(const Step& step, u64 first_count, const StreamClock& before) {
    if (!step.enabled) return [] {};
    if (std::holds_alternative<ConditionalWork>(step.work))
        return
            [self = shared_from_this(), &step, first_count, before] { run_now(step, first_count, before); };
    return [work = step.work] {
        if (device_error() == cudaSuccess) run(work);
    };
}

// Frees memory that an earlier launch allocated and nobody freed, or refuses it, and sets the conditions' first values.
void ExecGraph::prepare() const {
    for (const auto& [condition, value] : conditions_)
        std::memcpy(context().space.host(condition, sizeof value), &value, sizeof value);
    for (const Step& step : plan_.steps) {
        const auto* const work = std::get_if<AllocateWork>(&step.work);
        if (!work || !context().space.find(reinterpret_cast<u64>(work->parameters.dptr))) continue;
        if ((flags_ & cudaGraphInstantiateFlagAutoFreeOnLaunch) == 0)
            fail(cudaErrorInvalidValue,
                 "memory that the graph allocated in its last launch, at {}, has not been freed: free it "
                 "first, or "
                 "instantiate with cudaGraphInstantiateFlagAutoFreeOnLaunch",
                 work->parameters.dptr);
        release_device(work->parameters.dptr);
    }
}

void ExecGraph::launch(cudaStream_t handle) {
    Streams& streams = context().streams;
    Stream& in = streams.stream(handle);
    StreamClock begin = streams.begin_graph(in);
    join(begin, last_);
    const u64 first_count = kMostStepsOfALaunch * launches_++;
    const u64 number = streams.new_stream_id();  // of this launch
    u64 in_stream = begin[in.id];                // lane 0's count
    const auto self = shared_from_this();        // the program may destroy it before postponed work runs
    streams.enqueue_node(in, {in.id, in_stream, begin}, [self] { self->prepare(); });
    std::vector<StreamClock> clocks;
    StreamClock end = begin;
    for (const Step& step : plan_.steps) {
        StreamClock before = begin;
        for (const u32 other : step.after) join(before, clocks[other]);
        Plan::Lane& lane = plan_.lanes[step.lane];
        const Stamp stamp = step.lane == 0 ? stamp_in(in.id, ++in_stream, std::move(before), number)
                                           : stamp_in(lane.stream, ++lane.count, std::move(before), number);
        clocks.push_back(stamp.before);
        if (const auto* const host = std::get_if<HostWork>(&step.work)) {
            if (step.enabled)
                streams.enqueue_host_node(in, stamp.before, [work = *host] { work.function(work.data); });
        } else if (const auto* const record = std::get_if<RecordWork>(&step.work)) {
            streams.record_node(in, stamp.before, record->event);
        } else if (const auto* const wait = std::get_if<WaitWork>(&step.work)) {
            join(clocks.back(), streams.event(wait->event)->clock);
            streams.wait_for_event(handle, wait->event);
        } else {
            streams.enqueue_node(in, stamp, work_now(step, first_count, stamp.before));
        }
        join_bodies(clocks.back(), step, first_count);
        join(end, clocks.back());
    }
    last_ = end;
    streams.end_graph(in, end);
}

cudaGraphExec_t give_out(std::shared_ptr<ExecGraph> graph) {
    const cudaGraphExec_t handle = graph->handle();
    executables()[handle] = std::move(graph);
    return handle;
}

ExecGraph& exec_graph_of(cudaGraphExec_t handle) {
    const auto found = executables().find(handle);
    if (found == executables().end())
        fail(cudaErrorInvalidValue, "the executable graph {} does not exist (any more)",
             static_cast<const void*>(handle));
    return *found->second;
}

void destroy(cudaGraphExec_t handle) {
    exec_graph_of(handle);
    executables().erase(handle);
}

}  // namespace simt::runtime
