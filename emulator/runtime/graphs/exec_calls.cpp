// The calls about executable graphs: instantiation, launches, changes of what a launch will do.
#include "emulator/runtime/call.hpp"
#include "emulator/runtime/graphs/capture.hpp"
#include "emulator/runtime/graphs/entry_points.hpp"
#include "emulator/runtime/graphs/exec_graph.hpp"
#include "emulator/runtime/graphs/node_calls.hpp"
#include "emulator/runtime/graphs/node_work.hpp"
#include "emulator/runtime/graphs/run_work.hpp"
#include "emulator/runtime/newer_names.hpp"
#include "emulator/runtime/older/hooks.hpp"
#include "emulator/runtime/symbols.hpp"

using namespace simt;
using namespace simt::runtime;

namespace {

// cudaGraphInstantiateFlag…: free on launch, upload, launch from the device, priorities of nodes.
constexpr u64 kKnownFlags = 1 | 2 | 4 | 8;

void instantiate(cudaGraphExec_t* exec, cudaGraph_t graph, u64 flags) {
    if ((flags & ~kKnownFlags) != 0) fail(cudaErrorInvalidValue, "unknown flags {:#x}", flags);
    answer(exec, nullptr);
    *exec = give_out(std::make_shared<ExecGraph>(graph_of(graph), flags));
}

// The work of a node in the executable graph, which has to be of this kind.
template <class Kind>
Kind& work_in(cudaGraphExec_t exec, cudaGraphNode_t node) {
    if (Kind* const work = std::get_if<Kind>(&exec_graph_of(exec).step_of(node_of(node)).work)) return *work;
    refuse_kind();
}

// Whether a step can be switched off: kernels, copies and fills.
Step& step_with_switch(cudaGraphExec_t exec, cudaGraphNode_t node) {
    Step& step = exec_graph_of(exec).step_of(node_of(node));
    if (type_of(step.work) > cudaGraphNodeTypeMemset)
        fail(cudaErrorInvalidValue, "only kernel, memcpy and memset nodes can be enabled and disabled");
    return step;
}

}  // namespace

cudaError_t cuda13_instantiate(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long flags) {
    return call([&] { instantiate(exec, graph, flags); }, "cudaGraphInstantiate");
}
SIMT_NAMED_ALSO_AS(cuda13_instantiate, cudaGraphInstantiate, simt_instantiate);

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* exec, cudaGraph_t graph,
                                          unsigned long long flags) {
    return call([&] { instantiate(exec, graph, flags); });
}

cudaError_t cuda13_instantiate_with_params(cudaGraphExec_t* exec, cudaGraph_t graph,
                                           InstantiateParameters* parameters) {
    return call(
        [&] {
            if (!parameters) fail(cudaErrorInvalidValue, "the parameters are a null pointer");
            parameters->errNode_out = nullptr;
            parameters->result_out = newer::cudaGraphInstantiateInvalidStructure;
            instantiate(exec, graph, parameters->flags);
            parameters->result_out = newer::cudaGraphInstantiateSuccess;
        },
        "cudaGraphInstantiateWithParams");
}
SIMT_NAMED_ALSO_AS(cuda13_instantiate_with_params, cudaGraphInstantiateWithParams,
                   cudaGraphInstantiateWithParams_ptsz);

cudaError_t cuda13_exec_flags(cudaGraphExec_t exec, unsigned long long* flags) {
    return call([&] { answer(flags, exec_graph_of(exec).flags()); }, "cudaGraphExecGetFlags");
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
    return call([&] { destroy(exec); });
}

// A launch in a stream that is being captured becomes the graph's child node.
cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
    return call([&] {
        ExecGraph& graph = exec_graph_of(exec);
        if (is_capturing(stream))
            capture(stream, ChildWork{graph.as_graph()});
        else
            graph.launch(stream);
    });
}
SIMT_ALSO_AS(cudaGraphLaunch, cudaGraphLaunch_ptsz);

cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream) {
    return call([&] {
        exec_graph_of(exec);
        context().streams.stream(stream);
    });
}
SIMT_ALSO_AS(cudaGraphUpload, cudaGraphUpload_ptsz);

cudaError_t cuda13_exec_update(cudaGraphExec_t exec, cudaGraph_t graph, UpdateResult* result) {
    return call(
        [&] {
            const UpdateResult found = exec_graph_of(exec).update(graph_of(graph));
            if (result) *result = found;
            if (found.result != 0)
                fail(cudaErrorGraphExecUpdateFailure,
                     "the graph differs in its nodes or edges from the one that was instantiated; "
                     "instantiate it "
                     "anew");
        },
        "cudaGraphExecUpdate");
}
SIMT_NAMED_ALSO_AS(cuda13_exec_update, cudaGraphExecUpdate, simt_exec_update);

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned enabled) {
    return call([&] { step_with_switch(exec, node).enabled = enabled != 0; });
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned* enabled) {
    return call([&] { answer(enabled, step_with_switch(exec, node).enabled ? 1 : 0); });
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* parameters) {
    return call([&] { replace(work_in<KernelWork>(exec, node), kernel_work(parameters)); });
}

cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaMemcpy3DParms* box) {
    return call([&] { work_in<CopyWork>(exec, node) = box_work(box); });
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void* destination,
                                               const void* source, size_t bytes, cudaMemcpyKind kind) {
    return call([&] {
        work_in<CopyWork>(exec, node) = copy_work(rows(destination, bytes), rows(source, bytes), kind);
    });
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                     const void* symbol, const void* source, size_t bytes,
                                                     size_t offset, cudaMemcpyKind kind) {
    return call([&] { work_in<CopyWork>(exec, node) = copy_to_symbol(symbol, source, bytes, offset, kind); });
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                       void* destination, const void* symbol, size_t bytes,
                                                       size_t offset, cudaMemcpyKind kind) {
    return call(
        [&] { work_in<CopyWork>(exec, node) = copy_from_symbol(destination, symbol, bytes, offset, kind); });
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaMemsetParams* parameters) {
    return call([&] { work_in<FillWork>(exec, node) = fill_work(parameters); });
}

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                           const cudaHostNodeParams* parameters) {
    return call([&] { work_in<HostWork>(exec, node) = host_work(parameters); });
}

// The child graph's nodes have steps of their own, so each gets the parameters of its counterpart.
cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                 cudaGraph_t child) {
    return call([&] {
        ExecGraph& changed = exec_graph_of(exec);
        const Graph &old = *work_of<ChildWork>(node_of(node)).graph, &wanted = graph_of(child);
        const std::vector<Node*> to = old.in_order(), from = wanted.in_order();
        bool same = to.size() == from.size();
        for (std::size_t k = 0; same && k < to.size(); ++k)
            same = type_of(to[k]->work) == type_of(from[k]->work) &&
                   to[k]->after.size() == from[k]->after.size() &&
                   !std::holds_alternative<ChildWork>(to[k]->work);
        if (!same)
            fail(cudaErrorInvalidValue,
                 "the child graph differs in its nodes or edges from the one that was instantiated, or has "
                 "child "
                 "graphs of its own");
        for (std::size_t k = 0; k < to.size(); ++k) changed.step_of(*to[k]).work = from[k]->work;
    });
}

cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                 cudaEvent_t event) {
    return call([&] { work_in<RecordWork>(exec, node).event = checked(event); });
}

cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node,
                                               cudaEvent_t event) {
    return call([&] { work_in<WaitWork>(exec, node).event = checked(event); });
}
