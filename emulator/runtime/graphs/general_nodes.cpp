// cudaGraphAddNode and its like, which take the parameters of any type of node; memory nodes and conditional nodes.
#include <cstring>

#include "emulator/runtime/call.hpp"
#include "emulator/runtime/graphs/entry_points.hpp"
#include "emulator/runtime/graphs/exec_graph.hpp"
#include "emulator/runtime/graphs/node_calls.hpp"
#include "emulator/runtime/graphs/node_work.hpp"
#include "emulator/runtime/newer_names.hpp"
#include "emulator/runtime/older/hooks.hpp"
#include "emulator/runtime/pools.hpp"

using namespace simt;
using namespace simt::runtime;

namespace {

// A conditional node with its empty bodies. The program finds their handles through its parameters.
ConditionalWork conditional_work(const Graph& graph, ConditionalParameters& parameters) {
    if (!graph.conditions.contains(parameters.handle))
        fail(cudaErrorInvalidValue,
             "the handle is not one that cudaGraphConditionalHandleCreate gave for this graph");
    const unsigned most = parameters.type == newer::cudaGraphCondTypeWhile ? 1
                          : parameters.type == newer::cudaGraphCondTypeIf  ? 2
                                                                           : ~0u;
    if (parameters.type > newer::cudaGraphCondTypeSwitch || parameters.size == 0 || parameters.size > most)
        fail(cudaErrorInvalidValue, "a conditional node of type {} with {} bodies", parameters.type,
             parameters.size);
    ConditionalWork work;
    work.handle = parameters.handle;
    work.type = parameters.type;
    work.handles = std::make_shared<std::vector<cudaGraph_t>>();
    for (unsigned k = 0; k < parameters.size; ++k) {
        work.bodies.push_back(std::make_shared<Graph>());
        work.bodies.back()->of_a_node = true;
        work.bodies.back()->conditions = graph.conditions;  // for conditional nodes within the body
        work.handles->push_back(work.bodies.back()->handle());
    }
    parameters.phGraph_out = work.handles->data();
    return work;
}

// graph: where the node goes.
Work work_from(const Graph& graph, NodeParameters* parameters) {
    if (!parameters) fail(cudaErrorInvalidValue, "the node's parameters are a null pointer");
    switch (static_cast<int>(parameters->type)) {
        case cudaGraphNodeTypeKernel:
            return kernel_work(&parameters->kernel);
        case cudaGraphNodeTypeMemcpy:
            return box_work(&parameters->memcpy.box);
        case cudaGraphNodeTypeMemset:
            return fill_work(&parameters->memset);
        case cudaGraphNodeTypeHost:
            return host_work(&parameters->host);
        case cudaGraphNodeTypeGraph:
            return child_work(parameters->graph.graph);
        case cudaGraphNodeTypeEmpty:
            return EmptyWork{};
        case cudaGraphNodeTypeWaitEvent:
            return WaitWork{checked(parameters->event)};
        case cudaGraphNodeTypeEventRecord:
            return RecordWork{checked(parameters->event)};
        case cudaGraphNodeTypeMemAlloc:
            return allocate_work(&parameters->alloc);
        case cudaGraphNodeTypeMemFree:
            return FreeWork{parameters->free};
        case newer::cudaGraphNodeTypeConditional:
            return conditional_work(graph, parameters->conditional);
        default:
            fail(cudaErrorNotSupported, "graph nodes of type {} are not supported by the emulator",
                 static_cast<int>(parameters->type));
    }
}

// New parameters for a node of the same type.
void set(Work& work, NodeParameters* parameters) {
    if (parameters && (type_of(work) != parameters->type || parameters->type > cudaGraphNodeTypeEventRecord))
        fail(cudaErrorInvalidValue,
             "the parameters are for another type of node, or this type cannot be changed");
    Work wanted = work_from(Graph(), parameters);
    if (auto* const kernel = std::get_if<KernelWork>(&work))
        replace(*kernel, std::get<KernelWork>(std::move(wanted)));
    else
        work = std::move(wanted);
}

}  // namespace

