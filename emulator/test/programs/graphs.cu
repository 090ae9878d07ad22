// Graphs, built node by node and captured from streams: what each launch computes, what may change between launches, and
// which calls a capture refuses, as CUDA documents them. Each case prints "name ok", or the line of the first thing that is
// wrong.
#include "emulator/test/programs/graph_captures.cuh"

#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#if CUDART_VERSION >= 13000
namespace {

__global__ void scale(const int* in, int* out, int n, int factor) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] * factor;
}
__global__ void add(const int* left, const int* right, int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = left[i] + right[i];
}
__device__ int table[kSize];

cudaKernelNodeParams kernel_node(void* kernel, void** arguments) {
    cudaKernelNodeParams parameters{};
    parameters.func = kernel;
    parameters.gridDim = kGrid;
    parameters.blockDim = kBlock;
    parameters.kernelParams = arguments;
    return parameters;
}

void count(void* data) { ++*static_cast<int*>(data); }

// a = 5 + i, b = 2a and c = 3a side by side, a = b + c, copied to the host, and a host function at the end.
bool built_node_by_node() {
    Arrays arrays;
    int n = kSize, value = 5, two = 2, three = 3, calls = 0;
    cudaGraph_t graph;
    OK(cudaGraphCreate(&graph, 0));
    cudaGraphNode_t filled, left, right, sum, copied, counted, ordered;
    void* fill_arguments[] = {&arrays.a, &n, &value};
    void* left_arguments[] = {&arrays.a, &arrays.b, &n, &two};
    void* right_arguments[] = {&arrays.a, &arrays.c, &n, &three};
    void* sum_arguments[] = {&arrays.b, &arrays.c, &arrays.a, &n};
    cudaKernelNodeParams node = kernel_node(reinterpret_cast<void*>(fill), fill_arguments);
    OK(cudaGraphAddKernelNode(&filled, graph, nullptr, 0, &node));
    node = kernel_node(reinterpret_cast<void*>(scale), left_arguments);
    OK(cudaGraphAddKernelNode(&left, graph, &filled, 1, &node));
    node = kernel_node(reinterpret_cast<void*>(scale), right_arguments);
    OK(cudaGraphAddKernelNode(&right, graph, &filled, 1, &node));
    const cudaGraphNode_t both[] = {left, right};
    node = kernel_node(reinterpret_cast<void*>(add), sum_arguments);
    OK(cudaGraphAddKernelNode(&sum, graph, both, 2, &node));
    OK(cudaGraphAddMemcpyNode1D(&copied, graph, &sum, 1, arrays.host.data(), arrays.a, kSize * sizeof(int),
                                cudaMemcpyDeviceToHost));
    ordered = copied;  // the new node's handle takes the place of its dependency's
    OK(cudaGraphAddEmptyNode(&ordered, graph, &ordered, 1));
    EXPECT(ordered != copied);
    const cudaHostNodeParams host{count, &calls};
    OK(cudaGraphAddHostNode(&counted, graph, &ordered, 1, &host));
    EXPECT_ERROR(cudaGraphAddEmptyNode(&ordered, graph, nullptr, 1), cudaErrorInvalidValue);

    size_t nodes = 0, edges = 0;
    OK(cudaGraphGetNodes(graph, nullptr, &nodes));
    EXPECT(nodes == 7);
    cudaGraphNode_t roots[3] = {};
    size_t found = 3;
    OK(cudaGraphGetRootNodes(graph, roots, &found));
    EXPECT(found == 1 && roots[0] == filled && roots[1] == nullptr);
    OK(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges));
    EXPECT(edges == 7);
    cudaGraphNodeType type;
    OK(cudaGraphNodeGetType(copied, &type));
    EXPECT(type == cudaGraphNodeTypeMemcpy);
    cudaKernelNodeParams asked{};
    OK(cudaGraphKernelNodeGetParams(right, &asked));
    EXPECT(asked.gridDim.x == kGrid.x && *static_cast<int*>(asked.kernelParams[3]) == 3);

    cudaGraphExec_t exec;
    OK(cudaGraphInstantiate(&exec, graph, 0));
    EXPECT(arrays.host == expected([](int) { return -7; }));
    value = two = three = 1000;  // copied when the nodes were added
    OK(cudaGraphLaunch(exec, nullptr));
    OK(cudaGraphLaunch(exec, nullptr));
    OK(cudaDeviceSynchronize());
    EXPECT(arrays.host == expected([](int i) { return 5 * (5 + i); }));
    EXPECT(calls == 2);
    EXPECT(arrays.read(arrays.b) == expected([](int i) { return 2 * (5 + i); }));
    OK(cudaGraphExecDestroy(exec));
    OK(cudaGraphDestroy(graph));
    EXPECT_ERROR(cudaGraphLaunch(exec, nullptr), cudaErrorInvalidValue);
    EXPECT_ERROR(cudaGraphDestroy(graph), cudaErrorInvalidValue);
    return true;
}

