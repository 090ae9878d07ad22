// Calls that CUDA 11 and CUDA 12 share and that CUDA 13 changed or dropped.
#include "emulator/runtime/layouts.hpp"
#include "emulator/runtime/newer_names.hpp"
#include "emulator/runtime/older/hooks.hpp"

using namespace simt::runtime;

namespace {

cudaMemLocation location_of(int device) {
    const auto type = device == cudaCpuDeviceId ? newer::cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
    return {type, device};
}

}  // namespace

SIMT_OLDER(cudaGetDeviceProperties, cudaDeviceProp* properties, int device) {
    return simt_device_properties_12(properties, kProperties11, device);
}

SIMT_OLDER(cudaPointerGetAttributes, cudaPointerAttributes* attributes, const void* pointer) {
    return simt_pointer_attributes(attributes, kPointerAttributes12, pointer);
}

SIMT_OLDER(cudaMemAdvise, const void* pointer, size_t bytes, cudaMemoryAdvise advice, int device) {
    return simt_mem_advise(pointer, bytes, advice, location_of(device));
}

SIMT_OLDER(cudaMemPrefetchAsync, const void* pointer, size_t bytes, int device, cudaStream_t stream) {
    return simt_mem_prefetch(pointer, bytes, location_of(device), 0, stream);
}
SIMT_OLDER_PTSZ(cudaMemPrefetchAsync);

SIMT_OLDER(cudaGetTextureObjectResourceDesc, cudaResourceDesc* resource, cudaTextureObject_t object) {
    return simt_texture_resource(resource, kResourceDescription12, object);
}

SIMT_OLDER(cudaGetSurfaceObjectResourceDesc, cudaResourceDesc* resource, cudaSurfaceObject_t object) {
    return simt_surface_resource(resource, kResourceDescription12, object);
}

SIMT_OLDER(cudaThreadSynchronize) { return cudaDeviceSynchronize(); }
SIMT_OLDER(cudaThreadExit) { return cudaDeviceReset(); }
SIMT_OLDER(cudaThreadSetLimit, cudaLimit limit, size_t value) { return cudaDeviceSetLimit(limit, value); }
SIMT_OLDER(cudaThreadGetLimit, size_t* value, cudaLimit limit) { return cudaDeviceGetLimit(value, limit); }
SIMT_OLDER(cudaThreadSetCacheConfig, cudaFuncCache config) { return cudaDeviceSetCacheConfig(config); }
SIMT_OLDER(cudaThreadGetCacheConfig, cudaFuncCache* config) { return cudaDeviceGetCacheConfig(config); }

// Graphs: CUDA 13's calls take the data of edges, too.
SIMT_OLDER(cudaStreamGetCaptureInfo, cudaStream_t stream, cudaStreamCaptureStatus* status,
           unsigned long long* id) {
    return simt_capture_info(stream, status, id, nullptr, nullptr, nullptr, nullptr);
}
SIMT_OLDER_PTSZ(cudaStreamGetCaptureInfo);

SIMT_OLDER(cudaStreamGetCaptureInfo_v2, cudaStream_t stream, cudaStreamCaptureStatus* status,
           unsigned long long* id, cudaGraph_t* graph, const cudaGraphNode_t** nodes, size_t* count) {
    return simt_capture_info(stream, status, id, graph, nodes, nullptr, count);
}
SIMT_OLDER_PTSZ(cudaStreamGetCaptureInfo_v2);

SIMT_OLDER(cudaStreamUpdateCaptureDependencies, cudaStream_t stream, cudaGraphNode_t* nodes, size_t count,
           unsigned flags) {
    return simt_update_capture(stream, nodes, nullptr, count, flags);
}
SIMT_OLDER_PTSZ(cudaStreamUpdateCaptureDependencies);

SIMT_OLDER(cudaGraphAddNode, cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
           size_t count, void* parameters) {
    return simt_graph_add_node(node, graph, dependencies, nullptr, count, parameters);
}

SIMT_OLDER(cudaGraphAddDependencies, cudaGraph_t graph, const cudaGraphNode_t* from,
           const cudaGraphNode_t* to, size_t count) {
    return simt_add_dependencies(graph, from, to, nullptr, count);
}

SIMT_OLDER(cudaGraphRemoveDependencies, cudaGraph_t graph, const cudaGraphNode_t* from,
           const cudaGraphNode_t* to, size_t count) {
    return simt_remove_dependencies(graph, from, to, nullptr, count);
}

SIMT_OLDER(cudaGraphGetEdges, cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to, size_t* count) {
    return simt_graph_edges(graph, from, to, nullptr, count);
}

SIMT_OLDER(cudaGraphNodeGetDependencies, cudaGraphNode_t node, cudaGraphNode_t* nodes, size_t* count) {
    return simt_node_dependencies(node, nodes, nullptr, count);
}

SIMT_OLDER(cudaGraphNodeGetDependentNodes, cudaGraphNode_t node, cudaGraphNode_t* nodes, size_t* count) {
    return simt_node_dependents(node, nodes, nullptr, count);
}

SIMT_UNSUPPORTED(cudaLaunchCooperativeKernelMultiDevice)
SIMT_UNSUPPORTED(cudaSetDoubleForDevice)
SIMT_UNSUPPORTED(cudaSetDoubleForHost)
SIMT_UNSUPPORTED_TWICE(cudaSignalExternalSemaphoresAsync_v2, ptsz)
SIMT_UNSUPPORTED_TWICE(cudaWaitExternalSemaphoresAsync_v2, ptsz)
