// See node_work.hpp.
#include "emulator/runtime/graphs/node_work.hpp"

#include <unordered_map>

#include "emulator/runtime/allocation.hpp"
#include "emulator/runtime/call.hpp"
#include "emulator/runtime/errors.hpp"
#include "emulator/runtime/launches.hpp"

namespace simt::runtime {
namespace {

void check_given(const void* parameters) {
    if (!parameters) fail(cudaErrorInvalidValue, "the node's parameters are a null pointer");
}

// The parameter block in the form of `extra`: {POINTER, block, SIZE, &bytes, END}.
std::vector<u8> block_of(void** extra) {
    const u8* first = nullptr;
    size_t bytes = 0;
    for (std::size_t k = 0; k < 8 && extra[k] != nullptr; k += 2) {
        if (extra[k] == reinterpret_cast<void*>(1)) first = static_cast<const u8*>(extra[k + 1]);
        if (extra[k] == reinterpret_cast<void*>(2)) bytes = *static_cast<const size_t*>(extra[k + 1]);
    }
    return first ? std::vector<u8>(first, first + bytes) : std::vector<u8>();
}

}  // namespace

KernelWork kernel_work(const cudaKernelNodeParams* parameters) {
    check_given(parameters);
    Function& function = context().modules.loaded_function(parameters->func);
    const cudaLaunchConfig_t wanted{
        parameters->gridDim, parameters->blockDim, parameters->sharedMemBytes, nullptr, nullptr, 0};
    std::vector<u8> block;
    std::vector<void*> arguments;
    void** given = parameters->kernelParams;
    if (!given && parameters->extra) {
        block = block_of(parameters->extra);
        block.resize(function.kernel->parameter_bytes());
        for (u32 k = 0; k < function.kernel->parameter_count(); ++k)
            arguments.push_back(block.data() + function.kernel->parameter_offset(k));
        given = arguments.data();
    }
    return {parameters->func, &function, prepared(function, given, wanted)};
}

CopyWork box_work(const cudaMemcpy3DParms* box) {
    check_given(box);
    return {*box};
}

FillWork fill_work(const cudaMemsetParams* rows) {
    check_given(rows);
    if (rows->elementSize != 1 && rows->elementSize != 2 && rows->elementSize != 4)
        fail(cudaErrorInvalidValue, "elements of {} bytes; they may have 1, 2 or 4", rows->elementSize);
    return {*rows};
}

HostWork host_work(const cudaHostNodeParams* parameters) {
    check_given(parameters);
    if (!parameters->fn) fail(cudaErrorInvalidValue, "the host function is null");
    return {parameters->fn, parameters->userData};
}

ChildWork child_work(cudaGraph_t graph) {
    ChildWork work{graph_of(graph).clone()};
    work.graph->of_a_node = true;
    return work;
}

AllocateWork allocate_work(cudaMemAllocNodeParams* parameters) {
    check_given(parameters);
    const int device = parameters->poolProps.location.id;
    check_device(device);
    AllocateWork work;
    for (size_t k = 0; k < parameters->accessDescCount; ++k) {
        check_device(parameters->accessDescs[k].location.id);
        work.devices.insert(parameters->accessDescs[k].location.id);
    }
    parameters->dptr = reserve_graph_memory(parameters->bytesize, device);
    work.parameters = *parameters;
    return work;
}

cudaKernelNodeParams parameters_of(const KernelWork& work) {
    thread_local std::unordered_map<const void*, std::vector<void*>> pointers;  // by the parameter block
    std::vector<void*>& arguments = pointers[work.launch.parameters.data()];
    const exec::Kernel& kernel = *work.function->kernel;
    arguments.clear();
    for (u32 k = 0; k < kernel.parameter_count(); ++k)
        arguments.push_back(const_cast<u8*>(work.launch.parameters.data()) + kernel.parameter_offset(k));
    const Dim3 &grid = work.launch.grid, &block = work.launch.block;
    return {const_cast<void*>(work.named),
            dim3(grid.x, grid.y, grid.z),
            dim3(block.x, block.y, block.z),
            work.launch.dynamic_shared,
            arguments.data(),
            nullptr};
}

void replace(KernelWork& old, KernelWork wanted) {
    if (wanted.function->device != old.function->device)
        fail(cudaErrorInvalidValue,
             "the node's kernel runs on device {}, and device {} is current: nodes keep their device",
             old.function->device, wanted.function->device);
    wanted.attributes = std::move(old.attributes);
    wanted.launch.cooperative = old.launch.cooperative;
    old = std::move(wanted);
}

}  // namespace simt::runtime
