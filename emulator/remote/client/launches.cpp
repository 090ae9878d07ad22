// Launches: the arguments are copied into the message, as many bytes as the server says that the kernel's parameters have.
#include <map>
#include <mutex>
#include <optional>

#include "emulator/remote/client/refused.hpp"
#include "emulator/remote/client/registry.hpp"

namespace simt::remote {
namespace {

// The sizes of a kernel's parameters; none if it cannot be loaded, which the launch itself reports.
std::vector<u32> parameter_sizes(u64 kernel) {
    static std::mutex mutex;
    static auto* const known = new std::map<u64, std::vector<u32>>;
    const std::lock_guard lock(mutex);
    if (const auto found = known->find(kernel); found != known->end()) return found->second;
    Writer body;
    body.put(kernel);
    const Answer answer = ask(Call::Parameters, body);
    if (answer.error != cudaSuccess) return {};
    std::vector<u32> sizes(answer.bytes.size() / sizeof(u32));
    for (Reader in(answer.bytes); u32 & size : sizes) size = in.get<u32>();
    return (*known)[kernel] = sizes;
}

cudaError_t launch(const void* function, void** arguments, const cudaLaunchConfig_t& config,
                   bool cooperative) {
    Writer body;
    const u64 kernel = kernel_number(function);
    body.put(kernel);
    body.put(config.gridDim);
    body.put(config.blockDim);
    body.put<u64>(config.dynamicSmemBytes);
    body.put(reinterpret_cast<u64>(config.stream));
    body.put<u8>(cooperative);
    body.put<u32>(config.numAttrs);
    for (unsigned k = 0; k < config.numAttrs; ++k) body.put(config.attrs[k]);
    const std::vector<u32> sizes = parameter_sizes(kernel);
    std::size_t given = 0;  // the server refuses a null pointer in the emulator's words
    while (given < sizes.size() && arguments && arguments[given]) ++given;
    body.put<u32>(static_cast<u32>(given));
    for (std::size_t k = 0; k < given; ++k) body.put_bytes(arguments[k], sizes[k]);
    return ask(Call::Launch, body).error;
}

// kernel<<<a, b>>>(f()) may launch inside f, so configurations nest.
struct Configuration {
    dim3 grid, block;
    size_t shared;
    CUstream_st* stream;
};
thread_local std::vector<Configuration> configurations;

}  // namespace
}  // namespace simt::remote

using namespace simt::remote;

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, CUstream_st* stream) {
    configurations.push_back({grid, block, shared, stream});
    return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* shared, void* stream) {
    if (configurations.empty()) return cudaErrorMissingConfiguration;
    const Configuration& top = configurations.back();
    *grid = top.grid;
    *block = top.block;
    *shared = top.shared;
    *static_cast<cudaStream_t*>(stream) = top.stream;
    configurations.pop_back();
    return cudaSuccess;
}

cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments, size_t shared,
                               cudaStream_t stream) {
    return launch(kernel, arguments, {grid, block, shared, stream, nullptr, 0}, false);
}
SIMT_ALSO_AS(__cudaLaunchKernel, __cudaLaunchKernel_ptsz);

cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments, size_t shared,
                             cudaStream_t stream) {
    return launch(function, arguments, {grid, block, shared, stream, nullptr, 0}, false);
}
SIMT_ALSO_AS(cudaLaunchKernel, cudaLaunchKernel_ptsz);

cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                                        size_t shared, cudaStream_t stream) {
    return launch(function, arguments, {grid, block, shared, stream, nullptr, 0}, true);
}
SIMT_ALSO_AS(cudaLaunchCooperativeKernel, cudaLaunchCooperativeKernel_ptsz);

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* function, void** arguments) {
    if (!config) return refuse("cudaLaunchKernelExC", "the launch configuration is a null pointer");
    return launch(function, arguments, *config, false);
}
SIMT_ALSO_AS(cudaLaunchKernelExC, cudaLaunchKernelExC_ptsz);

SIMT_REFUSED(cudaOccupancyMaxActiveClusters, "choose the size of clusters yourself")
SIMT_REFUSED(cudaOccupancyMaxPotentialClusterSize, "choose the size of clusters yourself")
