// Moves the bytes once both ends have been checked (regions.hpp).
#include "emulator/runtime/transfer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include "emulator/memory/written_bits.hpp"
#include "emulator/runtime/errors.hpp"
#include "emulator/runtime/findings.hpp"
#include "emulator/runtime/settings.hpp"

namespace simt::runtime {
namespace {

constexpr u64 kMostRows = 4096;  // a copy's, for the comparison with launches in other streams

void note_rows(Context& context, exec::Footprint& footprint, const void* pointer, const Shape& shape,
               const exec::Footprint::Access& access) {
    const u64 first = reinterpret_cast<u64>(pointer);
    if (context.space.find(first) == nullptr) return;
    if (shape.pitch == shape.width || shape.height == 1)
        return footprint.note_range(first, shape.extent(), access);
    for (u64 row = 0; row < shape.height && shape.height <= kMostRows; ++row)
        footprint.note_range(first + row * shape.pitch, shape.width, access);
}

// Looks for races between a copy (source: nullptr for a memset) and work in other streams.
void look_for_races(Context& context, const void* destination, const Shape& destination_shape,
                    const void* source, const Shape& source_shape) {
    if (!settings().checks.races || !context.streams.may_run_at_once()) return;
    auto footprint = std::make_unique<exec::Footprint>();
    observe::Site site;
    site.instruction = current_call();
    for (const u32 op : {0u, 1u}) footprint->describe(op, site);
    note_rows(context, *footprint, destination, destination_shape, {0, 0, 0, true, false});
    if (source != nullptr) note_rows(context, *footprint, source, source_shape, {1, 0, 0, false, false});
    for (const observe::Finding& finding : context.launch_races.add(
             context.streams.current(), std::move(footprint), context.streams.waited_for(), context.space))
        announce(finding);
}

void announce_unwritten(const memory::Allocation& allocation, const memory::Unwritten& missing) {
    observe::Finding finding{};
    finding.fault = observe::Fault::UninitialisedRead;
    finding.space = observe::Space::Global;
    finding.address = missing.first;
    finding.width = static_cast<u32>(std::min<u64>(missing.bytes, ~u32{0}));
    finding.access.site.instruction = current_call();
    finding.allocation = fmt::format("{} bytes at {:#x}{}{}", allocation.size, allocation.address,
                                     allocation.label.empty() ? "" : ", ", allocation.label);
    finding.allocation_size = allocation.size;
    finding.offset = static_cast<s64>(missing.first - allocation.address);
    announce(finding);
}

// The destination of a copy counts as written where its source does. Copying unwritten bytes within the device is no
// finding: programs copy whole arrays and use a part, and a kernel that reads the rest is reported. If the
// destination has no written bits, as on the host, the copy itself counts as the read; copying padding is harmless.
void note_written(Context& context, const Region& to, const void* destination, const Shape& destination_shape,
                  const void* source, const Shape& source_shape) {
    const u64 first = reinterpret_cast<u64>(source), target = reinterpret_cast<u64>(destination);
    const memory::Allocation* const from = context.space.find(first);
    const memory::Allocation* const into = context.space.find(target);
    if (!settings().checks.initialisation || from == nullptr || from->written == nullptr)
        return to.mark_written(destination_shape);
    memory::Unwritten missing;
    for (u64 row = 0; row < source_shape.height; ++row) {
        const auto part = memory::unwritten(*from, first + row * source_shape.pitch, source_shape.width);
        if (missing.bytes == 0) missing.first = part.first;
        missing.bytes += part.bytes;
        missing.padding += part.padding;
    }
    if (missing.bytes + missing.padding == 0 || into == nullptr || into->written == nullptr) {
        to.mark_written(destination_shape);
        if (missing.bytes != 0) announce_unwritten(*from, missing);
        return;
    }
    for (u64 row = 0; row < source_shape.height; ++row) {
        const u64 source_row = first + row * source_shape.pitch,
                  row_target = target + row * destination_shape.pitch;
        memory::copy_written(*from, source_row, *into, row_target, source_shape.width);
        if (missing.padding != 0)
            memory::copy_padding(context.space, *from, source_row, row_target, source_shape.width);
    }
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
        note_written(context, to, destination, destination_shape, source, source_shape);
        look_for_races(context, destination, destination_shape, source, source_shape);
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
        to.mark_written(shape);
        look_for_races(context, destination, shape, nullptr, {});
        return cudaSuccess;
    } catch (const InvalidRegion& invalid) {
        count_misuse();
        return refuse(cudaErrorInvalidValue, "{}", invalid.sentence);
    }
}

}  // namespace simt::runtime
