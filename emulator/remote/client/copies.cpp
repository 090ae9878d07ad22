// Copies. The bytes of the host travel: to the server with the request, from it with the answer.
#include "emulator/remote/copies.hpp"
#include "emulator/remote/client/connection.hpp"
#include "emulator/remote/client/registry.hpp"

namespace simt::remote {
namespace {

constexpr const char* kTooLarge = "it moves more than 256 MiB between host and device";

u64 number(const void* pointer) { return reinterpret_cast<u64>(pointer); }

// Calls each(row) for the rows of a box on the host, in order.
template <class Each>
void for_rows(const CopyRequest& box, const End& end, Each&& each) {
    for (u64 z = 0; z < box.depth; ++z)
        for (u64 y = 0; y < box.height; ++y)
            each(end.address + ((end.z + z) * end.rows + end.y + y) * end.pitch + end.x);
}

cudaError_t copy(const char* name, const CopyRequest& box) {
    const bool well_formed = box.well_formed(box.from) && box.well_formed(box.to);
    const bool sends = box.from.on_host() && well_formed, receives = box.to.on_host() && well_formed;
    if ((sends || receives) && !box.fits()) return refuse(name, kTooLarge);
    Writer body;
    body.put(box);
    std::span<const u8> more;
    if (sends && box.height == 1 && box.depth == 1)
        for_rows(box, box.from, [&](u64 row) { more = {reinterpret_cast<const u8*>(row), box.width}; });
    else if (sends)
        for_rows(box, box.from, [&](u64 row) { body.put_bytes(reinterpret_cast<void*>(row), box.width); });
    const Answer answer = ask(Call::Copy, body, more);
    if (receives && answer.error == cudaSuccess && answer.bytes.size() == box.bytes())
        for_rows(box, box.to, [from = answer.bytes.data(), &box](u64 row) mutable {
            std::memcpy(reinterpret_cast<void*>(row), from, box.width);
            from += box.width;
        });
    return answer.error;
}

cudaError_t copy_line(const char* name, CopyCall call, void* to, const void* from, size_t bytes,
                      cudaMemcpyKind kind, cudaStream_t stream) {
    return copy(name, {call,
                       kind,
                       number(stream),
                       bytes,
                       1,
                       1,
                       {number(to), 0, 0, 0, 0, 0},
                       {number(from), 0, 0, 0, 0, 0}});
}

cudaError_t copy_rows(const char* name, CopyCall call, void* to, size_t to_pitch, const void* from,
                      size_t from_pitch, size_t width, size_t height, cudaMemcpyKind kind,
                      cudaStream_t stream) {
    return copy(name, {call,
                       kind,
                       number(stream),
                       width,
                       height,
                       1,
                       {number(to), to_pitch, 0, 0, 0, 0},
                       {number(from), from_pitch, 0, 0, 0, 0}});
}

cudaError_t copy_box(const char* name, CopyCall call, const cudaMemcpy3DParms* box, cudaStream_t stream) {
    if (!box) return refuse(name, "the description of the copy is a null pointer");
    if (box->srcArray || box->dstArray) return refuse(name, "arrays (texture memory) are not supported");
    const auto end = [](const cudaPitchedPtr& memory, const cudaPos& start) {
        return End{number(memory.ptr), memory.pitch, memory.ysize, start.x, start.y, start.z};
    };
    return copy(name, {call, box->kind, number(stream), box->extent.width, box->extent.height,
                       box->extent.depth, end(box->dstPtr, box->dstPos), end(box->srcPtr, box->srcPos)});
}

cudaError_t copy_to_symbol(const void* symbol, const void* from, size_t bytes, size_t offset,
                           cudaMemcpyKind kind, bool async, cudaStream_t stream) {
    Writer body;
    body.put(
        SymbolCopyRequest{variable_number(symbol), bytes, offset, number(from), kind, async, number(stream)});
    if (bytes > kMostHostBytes) return refuse("cudaMemcpyToSymbol", kTooLarge);
    if (is_host_address(number(from))) body.put_bytes(from, bytes);
    return ask(Call::CopyToSymbol, body).error;
}

cudaError_t copy_from_symbol(void* to, const void* symbol, size_t bytes, size_t offset, cudaMemcpyKind kind,
                             bool async, cudaStream_t stream) {
    Writer body;
    body.put(
        SymbolCopyRequest{variable_number(symbol), bytes, offset, number(to), kind, async, number(stream)});
    const Answer answer = ask(Call::CopyFromSymbol, body);
    if (is_host_address(number(to)) && answer.error == cudaSuccess && answer.bytes.size() == bytes)
        std::memcpy(to, answer.bytes.data(), bytes);
    return answer.error;
}

}  // namespace
}  // namespace simt::remote

using namespace simt::remote;

cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
    return copy_line("cudaMemcpy", CopyCall::Plain, to, from, bytes, kind, nullptr);
}
SIMT_ALSO_AS(cudaMemcpy, cudaMemcpy_ptds);

cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream) {
    return copy_line("cudaMemcpyAsync", CopyCall::Async, to, from, bytes, kind, stream);
}
SIMT_ALSO_AS(cudaMemcpyAsync, cudaMemcpyAsync_ptsz);

cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                         size_t height, cudaMemcpyKind kind) {
    return copy_rows("cudaMemcpy2D", CopyCall::Rows, to, to_pitch, from, from_pitch, width, height, kind,
                     nullptr);
}
SIMT_ALSO_AS(cudaMemcpy2D, cudaMemcpy2D_ptds);

cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                              size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
    return copy_rows("cudaMemcpy2DAsync", CopyCall::RowsAsync, to, to_pitch, from, from_pitch, width, height,
                     kind, stream);
}
SIMT_ALSO_AS(cudaMemcpy2DAsync, cudaMemcpy2DAsync_ptsz);

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* box) {
    return copy_box("cudaMemcpy3D", CopyCall::Box, box, nullptr);
}
SIMT_ALSO_AS(cudaMemcpy3D, cudaMemcpy3D_ptds);

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* box, cudaStream_t stream) {
    return copy_box("cudaMemcpy3DAsync", CopyCall::BoxAsync, box, stream);
}
SIMT_ALSO_AS(cudaMemcpy3DAsync, cudaMemcpy3DAsync_ptsz);

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, size_t bytes, size_t offset,
                               cudaMemcpyKind kind) {
    return copy_to_symbol(symbol, from, bytes, offset, kind, false, nullptr);
}
SIMT_ALSO_AS(cudaMemcpyToSymbol, cudaMemcpyToSymbol_ptds);

cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, size_t bytes, size_t offset,
                                    cudaMemcpyKind kind, cudaStream_t stream) {
    return copy_to_symbol(symbol, from, bytes, offset, kind, true, stream);
}
SIMT_ALSO_AS(cudaMemcpyToSymbolAsync, cudaMemcpyToSymbolAsync_ptsz);

cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, size_t bytes, size_t offset,
                                 cudaMemcpyKind kind) {
    return copy_from_symbol(to, symbol, bytes, offset, kind, false, nullptr);
}
SIMT_ALSO_AS(cudaMemcpyFromSymbol, cudaMemcpyFromSymbol_ptds);

cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, size_t bytes, size_t offset,
                                      cudaMemcpyKind kind, cudaStream_t stream) {
    return copy_from_symbol(to, symbol, bytes, offset, kind, true, stream);
}
SIMT_ALSO_AS(cudaMemcpyFromSymbolAsync, cudaMemcpyFromSymbolAsync_ptsz);
