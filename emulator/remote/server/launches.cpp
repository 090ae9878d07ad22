// Launches of a client's kernels, and the sizes of their parameters.
#include <limits>

#include "emulator/exec/device_module.hpp"
#include "emulator/remote/server/calls.hpp"
#include "emulator/runtime/context.hpp"
#include "emulator/runtime/errors.hpp"

namespace simt::remote {
namespace {

constexpr u32 kMostAttributes = 64;

// The sizes of the parameters; empty if the kernel cannot be loaded. Says nothing: the launch will.
std::vector<u32> sizes_of(const void* kernel) {
    const std::lock_guard lock(runtime::context().mutex);
    std::vector<u32> sizes;
    try {
        const exec::Kernel& found = *runtime::context().modules.loaded_function(kernel).kernel;
        for (u32 k = 0; k < found.parameter_count(); ++k) sizes.push_back(found.parameter_size(k));
    } catch (const runtime::Failure&) {
    }
    return sizes;
}

}  // namespace

int answer_parameters(Session& session, Reader& in, Writer& out) {
    const void* const kernel = session.kernel(in.get<u64>());
    if (!in.finished()) throw Malformed();
    for (const u32 size : sizes_of(kernel)) out.put(size);
    return cudaSuccess;
}

int answer_launch(Session& session, Reader& in) {
    const void* const kernel = session.kernel(in.get<u64>());
    cudaLaunchConfig_t config{};
    config.gridDim = in.get<dim3>();
    config.blockDim = in.get<dim3>();
    config.dynamicSmemBytes = in.get<u64>();
    config.stream = session.stream(in.get<u64>());
    const bool cooperative = in.get<u8>() != 0;
    const u32 attributes = in.get<u32>();
    if (!in.good() || attributes > kMostAttributes) throw Malformed();
    std::vector<cudaLaunchAttribute> list(attributes);
    for (cudaLaunchAttribute& attribute : list) attribute = in.get<cudaLaunchAttribute>();
    config.attrs = list.data();
    config.numAttrs = attributes;
    const u32 given = in.get<u32>();
    const std::vector<u32> sizes = sizes_of(kernel);
    if (!in.good() || given > sizes.size()) throw Malformed();
    std::vector<std::vector<u8>> values;
    std::vector<void*> arguments(sizes.size() + 1);
    for (u32 k = 0; k < given; ++k) {
        const std::span<const u8> bytes = in.get_bytes(sizes[k]);
        values.emplace_back(bytes.begin(), bytes.end());
        arguments[k] = values.back().data();
    }
    if (!in.finished()) throw Malformed();
    if (cooperative)
        return cudaLaunchCooperativeKernel(kernel, config.gridDim, config.blockDim, arguments.data(),
                                           config.dynamicSmemBytes, config.stream);
    if (attributes > 0) return cudaLaunchKernelExC(&config, kernel, arguments.data());
    return cudaLaunchKernel(kernel, config.gridDim, config.blockDim, arguments.data(),
                            config.dynamicSmemBytes, config.stream);
}

}  // namespace simt::remote