cudaError_t cuda13_graph_add_node(cudaGraphNode_t* node, cudaGraph_t graph,
                                  const cudaGraphNode_t* dependencies, const EdgeData* edges, size_t count,
                                  NodeParameters* parameters) {
    return call(
        [&] {
            add_node(node, graph, dependencies, edges, count,
                     [&] { return work_from(graph_of(graph), parameters); });
        },
        "cudaGraphAddNode");
}

cudaError_t simt_graph_add_node(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
                                const EdgeData* edges, size_t count, void* parameters) {
    return cuda13_graph_add_node(node, graph, dependencies, edges, count,
                                 static_cast<NodeParameters*>(parameters));
}

cudaError_t cuda13_graph_node_set(cudaGraphNode_t node, NodeParameters* parameters) {
    return call([&] { set(node_of(node).work, parameters); }, "cudaGraphNodeSetParams");
}

cudaError_t cuda13_exec_node_set(cudaGraphExec_t exec, cudaGraphNode_t node, NodeParameters* parameters) {
    return call([&] { set(exec_graph_of(exec).step_of(node_of(node)).work, parameters); },
                "cudaGraphExecNodeSetParams");
}

// The handle is the device address of the value, which kernels write with cudaGraphSetConditional.
cudaError_t cuda13_conditional_handle(unsigned long long* handle, cudaGraph_t graph, unsigned value,
                                      unsigned flags) {
    return call(
        [&] {
            if (flags > newer::cudaGraphCondAssignDefault)
                fail(cudaErrorInvalidValue, "unknown flags {:#x}", flags);
            answer(handle, 0);
            Graph& changed = graph_of(graph);
            const auto* const made = context().space.allocate(
                sizeof value, memory::Kind::Variable, "a conditional handle", true, 0, memory::kEveryDevice);
            if (!made) fail(cudaErrorMemoryAllocation, "the host is out of memory");
            std::memcpy(made->host, &value, sizeof value);
            *handle = made->address;
            changed.conditions[made->address] = value;
            changed.starts_anew[made->address] = flags == newer::cudaGraphCondAssignDefault;
        },
        "cudaGraphConditionalHandleCreate");
}

cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                     const cudaGraphNode_t* dependencies, size_t count,
                                     cudaMemAllocNodeParams* parameters) {
    return call([&] {
        add_node(node, graph, dependencies, nullptr, count, [&] { return allocate_work(parameters); });
    });
}

cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node, cudaMemAllocNodeParams* parameters) {
    return call([&] { answer(parameters, work_of<AllocateWork>(node_of(node)).parameters); });
}

cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                    const cudaGraphNode_t* dependencies, size_t count, void* pointer) {
    return call([&] {
        if (!pointer) fail(cudaErrorInvalidValue, "the pointer to free is null");
        add_node(node, graph, dependencies, nullptr, count, [&] { return FreeWork{pointer}; });
    });
}

cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void* pointer) {
    return call([&] { answer(static_cast<void**>(pointer), work_of<FreeWork>(node_of(node)).pointer); });
}

// Graphs hold no freed memory back, so what is reserved is what is used.
cudaError_t cudaDeviceGetGraphMemAttribute(int device, cudaGraphMemAttributeType attribute, void* value) {
    return call([&] {
        check_device(device);
        const bool high =
            attribute == cudaGraphMemAttrUsedMemHigh || attribute == cudaGraphMemAttrReservedMemHigh;
        const auto [used, most] = bytes_of(graph_pool(device));
        answer(static_cast<u64*>(value), high ? most : used);
    });
}

cudaError_t cudaDeviceSetGraphMemAttribute(int device, cudaGraphMemAttributeType attribute, void* value) {
    return call([&] {
        check_device(device);
        const bool high =
            attribute == cudaGraphMemAttrUsedMemHigh || attribute == cudaGraphMemAttrReservedMemHigh;
        if (!high || !value || *static_cast<u64*>(value) != 0)
            fail(cudaErrorInvalidValue, "only the high-water marks can be set, and only to 0");
        restart_high_mark(graph_pool(device));
    });
}

cudaError_t cudaDeviceGraphMemTrim(int device) {
    return call([&] { check_device(device); });
}
