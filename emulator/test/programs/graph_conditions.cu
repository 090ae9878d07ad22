// Conditional nodes of graphs: bodies that run as kernels say. Each case prints "name ok", or the line of the first thing that is
// wrong.
#include "emulator/test/programs/graph_arrays.cuh"

#if CUDART_VERSION >= 13000
namespace {

__global__ void decide(const int* value, cudaGraphConditionalHandle handle) {
    cudaGraphSetConditional(handle, *value);
}
__global__ void add(int* out, int amount) { *out += amount; }
__global__ void count_down(int* left, cudaGraphConditionalHandle handle) {
    *left -= 1;
    cudaGraphSetConditional(handle, *left > 0);
}

struct Values {
    int* device = nullptr;  // the value that decides, and the result
    Values() { cudaMalloc(&device, 2 * sizeof(int)); }
    ~Values() { cudaFree(device); }
    void set(int value) const {
        const int both[] = {value, 0};
        cudaMemcpy(device, both, sizeof both, cudaMemcpyHostToDevice);
    }
    int result() const {
        int value = -1;
        cudaMemcpy(&value, device + 1, sizeof value, cudaMemcpyDeviceToHost);
        return value;
    }
};

bool add_kernel(cudaGraph_t graph, int* out, int amount) {
    void* arguments[] = {&out, &amount};
    cudaGraphNodeParams parameters{};
    parameters.type = cudaGraphNodeTypeKernel;
    parameters.kernel.func = reinterpret_cast<void*>(add);
    parameters.kernel.gridDim = parameters.kernel.blockDim = dim3(1);
    parameters.kernel.kernelParams = arguments;
    cudaGraphNode_t node;
    OK(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &parameters));
    return true;
}

// A graph in which a kernel decides which of the bodies runs; body k adds 10^k.
bool decided(cudaGraphConditionalNodeType type, unsigned bodies, const Values& values,
             cudaGraphExec_t* exec) {
    cudaGraph_t graph;
    OK(cudaGraphCreate(&graph, 0));
    cudaGraphConditionalHandle handle;
    OK(cudaGraphConditionalHandleCreate(&handle, graph, 0, 0));
    int* value = values.device;
    void* arguments[] = {&value, &handle};
    cudaGraphNodeParams parameters{};
    parameters.type = cudaGraphNodeTypeKernel;
    parameters.kernel.func = reinterpret_cast<void*>(decide);
    parameters.kernel.gridDim = parameters.kernel.blockDim = dim3(1);
    parameters.kernel.kernelParams = arguments;
    cudaGraphNode_t first, second;
    OK(cudaGraphAddNode(&first, graph, nullptr, nullptr, 0, &parameters));
    cudaGraphNodeParams condition{};
    condition.type = cudaGraphNodeTypeConditional;
    condition.conditional.handle = handle;
    condition.conditional.type = type;
    condition.conditional.size = bodies;
    OK(cudaGraphAddNode(&second, graph, &first, nullptr, 1, &condition));
    int amount = 1;
    for (unsigned k = 0; k < bodies; ++k, amount *= 10)
        EXPECT(add_kernel(condition.conditional.phGraph_out[k], values.device + 1, amount));
    OK(cudaGraphInstantiate(exec, graph, 0));
    return true;
}

bool run(cudaGraphExec_t exec, const Values& values, int value, int expected) {
    values.set(value);
    OK(cudaGraphLaunch(exec, nullptr));
    OK(cudaDeviceSynchronize());
    EXPECT(values.result() == expected);
    return true;
}

bool if_and_else() {
    Values values;
    cudaGraphExec_t one, both;
    EXPECT(decided(cudaGraphCondTypeIf, 1, values, &one));
    EXPECT(run(one, values, 1, 1) && run(one, values, 0, 0) && run(one, values, 7, 1));
    EXPECT(decided(cudaGraphCondTypeIf, 2, values, &both));
    EXPECT(run(both, values, 3, 1) && run(both, values, 0, 10));
    return true;
}

bool one_of_several() {
    Values values;
    cudaGraphExec_t exec;
    EXPECT(decided(cudaGraphCondTypeSwitch, 3, values, &exec));
    EXPECT(run(exec, values, 0, 1) && run(exec, values, 1, 10) && run(exec, values, 2, 100));
    EXPECT(run(exec, values, 3, 0));
    return true;
}

// The body is captured; the loop begins anew with each launch.
bool a_loop() {
    Values values;
    cudaGraph_t graph;
    OK(cudaGraphCreate(&graph, 0));
    cudaGraphConditionalHandle handle;
    OK(cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault));
    cudaGraphNodeParams condition{};
    condition.type = cudaGraphNodeTypeConditional;
    condition.conditional.handle = handle;
    condition.conditional.type = cudaGraphCondTypeWhile;
    condition.conditional.size = 1;
    cudaGraphNode_t node;
    OK(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &condition));
    cudaStream_t stream;
    OK(cudaStreamCreate(&stream));
    OK(cudaStreamBeginCaptureToGraph(stream, condition.conditional.phGraph_out[0], nullptr, nullptr, 0,
                                     cudaStreamCaptureModeGlobal));
    add<<<1, 1, 0, stream>>>(values.device + 1, 3);
    count_down<<<1, 1, 0, stream>>>(values.device, handle);
    OK(cudaStreamEndCapture(stream, nullptr));
    cudaGraphExec_t exec;
    OK(cudaGraphInstantiate(&exec, graph, 0));
    EXPECT(run(exec, values, 5, 15) && run(exec, values, 2, 6));
    OK(cudaGraphExecDestroy(exec));
    OK(cudaGraphDestroy(graph));
    OK(cudaStreamDestroy(stream));
    return true;
}

}  // namespace

int main() {
    std::printf("if_and_else %s\n", if_and_else() ? "ok" : "");
    std::printf("one_of_several %s\n", one_of_several() ? "ok" : "");
    std::printf("a_loop %s\n", a_loop() ? "ok" : "");
    return 0;
}
#else
int main() { std::puts(kNeedsNewer); }
#endif
