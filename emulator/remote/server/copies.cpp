// Copies between a client's host memory, which travels, and the device. The emulator gets an address of the device as it came, and
// for bytes of the host a buffer of this process: no address that a client names is followed here.
#include "emulator/remote/copies.hpp"

#include <memory>

#include "emulator/remote/server/calls.hpp"
#include "emulator/runtime/call.hpp"

namespace simt::remote {
namespace {

using Buffer = std::unique_ptr<u8[]>;  // not initialised: pages that are never touched cost nothing

void* address_of(u64 address) {
    if (is_host_address(address)) throw Malformed();
    return reinterpret_cast<void*>(address);
}

// An end of a copy as the emulator gets it.
struct Local {
    void* first;
    u64 pitch, rows;
    cudaPos begin;

    cudaPitchedPtr pitched(u64 width) const { return {first, pitch, width, rows}; }
};

// Of the host: the packed rows in the buffer.
Local local(const CopyRequest& box, const End& end, u8* buffer) {
    if (end.on_host()) return {buffer, box.width, box.height, {0, 0, 0}};
    if (end.address == 0)
        return {nullptr, end.pitch, end.rows, {0, 0, 0}};  // with an offset it would be no null pointer
    return {address_of(end.address), end.pitch, end.rows, {end.x, end.y, end.z}};
}

cudaError_t copy(const CopyRequest& box, const Local& to, const Local& from, cudaStream_t stream) {
    const auto kind = static_cast<cudaMemcpyKind>(box.kind);
    cudaMemcpy3DParms parameters{};
    parameters.dstPtr = to.pitched(box.width);
    parameters.dstPos = to.begin;
    parameters.srcPtr = from.pitched(box.width);
    parameters.srcPos = from.begin;
    parameters.extent = {box.width, box.height, box.depth};
    parameters.kind = kind;
    switch (box.call) {
        case CopyCall::Plain:
            return cudaMemcpy(to.first, from.first, box.width, kind);
        case CopyCall::Async:
            return cudaMemcpyAsync(to.first, from.first, box.width, kind, stream);
        case CopyCall::Rows:
            return cudaMemcpy2D(to.first, to.pitch, from.first, from.pitch, box.width, box.height, kind);
        case CopyCall::RowsAsync:
            return cudaMemcpy2DAsync(to.first, to.pitch, from.first, from.pitch, box.width, box.height, kind,
                                     stream);
        case CopyCall::Box:
            return cudaMemcpy3D(&parameters);
        case CopyCall::BoxAsync:
            return cudaMemcpy3DAsync(&parameters, stream);
        default:
            throw Malformed();
    }
}

// The emulator checks this, too; but it must not get rows of the host that are not packed.
int refuse_pitch() {
    return runtime::call(
        [] { runtime::fail(cudaErrorInvalidPitchValue, "the rows of the copy do not fit a pitch"); },
        "cudaMemcpy");
}

}  // namespace

int answer_copy(Session& session, Reader& in, Writer& out) {
    const auto box = in.get<CopyRequest>();
    if (!in.good() || !box.has_its_form()) throw Malformed();
    for (const End* end : {&box.to, &box.from})
        if (!end->on_host() && end->address != 0 && !box.ends_below(memory::kDeviceEnd, *end))
            throw Malformed();
    if (!box.well_formed(box.to) || !box.well_formed(box.from)) return refuse_pitch();
    const bool sends = box.from.on_host(), receives = box.to.on_host();
    if ((sends || receives) && !box.fits()) throw Malformed();
    const std::span<const u8> sent = in.get_bytes(sends ? box.bytes() : 0);
    if (!in.finished()) throw Malformed();
    // One byte more: even a copy of nothing needs an address.
    const Buffer received = std::make_unique_for_overwrite<u8[]>(receives ? box.bytes() + 1 : 1);
    u8 nothing = 0;
    u8* const source = sent.empty() ? &nothing : const_cast<u8*>(sent.data());
    const cudaError_t error = copy(box, local(box, box.to, received.get()), local(box, box.from, source),
                                   session.stream(box.stream));
    if (receives && error == cudaSuccess) out.put_bytes(received.get(), box.bytes());
    return error;
}

int answer_copy_to_symbol(Session& session, Reader& in) {
    const auto request = in.get<SymbolCopyRequest>();
    const bool sends = is_host_address(request.other);
    const std::span<const u8> sent = in.get_bytes(sends ? request.bytes : 0);
    if (!in.finished()) throw Malformed();
    const u8 nothing = 0;
    const void* const from = !sends ? address_of(request.other) : sent.empty() ? &nothing : sent.data();
    const void* const symbol = session.variable(request.symbol);
    const auto kind = static_cast<cudaMemcpyKind>(request.kind);
    return request.async ? cudaMemcpyToSymbolAsync(symbol, from, request.bytes, request.offset, kind,
                                                   session.stream(request.stream))
                         : cudaMemcpyToSymbol(symbol, from, request.bytes, request.offset, kind);
}

int answer_copy_from_symbol(Session& session, Reader& in, Writer& out) {
    const auto request = in.get<SymbolCopyRequest>();
    const bool receives = is_host_address(request.other);
    if (!in.finished() || (receives && request.bytes > kMostHostBytes)) throw Malformed();
    const Buffer received = std::make_unique_for_overwrite<u8[]>(receives ? request.bytes + 1 : 1);
    void* const to = receives ? received.get() : address_of(request.other);
    const void* const symbol = session.variable(request.symbol);
    const auto kind = static_cast<cudaMemcpyKind>(request.kind);
    const cudaError_t error = request.async
                                  ? cudaMemcpyFromSymbolAsync(to, symbol, request.bytes, request.offset, kind,
                                                              session.stream(request.stream))
                                  : cudaMemcpyFromSymbol(to, symbol, request.bytes, request.offset, kind);
    if (receives && error == cudaSuccess) out.put_bytes(received.get(), request.bytes);
    return error;
}

}  // namespace simt::remote