bool edges_and_circles() {
    cudaGraph_t graph, clone;
    OK(cudaGraphCreate(&graph, 0));
    cudaGraphNode_t nodes[3], twin;
    for (cudaGraphNode_t& node : nodes) OK(cudaGraphAddEmptyNode(&node, graph, nullptr, 0));
    OK(cudaGraphAddDependencies(graph, &nodes[0], &nodes[1], nullptr, 1));
    OK(cudaGraphAddDependencies(graph, &nodes[1], &nodes[2], nullptr, 1));
    EXPECT_ERROR(cudaGraphAddDependencies(graph, &nodes[1], &nodes[2], nullptr, 1), cudaErrorInvalidValue);
    OK(cudaGraphClone(&clone, graph));
    OK(cudaGraphNodeFindInClone(&twin, nodes[1], clone));
    cudaGraphNode_t before = nullptr;
    size_t count = 1;
    OK(cudaGraphNodeGetDependencies(twin, &before, nullptr, &count));
    EXPECT(count == 1 && before != nodes[0]);
    OK(cudaGraphNodeGetDependentNodes(nodes[0], &before, nullptr, &count));
    EXPECT(count == 1 && before == nodes[1]);
    OK(cudaGraphAddDependencies(graph, &nodes[2], &nodes[0], nullptr, 1));
    cudaGraphExec_t exec;
    EXPECT(cudaGraphInstantiate(&exec, graph, 0) != cudaSuccess);
    OK(cudaGraphRemoveDependencies(graph, &nodes[2], &nodes[0], nullptr, 1));
    EXPECT_ERROR(cudaGraphRemoveDependencies(graph, &nodes[2], &nodes[0], nullptr, 1), cudaErrorInvalidValue);
    OK(cudaGraphDestroyNode(nodes[1]));
    OK(cudaGraphInstantiate(&exec, graph, 0));
    OK(cudaGraphLaunch(exec, nullptr));
    OK(cudaGraphExecDestroy(exec));
    OK(cudaGraphDestroy(clone));
    OK(cudaGraphDestroy(graph));
    return true;
}

