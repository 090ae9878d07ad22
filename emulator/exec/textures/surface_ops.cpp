// See surface_ops.hpp. x counts bytes, the other coordinates texels.
#include "emulator/exec/textures/surface_ops.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "emulator/exec/atomics/reductions.hpp"
#include "emulator/exec/ops/memory_global.hpp"
#include "emulator/exec/textures/objects.hpp"

namespace simt::exec {

namespace {

using memory::Image;
using memory::ImageObject;

struct Point {
    s64 x = 0, y = 0, z = 0;  // z: depth or layer
};

Point point_of(Warp& warp, const Op* op, u32 lane, Geometry geometry) {
    const auto at = [&](u32 k) { return s64{row<s32>(warp, texture_row(op, k))[lane]}; };
    if (!has_layer(geometry)) {
        const u32 dimensions = dimensions_of(geometry);
        return {at(0), dimensions > 1 ? at(1) : 0, dimensions > 2 ? at(2) : 0};
    }
    const s64 layer = row<u32>(warp, texture_row(op, 0))[lane];
    return {at(1), geometry == Geometry::Planes ? at(2) : 0, layer};
}

// The last place of an access of `bytes` bytes.
Point last_in(const Image& image, u32 bytes) {
    const memory::ImageLevel& level = image.levels[0];
    return {static_cast<s64>(level.row_bytes(image.format)) - s64{bytes}, s64{level.height} - 1,
            s64{std::max(level.depth, image.layers)} - 1};
}

bool trapped(WarpState& state, const Op* op, u32 lane, const Image& image, const Point& at,
             const char* does) {
    const memory::ImageLevel& level = image.levels[0];
    std::string place = fmt::format("byte {}", at.x),
                size = fmt::format("{} bytes", level.row_bytes(image.format));
    if (image.dimensions > 1) {
        place += fmt::format(", row {}", at.y);
        size += fmt::format(", {} rows", level.height);
    }
    if (image.dimensions > 2 || image.layers > 1 || image.layered) {
        place += fmt::format(", {} {}", image.dimensions > 2 ? "slice" : "layer", at.z);
        size += fmt::format(", {} {}", std::max(level.depth, image.layers),
                            image.dimensions > 2 ? "slices" : "layers");
    }
    return stop_misuse(
        state, op, thread_of(state, lane),
        fmt::format("a surface {} of {} at {} outside the surface of {} (x counts bytes: x * "
                    "sizeof(element); cudaBoundaryModeZero drops such accesses)",
                    does,
                    op->width * op->count == 1 ? "1 byte" : fmt::format("{} bytes", op->width * op->count),
                    place, size));
}

// Writes the addresses of the lanes inside the surface and returns these lanes in `inside`. False: the launch has ended.
bool find_places(Warp& warp, const Op* op, const Image& image, const char* does, u32& inside) {
    const TextureForm form = texture_form(op);
    const u32 bytes = u32{op->width} * op->count;
    const memory::ImageLevel& level = image.levels[0];
    const Point last = last_in(image, bytes);
    inside = 0;
    for (u32 lane = 0; lane < kLanes; ++lane) {
        if ((warp.exec >> lane & 1u) == 0) continue;
        Point at = point_of(warp, op, lane, form.geometry);
        if (at.x % s64{bytes} != 0)
            return stop_misuse(
                *warp.state, op, thread_of(*warp.state, lane),
                fmt::format("a surface {} of {} bytes at byte {}: x counts bytes and has to be a multiple "
                            "of {}",
                            does, bytes, at.x, bytes),
                Status::MisalignedAddress);
        const bool outside =
            at.x < 0 || at.x > last.x || at.y < 0 || at.y > last.y || at.z < 0 || at.z > last.z;
        if (outside && (form.choice == kTrapsOutside || last.x < 0))
            return trapped(*warp.state, op, lane, image, at, does);
        if (outside && form.choice == kZeroOutside) continue;
        at = {std::clamp<s64>(at.x, 0, last.x / bytes * bytes), std::clamp<s64>(at.y, 0, last.y),
              std::clamp<s64>(at.z, 0, last.z)};
        row<u64>(warp, op->slot[kAddressSlot])[lane] =
            level.address + static_cast<u64>(at.z) * level.slice_pitch +
            static_cast<u64>(at.y) * level.row_pitch + static_cast<u64>(at.x);
        inside |= 1u << lane;
    }
    return true;
}

// Calls act(lanes inside, access) for the lanes of each surface.
template <class Act>
const Op* at_surfaces(Warp& warp, const Op* op, const char* does, generic::Prepare prepare, Act act) {
    Reached all = Reached::Defined;
    const bool ok = for_each_object(warp, op, true, [&](const ImageObject& object, u32 lanes) {
        const u32 first = static_cast<u32>(std::countr_zero(lanes));
        u32 inside = 0;
        if (!fits(*warp.state, op, first, object.image, texture_form(op).geometry) ||
            !find_places(warp, op, object.image, does, inside))
            return false;
        generic::Access access;
        const u32 bytes = u32{op->width} * op->count;
        if (inside != 0)
            all = std::min(all, prepare == nullptr ? fetch_texels(warp, op, inside, bytes, access)
                                                   : reach_texels(warp, op, inside, bytes, prepare, access));
        if (all == Reached::Ended) return false;
        act(inside, access);
        return true;
    });
    if (!ok) return nullptr;
    return all == Reached::Undefined ? switch_loops(*warp.state, op + 1) : op + 1;
}

// The register of a lane's element; 8-bit elements have registers of 16 bits.
u8* element_of(Warp& warp, const Op* op, u32 element, u32 lane) {
    return warp.rows + op->slot[element] + lane * std::max<u32>(op->width, 2);
}

}  // namespace

const Op* surface_load(Warp& warp, const Op* op) {
    return at_surfaces(warp, op, "read", nullptr, [&](u32 inside, const generic::Access& access) {
        for (u32 lane = 0; lane < kLanes; ++lane) {
            if ((warp.exec >> lane & 1u) == 0) continue;
            for (u32 k = 0; k < op->count; ++k) {
                u8* const to = element_of(warp, op, k, lane);
                std::memset(to, 0, std::max<u32>(op->width, 2));
                if ((inside >> lane & 1u) != 0) std::memcpy(to, access.at(lane) + k * op->width, op->width);
            }
        }
    });
}

const Op* surface_store(Warp& warp, const Op* op) {
    return at_surfaces(warp, op, "write", generic::prepare_global<Kind::Store>,
                       [&](u32 inside, const generic::Access& access) {
                           for (u32 lane = 0; lane < kLanes; ++lane)
                               for (u32 k = 0; (inside >> lane & 1u) != 0 && k < op->count; ++k)
                                   std::memcpy(access.at(lane) + k * op->width, element_of(warp, op, k, lane),
                                               op->width);
                       });
}

const Op* surface_reduce(Warp& warp, const Op* op) {
    const Reduction& reduction = reduction_at(texture_form(op).reduction);
    return at_surfaces(warp, op, "reduction", generic::prepare_global<Kind::Atomic>,
                       [&](u32 inside, const generic::Access& access) {
                           for (u32 lane = 0; lane < kLanes; ++lane)
                               if ((inside >> lane & 1u) != 0)
                                   reduce_element(reduction, access.at(lane), element_of(warp, op, 0, lane),
                                                  nullptr, nullptr);
                       });
}

}  // namespace simt::exec
