// Calls about graphs that CUDA 11.8's header lacks or that older CUDAs declare differently: our own name in C++, CUDA's
// name in the library (runtime/entry_points.hpp). EdgeData and so on are in runtime/layouts.hpp.
#pragma once

#include "emulator/runtime/entry_points.hpp"
#include "emulator/runtime/layouts.hpp"

#pragma GCC visibility push(default)
extern "C" {

#define SIMT_NAMED(name) __asm__(#name)
using simt::runtime::EdgeData;
using simt::runtime::InstantiateParameters;
using simt::runtime::NodeParameters;
using simt::runtime::UpdateResult;

cudaError_t cuda13_begin_capture_to_graph(cudaStream_t stream, cudaGraph_t graph,
                                          const cudaGraphNode_t* dependencies, const EdgeData* edges,
                                          size_t count, cudaStreamCaptureMode mode)
    SIMT_NAMED(cudaStreamBeginCaptureToGraph);
cudaError_t cuda13_capture_info(cudaStream_t stream, cudaStreamCaptureStatus* status, unsigned long long* id,
                                cudaGraph_t* graph, const cudaGraphNode_t** dependencies,
                                const EdgeData** edges, size_t* count) SIMT_NAMED(cudaStreamGetCaptureInfo);
cudaError_t cuda13_update_capture(cudaStream_t stream, cudaGraphNode_t* nodes, const EdgeData* edges,
                                  size_t count, unsigned flags)
    SIMT_NAMED(cudaStreamUpdateCaptureDependencies);

cudaError_t cuda13_graph_add_node(cudaGraphNode_t* node, cudaGraph_t graph,
                                  const cudaGraphNode_t* dependencies, const EdgeData* edges, size_t count,
                                  NodeParameters* parameters) SIMT_NAMED(cudaGraphAddNode);
cudaError_t cuda13_graph_node_set(cudaGraphNode_t node, NodeParameters* parameters)
    SIMT_NAMED(cudaGraphNodeSetParams);
cudaError_t cuda13_exec_node_set(cudaGraphExec_t exec, cudaGraphNode_t node, NodeParameters* parameters)
    SIMT_NAMED(cudaGraphExecNodeSetParams);
cudaError_t cuda13_conditional_handle(unsigned long long* handle, cudaGraph_t graph, unsigned value,
                                      unsigned flags) SIMT_NAMED(cudaGraphConditionalHandleCreate);

cudaError_t cuda13_graph_edges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to, EdgeData* edges,
                               size_t* count) SIMT_NAMED(cudaGraphGetEdges);
cudaError_t cuda13_node_dependencies(cudaGraphNode_t node, cudaGraphNode_t* nodes, EdgeData* edges,
                                     size_t* count) SIMT_NAMED(cudaGraphNodeGetDependencies);
cudaError_t cuda13_node_dependents(cudaGraphNode_t node, cudaGraphNode_t* nodes, EdgeData* edges,
                                   size_t* count) SIMT_NAMED(cudaGraphNodeGetDependentNodes);
cudaError_t cuda13_add_dependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                    const EdgeData* edges, size_t count) SIMT_NAMED(cudaGraphAddDependencies);
cudaError_t cuda13_remove_dependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                       const cudaGraphNode_t* to, const EdgeData* edges, size_t count)
    SIMT_NAMED(cudaGraphRemoveDependencies);

cudaError_t cuda13_instantiate(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long flags)
    SIMT_NAMED(cudaGraphInstantiate);
cudaError_t cuda13_instantiate_with_params(cudaGraphExec_t* exec, cudaGraph_t graph,
                                           InstantiateParameters* parameters)
    SIMT_NAMED(cudaGraphInstantiateWithParams);
cudaError_t cuda13_exec_flags(cudaGraphExec_t exec, unsigned long long* flags)
    SIMT_NAMED(cudaGraphExecGetFlags);
cudaError_t cuda13_exec_update(cudaGraphExec_t exec, cudaGraph_t graph, UpdateResult* result)
    SIMT_NAMED(cudaGraphExecUpdate);
#undef SIMT_NAMED

}  // extern "C"
#pragma GCC visibility pop