// Two streams captured through events; nothing runs before the launch.
bool captured_from_two_streams() {
    Arrays arrays;
    cudaStream_t first, second;
    cudaEvent_t forked, joined;
    OK(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
    OK(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
    OK(cudaEventCreate(&forked));
    OK(cudaEventCreate(&joined));
    int calls = 0;
    cudaStreamCaptureStatus status;
    OK(cudaStreamIsCapturing(first, &status));
    EXPECT(status == cudaStreamCaptureStatusNone);
    OK(cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal));
    EXPECT_ERROR(cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal), cudaErrorIllegalState);
    cudaGetLastError();
    fill<<<kGrid, kBlock, 0, first>>>(arrays.a, kSize, 7);
    OK(cudaMemsetAsync(arrays.c, 1, kSize * sizeof(int), first));
    OK(cudaEventRecord(forked, first));
    OK(cudaStreamWaitEvent(second, forked, 0));
    OK(cudaStreamIsCapturing(second, &status));
    EXPECT(status == cudaStreamCaptureStatusActive);
    scale<<<kGrid, kBlock, 0, second>>>(arrays.a, arrays.b, kSize, 10);
    OK(cudaLaunchHostFunc(second, count, &calls));
    OK(cudaEventRecord(joined, second));
    OK(cudaMemcpyToSymbolAsync(table, arrays.a, kSize * sizeof(int), 0, cudaMemcpyDeviceToDevice, first));
    OK(cudaStreamWaitEvent(first, joined, 0));
    unsigned long long id = 0;
    cudaGraph_t under_way;
    const cudaGraphNode_t* tips = nullptr;
    size_t count_of_tips = 0;
    OK(cudaStreamGetCaptureInfo(first, &status, &id, &under_way, &tips, nullptr, &count_of_tips));
    EXPECT(status == cudaStreamCaptureStatusActive && count_of_tips == 2 && tips != nullptr);
    add<<<kGrid, kBlock, 0, first>>>(arrays.b, arrays.c, arrays.a, kSize);
    OK(cudaMemcpyAsync(arrays.host.data(), arrays.a, kSize * sizeof(int), cudaMemcpyDeviceToHost, first));
    OK(cudaGetLastError());
    cudaGraph_t graph;
    OK(cudaStreamEndCapture(first, &graph));
    EXPECT(graph == under_way);
    EXPECT(arrays.host[3] == -7 && calls == 0);

    cudaGraphExec_t exec;
    OK(cudaGraphInstantiate(&exec, graph, 0));
    OK(cudaGraphDestroy(graph));
    OK(cudaGraphUpload(exec, first));
    for (int launch = 0; launch < 3; ++launch) OK(cudaGraphLaunch(exec, second));
    OK(cudaStreamSynchronize(second));
    EXPECT(arrays.host == expected([](int i) { return (7 + i) * 10 + 0x01010101; }));
    EXPECT(calls == 3);
    std::vector<int> symbol(kSize);
    OK(cudaMemcpyFromSymbol(symbol.data(), table, kSize * sizeof(int)));
    EXPECT(symbol == expected([](int i) { return 7 + i; }));
    OK(cudaGraphExecDestroy(exec));
    OK(cudaEventRecord(joined, first));
    OK(cudaEventSynchronize(joined));
    OK(cudaStreamDestroy(first));
    OK(cudaStreamDestroy(second));
    return true;
}

cudaGraph_t captured(cudaStream_t stream, Arrays& arrays, int value, int factor, bool more = false) {
    cudaGraph_t graph = nullptr;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    fill<<<kGrid, kBlock, 0, stream>>>(arrays.a, kSize, value);
    scale<<<kGrid, kBlock, 0, stream>>>(arrays.a, arrays.b, kSize, factor);
    if (more) cudaMemsetAsync(arrays.c, 0, 16, stream);
    cudaStreamEndCapture(stream, &graph);
    return graph;
}

// What may change in an executable graph: parameters, whether a node runs, and all at once by another graph.
bool changed_between_launches() {
    Arrays arrays;
    cudaStream_t stream;
    OK(cudaStreamCreate(&stream));
    cudaGraph_t graph = captured(stream, arrays, 1, 2), other = captured(stream, arrays, 100, 3),
                longer = captured(stream, arrays, 1, 2, true);
    cudaGraphNode_t nodes[2];
    size_t count_of_nodes = 2;
    OK(cudaGraphGetNodes(graph, nodes, &count_of_nodes));
    cudaGraphExec_t exec;
    OK(cudaGraphInstantiate(&exec, graph, 0));
    int n = kSize, value = 9;
    void* arguments[] = {&arrays.a, &n, &value};
    const cudaKernelNodeParams node = kernel_node(reinterpret_cast<void*>(fill), arguments);
    OK(cudaGraphExecKernelNodeSetParams(exec, nodes[0], &node));
    OK(cudaGraphLaunch(exec, stream));
    EXPECT(arrays.read(arrays.b) == expected([](int i) { return 2 * (9 + i); }));
    OK(cudaGraphNodeSetEnabled(exec, nodes[0], 0));
    unsigned enabled = 1;
    OK(cudaGraphNodeGetEnabled(exec, nodes[0], &enabled));
    EXPECT(enabled == 0);
    OK(cudaMemset(arrays.a, 0, kSize * sizeof(int)));
    OK(cudaGraphLaunch(exec, stream));
    EXPECT(arrays.read(arrays.b) == expected([](int) { return 0; }));
    OK(cudaGraphNodeSetEnabled(exec, nodes[0], 1));
    cudaGraphExecUpdateResultInfo result{};
    OK(cudaGraphExecUpdate(exec, other, &result));
    EXPECT(result.result == cudaGraphExecUpdateSuccess);
    OK(cudaGraphLaunch(exec, stream));
    EXPECT(arrays.read(arrays.b) == expected([](int i) { return 3 * (100 + i); }));
    EXPECT_ERROR(cudaGraphExecUpdate(exec, longer, &result), cudaErrorGraphExecUpdateFailure);
    EXPECT(result.result == cudaGraphExecUpdateErrorTopologyChanged);
    cudaGetLastError();
    OK(cudaGraphExecDestroy(exec));
    for (cudaGraph_t one : {graph, other, longer}) OK(cudaGraphDestroy(one));
    OK(cudaStreamDestroy(stream));
    return true;
}

