// __device__ and __constant__ variables seen from the host: address, size, and copies in both directions. The program
// names a variable by the address of its shadow in host memory.
#include "emulator/error.hpp"
#include "emulator/runtime/call.hpp"
#include "emulator/runtime/transfer.hpp"

using namespace simt;
using namespace simt::runtime;

namespace {

// Calls use(allocation) for the symbol's variable.
template <class Use>
cudaError_t with_symbol(Context& context, const void* symbol, Use&& use) {
    const memory::Allocation* allocation = nullptr;
    try {
        allocation = context.modules.variable(symbol, context.space);
    } catch (const Error& error) {
        return refuse(cudaErrorInvalidSymbol, "{}", error.what());
    }
    if (!allocation)
        return refuse(cudaErrorInvalidSymbol,
                      "{} is not a __device__ or __constant__ variable of this program; pass the variable "
                      "itself, not its "
                      "address or its name",
                      symbol);
    return use(*allocation);
}

cudaError_t check_range(const memory::Allocation& allocation, size_t bytes, size_t offset) {
    if (offset <= allocation.size && bytes <= allocation.size - offset) return cudaSuccess;
    return refuse(cudaErrorInvalidValue, "{} bytes from byte {} on do not lie within the {} bytes of {}",
                  bytes, offset, allocation.size, allocation.label);
}

cudaError_t copy_to(Context& context, const void* symbol, const void* source, size_t bytes, size_t offset,
                    cudaMemcpyKind kind) {
    return with_symbol(context, symbol, [&](const memory::Allocation& variable) -> cudaError_t {
        if (kind != cudaMemcpyHostToDevice && kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault)
            return refuse(cudaErrorInvalidMemcpyDirection,
                          "a copy to a symbol goes to the device, not from it");
        if (const cudaError_t error = check_range(variable, bytes, offset); error != cudaSuccess)
            return error;
        return copy(context, reinterpret_cast<void*>(variable.address + offset), source, bytes, kind);
    });
}

cudaError_t copy_from(Context& context, void* destination, const void* symbol, size_t bytes, size_t offset,
                      cudaMemcpyKind kind) {
    return with_symbol(context, symbol, [&](const memory::Allocation& variable) -> cudaError_t {
        if (kind != cudaMemcpyDeviceToHost && kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault)
            return refuse(cudaErrorInvalidMemcpyDirection,
                          "a copy from a symbol comes from the device, not from the host");
        if (const cudaError_t error = check_range(variable, bytes, offset); error != cudaSuccess)
            return error;
        return copy(context, destination, reinterpret_cast<const void*>(variable.address + offset), bytes,
                    kind);
    });
}

}  // namespace

cudaError_t cudaGetSymbolAddress(void** pointer, const void* symbol) {
    return call("cudaGetSymbolAddress", [&](Context& context) {
        return with_symbol(context, symbol, [&](const memory::Allocation& variable) -> cudaError_t {
            if (!pointer) return refuse(cudaErrorInvalidValue, "the pointer to write the address to is null");
            *pointer = reinterpret_cast<void*>(variable.address);
            return cudaSuccess;
        });
    });
}

cudaError_t cudaGetSymbolSize(size_t* size, const void* symbol) {
    return call("cudaGetSymbolSize", [&](Context& context) {
        return with_symbol(context, symbol, [&](const memory::Allocation& variable) -> cudaError_t {
            if (!size) return refuse(cudaErrorInvalidValue, "the pointer to write the size to is null");
            *size = variable.size;
            return cudaSuccess;
        });
    });
}

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* source, size_t bytes, size_t offset,
                               cudaMemcpyKind kind) {
    return call("cudaMemcpyToSymbol", [&](Context& context) {
        return context.streams.submit(nullptr,
                                      [&] { return copy_to(context, symbol, source, bytes, offset, kind); });
    });
}
SIMT_ALSO_AS(cudaMemcpyToSymbol, cudaMemcpyToSymbol_ptds);

cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* source, size_t bytes, size_t offset,
                                    cudaMemcpyKind kind, cudaStream_t stream) {
    return call("cudaMemcpyToSymbolAsync", [&](Context& context) {
        return context.streams.submit(stream,
                                      [&] { return copy_to(context, symbol, source, bytes, offset, kind); });
    });
}
SIMT_ALSO_AS(cudaMemcpyToSymbolAsync, cudaMemcpyToSymbolAsync_ptsz);

cudaError_t cudaMemcpyFromSymbol(void* destination, const void* symbol, size_t bytes, size_t offset,
                                 cudaMemcpyKind kind) {
    return call("cudaMemcpyFromSymbol", [&](Context& context) {
        return context.streams.submit(
            nullptr, [&] { return copy_from(context, destination, symbol, bytes, offset, kind); });
    });
}
SIMT_ALSO_AS(cudaMemcpyFromSymbol, cudaMemcpyFromSymbol_ptds);

cudaError_t cudaMemcpyFromSymbolAsync(void* destination, const void* symbol, size_t bytes, size_t offset,
                                      cudaMemcpyKind kind, cudaStream_t stream) {
    return call("cudaMemcpyFromSymbolAsync", [&](Context& context) {
        return context.streams.submit(
            stream, [&] { return copy_from(context, destination, symbol, bytes, offset, kind); });
    });
}
SIMT_ALSO_AS(cudaMemcpyFromSymbolAsync, cudaMemcpyFromSymbolAsync_ptsz);
