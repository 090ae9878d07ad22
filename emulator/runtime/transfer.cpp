// Moves the bytes once both ends have been checked (regions.hpp).
#include "emulator/runtime/transfer.hpp"
#include "emulator/check/findings.hpp"

#include <cstring>

#include "emulator/check/host_copy.hpp"
#include "emulator/runtime/errors.hpp"
#include "emulator/runtime/findings.hpp"
#include "emulator/runtime/settings.hpp"

namespace simt::runtime {
namespace {

check::Rows rows(const void* pointer, const Shape& shape) {
    return {reinterpret_cast<u64>(pointer), shape.width, shape.height, shape.pitch};
}

// source: no rows for a memset.
void tell_checks(Context& context, const check::Rows& destination, const check::Rows& source) {
    const auto position = context.position();
    for (const check::Finding& finding :
         check::host_copy(context.space, settings().checks, {current_call(), destination, source},
                          position ? &*position : nullptr))
        announce(finding);
}

}  // namespace

cudaError_t copy(Context& context, void* destination, const Shape& destination_shape, const void* source,
                 const Shape& source_shape, cudaMemcpyKind kind) {
    Place destination_place, source_place;
    if (!places_of(kind, destination_place, source_place))
        return refuse(cudaErrorInvalidMemcpyDirection, "{} is no cudaMemcpyKind", static_cast<int>(kind));
    if (destination_shape.height > 1 &&
        (destination_shape.width > destination_shape.pitch || source_shape.width > source_shape.pitch))
        return refuse(cudaErrorInvalidPitchValue, "rows of {} bytes do not fit pitches of {} and {} bytes",
                      source_shape.width, destination_shape.pitch, source_shape.pitch);
    try {
        const Region to(context.space, destination, destination_shape, destination_place, "destination");
        const Region from(context.space, source, source_shape, source_place, "source");
        if (source_shape.extent() == 0) return cudaSuccess;
        for (u64 row = 0; row < source_shape.height; ++row)
            std::memmove(to.bytes() + row * destination_shape.pitch, from.bytes() + row * source_shape.pitch,
                         source_shape.width);
        tell_checks(context, rows(destination, destination_shape), rows(source, source_shape));
        return cudaSuccess;
    } catch (const InvalidRegion& invalid) {
        count_misuse();
        return refuse(cudaErrorInvalidValue, "{}", invalid.sentence);
    }
}

cudaError_t copy(Context& context, void* destination, const void* source, u64 bytes, cudaMemcpyKind kind) {
    const Shape row{bytes, 1, bytes};
    return copy(context, destination, row, source, row, kind);
}

cudaError_t fill(Context& context, void* destination, const Shape& shape, int value) {
    if (shape.height > 1 && shape.width > shape.pitch)
        return refuse(cudaErrorInvalidValue, "rows of {} bytes do not fit a pitch of {} bytes", shape.width,
                      shape.pitch);
    try {
        const Region to(context.space, destination, shape, Place::Device, "destination");
        if (shape.extent() == 0) return cudaSuccess;
        for (u64 row = 0; row < shape.height; ++row)
            std::memset(to.bytes() + row * shape.pitch, value, shape.width);
        tell_checks(context, rows(destination, shape), {});
        return cudaSuccess;
    } catch (const InvalidRegion& invalid) {
        count_misuse();
        return refuse(cudaErrorInvalidValue, "{}", invalid.sentence);
    }
}

}  // namespace simt::runtime