// Fills of elements, a 2D copy, a child graph and events.
bool other_nodes() {
    Arrays arrays;
    cudaGraph_t graph, child;
    OK(cudaGraphCreate(&graph, 0));
    OK(cudaGraphCreate(&child, 0));
    cudaGraphNode_t set, copy, recorded, embedded;
    cudaMemsetParams fill_rows{};
    fill_rows.dst = arrays.a;
    fill_rows.value = 0xCAFEBABE;
    fill_rows.elementSize = 4;
    fill_rows.width = 5;
    fill_rows.height = 3;
    fill_rows.pitch = 7 * sizeof(int);
    OK(cudaGraphAddMemsetNode(&set, child, nullptr, 0, &fill_rows));
    cudaMemcpy3DParms box{};
    box.srcPtr = make_cudaPitchedPtr(arrays.a, 7 * sizeof(int), 7, 3);
    box.dstPtr = make_cudaPitchedPtr(arrays.b, 5 * sizeof(int), 5, 3);
    box.extent = make_cudaExtent(5 * sizeof(int), 3, 1);
    box.kind = cudaMemcpyDeviceToDevice;
    OK(cudaGraphAddMemcpyNode(&copy, child, &set, 1, &box));
    OK(cudaGraphAddChildGraphNode(&embedded, graph, nullptr, 0, child));
    OK(cudaGraphDestroy(child));
    cudaEvent_t event;
    OK(cudaEventCreate(&event));
    OK(cudaGraphAddEventRecordNode(&recorded, graph, &embedded, 1, event));
    cudaGraphExec_t exec;
    OK(cudaGraphInstantiateWithFlags(&exec, graph, 0));
    OK(cudaGraphLaunch(exec, nullptr));
    OK(cudaEventSynchronize(event));
    EXPECT(arrays.read(arrays.b) ==
           expected([](int i) { return static_cast<int>(i < 15 ? 0xCAFEBABE : 0xABABABAB); }));
    EXPECT(arrays.read(arrays.a)[5] == static_cast<int>(0xABABABAB));
    const std::string path = "/tmp/graph_of_" + std::to_string(reinterpret_cast<size_t>(&graph)) + ".dot";
    OK(cudaGraphDebugDotPrint(graph, path.c_str(), 0));
    std::string first;
    std::ifstream(path) >> first;
    std::remove(path.c_str());
    EXPECT(first == "digraph");
    OK(cudaGraphExecDestroy(exec));
    OK(cudaGraphDestroy(graph));
    return true;
}

