// __device__ and __constant__ variables seen from the host: address, size, and copies in both directions. The program
// names a variable by the address of its shadow in host memory.
#include "emulator/runtime/symbols.hpp"
#include "emulator/runtime/call.hpp"
#include "emulator/runtime/graphs/capture.hpp"
#include "emulator/runtime/graphs/run_work.hpp"
#include "emulator/runtime/transfer.hpp"

using namespace simt;
using namespace simt::runtime;

namespace {

const memory::Allocation& variable(const void* symbol) { return context().modules.variable(symbol); }

// The bytes of a variable that a copy reads or writes.
Rows part_of(const void* symbol, size_t bytes, size_t offset) {
    const memory::Allocation& found = variable(symbol);
    if (offset > found.size || bytes > found.size - offset)
        fail(cudaErrorInvalidValue, "{} bytes from byte {} on do not lie within the {} bytes of {}", bytes,
             offset, found.size, found.label);
    return {found.address + offset, bytes, 1, 0};
}

}  // namespace

CopyWork simt::runtime::copy_to_symbol(const void* symbol, const void* source, size_t bytes, size_t offset,
                                       cudaMemcpyKind kind) {
    const Rows part = part_of(symbol, bytes, offset);
    if (kind != cudaMemcpyHostToDevice && kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault)
        fail(cudaErrorInvalidMemcpyDirection, "a copy to a symbol goes to the device, not from it");
    return copy_work(part, rows(source, bytes), kind);
}

CopyWork simt::runtime::copy_from_symbol(void* destination, const void* symbol, size_t bytes, size_t offset,
                                         cudaMemcpyKind kind) {
    const Rows part = part_of(symbol, bytes, offset);
    if (kind != cudaMemcpyDeviceToHost && kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault)
        fail(cudaErrorInvalidMemcpyDirection,
             "a copy from a symbol comes from the device, not from the host");
    return copy_work(rows(destination, bytes), part, kind);
}

namespace {

cudaError_t copy_in(cudaStream_t stream, const std::function<CopyWork()>& work,
                    const char* name = __builtin_FUNCTION()) {
    return call(
        [&] {
            if (is_capturing(stream)) return void(capture(stream, work()));
            context().streams.submit(stream, [&] { run(work()); });
        },
        name);
}

}  // namespace

cudaError_t cudaGetSymbolAddress(void** pointer, const void* symbol) {
    return call([&] { answer(pointer, reinterpret_cast<void*>(variable(symbol).address)); });
}

cudaError_t cudaGetSymbolSize(size_t* size, const void* symbol) {
    return call([&] { answer(size, variable(symbol).size); });
}

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* source, size_t bytes, size_t offset,
                               cudaMemcpyKind kind) {
    return submit(nullptr, [&] { run(copy_to_symbol(symbol, source, bytes, offset, kind)); });
}
SIMT_ALSO_AS(cudaMemcpyToSymbol, cudaMemcpyToSymbol_ptds);

cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* source, size_t bytes, size_t offset,
                                    cudaMemcpyKind kind, cudaStream_t stream) {
    return copy_in(stream, [&] { return copy_to_symbol(symbol, source, bytes, offset, kind); });
}
SIMT_ALSO_AS(cudaMemcpyToSymbolAsync, cudaMemcpyToSymbolAsync_ptsz);

cudaError_t cudaMemcpyFromSymbol(void* destination, const void* symbol, size_t bytes, size_t offset,
                                 cudaMemcpyKind kind) {
    return submit(nullptr, [&] { run(copy_from_symbol(destination, symbol, bytes, offset, kind)); });
}
SIMT_ALSO_AS(cudaMemcpyFromSymbol, cudaMemcpyFromSymbol_ptds);

cudaError_t cudaMemcpyFromSymbolAsync(void* destination, const void* symbol, size_t bytes, size_t offset,
                                      cudaMemcpyKind kind, cudaStream_t stream) {
    return copy_in(stream, [&] { return copy_from_symbol(destination, symbol, bytes, offset, kind); });
}
SIMT_ALSO_AS(cudaMemcpyFromSymbolAsync, cudaMemcpyFromSymbolAsync_ptsz);
