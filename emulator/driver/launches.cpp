// cuLaunchKernel and its kin. The runtime's launch takes the addresses of the arguments, as kernelParams has them; a packed
// buffer (extra) is turned into addresses within it.
#include <vector>

#include "emulator/driver/call.hpp"
#include "emulator/exec/device_module.hpp"

namespace simt::driver {
namespace {

// The buffer that `extra` names: pairs of a key and a value.
struct Buffer {
    char* bytes = nullptr;
    size_t size = 0;
};

Buffer buffer_of(void** extra) {
    Buffer found;
    for (; *extra != CU_LAUNCH_PARAM_END; extra += 2) {
        if (extra[0] == CU_LAUNCH_PARAM_BUFFER_POINTER)
            found.bytes = static_cast<char*>(extra[1]);
        else if (extra[0] == CU_LAUNCH_PARAM_BUFFER_SIZE && extra[1])
            found.size = *static_cast<size_t*>(extra[1]);
        else
            fail(cudaErrorInvalidValue, "extra has the unknown key {}", extra[0]);
    }
    if (!found.bytes) fail(cudaErrorInvalidValue, "extra names no buffer (CU_LAUNCH_PARAM_BUFFER_POINTER)");
    return found;
}

// The addresses of the arguments in the buffer.
std::vector<void*> unpacked(const void* function, void** extra) {
    const exec::Kernel& kernel = *context().modules.loaded_function(function).kernel;
    const Buffer buffer = buffer_of(extra);
    std::vector<void*> arguments;
    for (u32 k = 0; k < kernel.parameter_count(); ++k) {
        const size_t end = size_t{kernel.parameter_offset(k)} + kernel.parameter_size(k);
        if (end > buffer.size)
            fail(cudaErrorInvalidValue,
                 "parameter {} of {} ends at byte {}, and the buffer in extra has {} bytes", k + 1,
                 kernel.demangled(), end, buffer.size);
        arguments.push_back(buffer.bytes + kernel.parameter_offset(k));
    }
    return arguments;
}

CUresult launch(const void* function, void** arguments, void** extra,
                const std::function<cudaError_t(void** arguments)>& run, const char* name) {
    return in_context(
        [&]() -> cudaError_t {
            if (!extra) return run(arguments);
            std::vector<void*> packed;
            const cudaError_t read = call([&] {
                if (arguments)
                    fail(cudaErrorInvalidValue,
                         "give the arguments in kernelParams or in extra, not in both");
                packed = unpacked(function, extra);
            });
            return read == cudaSuccess ? run(packed.data()) : read;
        },
        name);
}

}  // namespace

SIMT_DRIVER(cuLaunchKernel, , CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
            unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared, CUstream stream,
            void** arguments, void** extra) {
    const dim3 grid(grid_x, grid_y, grid_z), block(block_x, block_y, block_z);
    return launch(
        function, arguments, extra,
        [&](void** all) { return cudaLaunchKernel(function, grid, block, all, shared, stream); }, __func__);
}
SIMT_DRIVER_TWIN(cuLaunchKernel, , _ptsz)

SIMT_DRIVER(cuLaunchCooperativeKernel, , CUfunction function, unsigned grid_x, unsigned grid_y,
            unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,
            CUstream stream, void** arguments) {
    const dim3 grid(grid_x, grid_y, grid_z), block(block_x, block_y, block_z);
    return launch(
        function, arguments, nullptr,
        [&](void** all) { return cudaLaunchCooperativeKernel(function, grid, block, all, shared, stream); },
        __func__);
}
SIMT_DRIVER_TWIN(cuLaunchCooperativeKernel, , _ptsz)

// The attributes are laid out and numbered as the runtime's.
SIMT_DRIVER(cuLaunchKernelEx, , const CUlaunchConfig* config, CUfunction function, void** arguments,
            void** extra) {
    return launch(
        function, arguments, extra,
        [&](void** all) {
            if (!config) return refused(cudaErrorInvalidValue, "the launch configuration is a null pointer");
            const cudaLaunchConfig_t same = {dim3(config->gridDimX, config->gridDimY, config->gridDimZ),
                                             dim3(config->blockDimX, config->blockDimY, config->blockDimZ),
                                             config->sharedMemBytes,
                                             config->hStream,
                                             reinterpret_cast<cudaLaunchAttribute*>(config->attrs),
                                             config->numAttrs};
            return cudaLaunchKernelExC(&same, function, all);
        },
        __func__);
}
SIMT_DRIVER_TWIN(cuLaunchKernelEx, , _ptsz)

}  // namespace simt::driver
