// The calls that add a node to a graph, and read and change its parameters.
#include "emulator/runtime/graphs/node_calls.hpp"
#include "emulator/runtime/call.hpp"
#include "emulator/runtime/graphs/node_work.hpp"
#include "emulator/runtime/graphs/run_work.hpp"
#include "emulator/runtime/symbols.hpp"

using namespace simt;
using namespace simt::runtime;

Node& simt::runtime::add_node(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
                              const EdgeData* edges, size_t count, const std::function<Work()>& work) {
    Graph& changed = graph_of(graph);
    if (!dependencies && count != 0) fail(cudaErrorInvalidValue, "the dependencies are a null pointer");
    std::vector<Edge> after;
    for (size_t k = 0; k < count; ++k)
        after.push_back({&node_of(dependencies[k]), edges ? edges[k] : EdgeData{}});
    answer(node, nullptr);  // now: the program may have its dependency there
    Node& added = changed.add(work(), after);
    *node = added.handle();
    return added;
}

namespace {

cudaError_t add(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies, size_t count,
                const std::function<Work()>& work, const char* name = __builtin_FUNCTION()) {
    return call([&] { add_node(node, graph, dependencies, nullptr, count, work); }, name);
}

}  // namespace

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, size_t count,
                                   const cudaKernelNodeParams* parameters) {
    return add(node, graph, dependencies, count, [&] { return kernel_work(parameters); });
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams* parameters) {
    return call([&] { answer(parameters, parameters_of(work_of<KernelWork>(node_of(node)))); });
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams* parameters) {
    return call([&] { replace(work_of<KernelWork>(node_of(node)), kernel_work(parameters)); });
}

cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t node, cudaKernelNodeAttrID attribute,
                                            cudaKernelNodeAttrValue* value) {
    return call([&] {
        KernelWork& work = work_of<KernelWork>(node_of(node));
        cudaKernelNodeAttrValue found = work.attributes[attribute];  // zeros if it was never set
        if (attribute == cudaLaunchAttributeCooperative) found.cooperative = work.launch.cooperative;
        answer(value, found);
    });
}

// Hints have no effect. A cluster would have one, so it is refused.
cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t node, cudaKernelNodeAttrID attribute,
                                            const cudaKernelNodeAttrValue* value) {
    return call([&] {
        KernelWork& work = work_of<KernelWork>(node_of(node));
        if (!value) fail(cudaErrorInvalidValue, "the pointer to the value is null");
        if (attribute == cudaLaunchAttributeClusterDimension)
            fail(cudaErrorNotSupported,
                 "clusters of a graph's kernel node are not supported by the emulator");
        if (attribute == cudaLaunchAttributeCooperative) work.launch.cooperative = value->cooperative != 0;
        work.attributes[attribute] = *value;
    });
}

cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t destination, cudaGraphNode_t source) {
    return call([&] {
        KernelWork& to = work_of<KernelWork>(node_of(destination));
        const KernelWork& from = work_of<KernelWork>(node_of(source));
        to.attributes = from.attributes;
        to.launch.cooperative = from.launch.cooperative;
    });
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, size_t count,
                                   const cudaMemcpy3DParms* box) {
    return add(node, graph, dependencies, count, [&] { return box_work(box); });
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph,
                                     const cudaGraphNode_t* dependencies, size_t count, void* destination,
                                     const void* source, size_t bytes, cudaMemcpyKind kind) {
    return add(node, graph, dependencies, count,
               [&] { return copy_work(rows(destination, bytes), rows(source, bytes), kind); });
}

cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t* node, cudaGraph_t graph,
                                           const cudaGraphNode_t* dependencies, size_t count,
                                           const void* symbol, const void* source, size_t bytes,
                                           size_t offset, cudaMemcpyKind kind) {
    return add(node, graph, dependencies, count,
               [&] { return copy_to_symbol(symbol, source, bytes, offset, kind); });
}

cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t* node, cudaGraph_t graph,
                                             const cudaGraphNode_t* dependencies, size_t count,
                                             void* destination, const void* symbol, size_t bytes,
                                             size_t offset, cudaMemcpyKind kind) {
    return add(node, graph, dependencies, count,
               [&] { return copy_from_symbol(destination, symbol, bytes, offset, kind); });
}

cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, cudaMemcpy3DParms* box) {
    return call([&] { answer(box, work_of<CopyWork>(node_of(node)).box); });
}

cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const cudaMemcpy3DParms* box) {
    return call([&] { work_of<CopyWork>(node_of(node)) = box_work(box); });
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* destination, const void* source,
                                           size_t bytes, cudaMemcpyKind kind) {
    return call([&] {
        work_of<CopyWork>(node_of(node)) = copy_work(rows(destination, bytes), rows(source, bytes), kind);
    });
}

cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const void* symbol, const void* source,
                                                 size_t bytes, size_t offset, cudaMemcpyKind kind) {
    return call(
        [&] { work_of<CopyWork>(node_of(node)) = copy_to_symbol(symbol, source, bytes, offset, kind); });
}

cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void* destination,
                                                   const void* symbol, size_t bytes, size_t offset,
                                                   cudaMemcpyKind kind) {
    return call([&] {
        work_of<CopyWork>(node_of(node)) = copy_from_symbol(destination, symbol, bytes, offset, kind);
    });
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, size_t count,
                                   const cudaMemsetParams* parameters) {
    return add(node, graph, dependencies, count, [&] { return fill_work(parameters); });
}

cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, cudaMemsetParams* parameters) {
    return call([&] { answer(parameters, work_of<FillWork>(node_of(node)).rows); });
}

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams* parameters) {
    return call([&] { work_of<FillWork>(node_of(node)) = fill_work(parameters); });
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                 const cudaGraphNode_t* dependencies, size_t count,
                                 const cudaHostNodeParams* parameters) {
    return add(node, graph, dependencies, count, [&] { return host_work(parameters); });
}

cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, cudaHostNodeParams* parameters) {
    return call([&] {
        const HostWork& work = work_of<HostWork>(node_of(node));
        answer(parameters, {work.function, work.data});
    });
}

cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams* parameters) {
    return call([&] { work_of<HostWork>(node_of(node)) = host_work(parameters); });
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                       const cudaGraphNode_t* dependencies, size_t count, cudaGraph_t child) {
    return add(node, graph, dependencies, count, [&] { return child_work(child); });
}

cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t* graph) {
    return call([&] { answer(graph, work_of<ChildWork>(node_of(node)).graph->handle()); });
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                  const cudaGraphNode_t* dependencies, size_t count) {
    return add(node, graph, dependencies, count, [] { return EmptyWork{}; });
}

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                        const cudaGraphNode_t* dependencies, size_t count,
                                        cudaEvent_t event) {
    return add(node, graph, dependencies, count, [&] { return RecordWork{checked(event)}; });
}

cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event) {
    return call([&] { answer(event, work_of<RecordWork>(node_of(node)).event); });
}

cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
    return call([&] { work_of<RecordWork>(node_of(node)).event = checked(event); });
}

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                      const cudaGraphNode_t* dependencies, size_t count, cudaEvent_t event) {
    return add(node, graph, dependencies, count, [&] { return WaitWork{checked(event)}; });
}

cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event) {
    return call([&] { answer(event, work_of<WaitWork>(node_of(node)).event); });
}

cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
    return call([&] { work_of<WaitWork>(node_of(node)).event = checked(event); });
}