// Memory that a graph allocates and frees itself.
bool memory_nodes() {
    Arrays arrays;
    cudaStream_t stream;
    OK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    int* inner = nullptr;
    OK(cudaMallocAsync(&inner, kSize * sizeof(int), stream));
    fill<<<kGrid, kBlock, 0, stream>>>(inner, kSize, 3);
    scale<<<kGrid, kBlock, 0, stream>>>(inner, arrays.b, kSize, 4);
    OK(cudaFreeAsync(inner, stream));
    cudaGraph_t graph;
    OK(cudaStreamEndCapture(stream, &graph));
    cudaGraphExec_t exec;
    OK(cudaGraphInstantiate(&exec, graph, 0));
    for (int launch = 0; launch < 2; ++launch) OK(cudaGraphLaunch(exec, stream));
    OK(cudaStreamSynchronize(stream));
    EXPECT(arrays.read(arrays.b) == expected([](int i) { return 4 * (3 + i); }));
    OK(cudaGraphExecDestroy(exec));
    OK(cudaGraphDestroy(graph));

    cudaMemAllocNodeParams parameters{};
    parameters.poolProps.allocType = cudaMemAllocationTypePinned;
    parameters.poolProps.location.type = cudaMemLocationTypeDevice;
    parameters.bytesize = 4096;
    cudaGraphNode_t allocated;
    OK(cudaGraphCreate(&graph, 0));
    OK(cudaGraphAddMemAllocNode(&allocated, graph, nullptr, 0, &parameters));
    OK(cudaGraphInstantiate(&exec, graph, 0));
    OK(cudaGraphLaunch(exec, stream));
    OK(cudaStreamSynchronize(stream));
    OK(cudaMemset(parameters.dptr, 1, 4096));
    EXPECT_ERROR(cudaGraphLaunch(exec, stream), cudaErrorInvalidValue);
    unsigned long long used = 0;
    OK(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &used));
    EXPECT(used >= 4096);
    OK(cudaFree(parameters.dptr));
    OK(cudaGraphLaunch(exec, stream));
    OK(cudaFreeAsync(parameters.dptr, stream));
    OK(cudaStreamSynchronize(stream));
    OK(cudaGraphExecDestroy(exec));
    OK(cudaGraphDestroy(graph));
    OK(cudaStreamDestroy(stream));
    cudaGetLastError();
    return true;
}

bool user_objects() {
    int destroyed = 0;
    cudaUserObject_t object;
    OK(cudaUserObjectCreate(&object, &destroyed, count, 1, cudaUserObjectNoDestructorSync));
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    OK(cudaGraphCreate(&graph, 0));
    OK(cudaGraphRetainUserObject(graph, object, 1, cudaGraphUserObjectMove));
    OK(cudaGraphInstantiate(&exec, graph, 0));
    OK(cudaGraphDestroy(graph));
    EXPECT(destroyed == 0);
    OK(cudaGraphExecDestroy(exec));
    OK(cudaDeviceSynchronize());
    EXPECT(destroyed == 1);
    return true;
}

// The two kernels write the same bytes, and no edge orders them. With an edge they are right.
bool branches_without_an_edge(bool with_an_edge) {
    Arrays arrays;
    int n = kSize, one = 1, two = 2;
    cudaGraph_t graph;
    OK(cudaGraphCreate(&graph, 0));
    cudaGraphNode_t first, second;
    void *of_first[] = {&arrays.a, &n, &one}, *of_second[] = {&arrays.a, &n, &two};
    cudaKernelNodeParams node = kernel_node(reinterpret_cast<void*>(fill), of_first);
    OK(cudaGraphAddKernelNode(&first, graph, nullptr, 0, &node));
    node = kernel_node(reinterpret_cast<void*>(fill), of_second);
    OK(cudaGraphAddKernelNode(&second, graph, &first, with_an_edge ? 1 : 0, &node));
    cudaGraphExec_t exec;
    OK(cudaGraphInstantiate(&exec, graph, 0));
    for (int launch = 0; launch < 2; ++launch) OK(cudaGraphLaunch(exec, nullptr));
    OK(cudaDeviceSynchronize());
    return true;
}

}  // namespace

int main(int argc, char** argv) {
    const struct {
        const char* name;
        bool (*run)();
    } cases[] = {
        {"built_node_by_node", built_node_by_node},
        {"edges_and_circles", edges_and_circles},
        {"captured_from_two_streams", captured_from_two_streams},
        {"calls_that_spoil_a_capture", calls_that_spoil_a_capture},
        {"changed_between_launches", changed_between_launches},
        {"other_nodes", other_nodes},
        {"memory_nodes", memory_nodes},
        {"user_objects", user_objects},
    };
    const std::string wanted = argc > 1 ? argv[1] : "";
    if (wanted == "unpromised") return show_unpromised(), 0;
    if (wanted == "unordered" || wanted == "ordered") {
        std::printf("%s %s\n", wanted.c_str(), branches_without_an_edge(wanted == "ordered") ? "ok" : "");
        return 0;
    }
    for (const auto& one : cases) std::printf("%s %s\n", one.name, one.run() ? "ok" : "");
    return 0;
}
#else
int main() { std::puts(kNeedsNewer); }
#endif
