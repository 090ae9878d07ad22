// The handlers of tex, tld4, txq and suq. A fetch reads its texels one after the other, each for all lanes at once.
#include <algorithm>
#include <bit>
#include <cmath>
#include <span>

#include "emulator/exec/binding.hpp"
#include "emulator/exec/textures/objects.hpp"
#include "emulator/exec/textures/sampling.hpp"
#include "emulator/exec/textures/surface_ops.hpp"
#include "emulator/exec/textures/texels.hpp"
#include "emulator/isa/texture.hpp"

namespace simt::exec {

namespace {

using memory::Image;
using memory::ImageObject;

Lookup lookup_of(Warp& warp, const Op* op, u32 lane) {
    const TextureForm form = texture_form(op);
    const auto bits = [&](u32 k) { return row<u32>(warp, texture_row(op, k))[lane]; };
    const auto number = [&](u32 k) { return std::bit_cast<float>(bits(k)); };
    Lookup lookup{
        .geometry = form.geometry, .whole = form.whole, .from = static_cast<DetailFrom>(form.choice)};
    const u32 first = has_layer(form.geometry) ? 1 : 0;
    if (first != 0) lookup.layer = bits(0);
    for (u32 k = 0; k < dimensions_of(form.geometry); ++k) {
        lookup.at[k] = number(first + k);
        lookup.texel[k] = static_cast<s32>(bits(first + k));
    }
    if (lookup.from == kFromLevel) lookup.level = number(kCoordinateRows);
    for (u32 side = 0; lookup.from == kFromGradients && side < 2; ++side)
        for (u32 k = 0; k < dimensions_of(form.geometry) && k < kGradientRows; ++k)
            lookup.gradient[side][k] = number(kCoordinateRows + side * kGradientRows + k);
    return lookup;
}

// Reads the k-th tap of each lane that has one: calls take(lane, tap, texel), texel being nullptr for the border.
template <class Take>
Reached read_taps(Warp& warp, const Op* op, u32 texel_bytes, const Footprint (&footprints)[kLanes], u32 k,
                  Take take) {
    u32 inside = 0;
    for (u32 lane = 0; lane < kLanes; ++lane) {
        if ((warp.exec >> lane & 1u) == 0 || k >= footprints[lane].count) continue;
        const Tap& tap = footprints[lane].tap[k];
        if (tap.address == 0) {
            take(lane, tap, nullptr);
        } else {
            inside |= 1u << lane;
            row<u64>(warp, op->slot[kAddressSlot])[lane] = tap.address;
        }
    }
    if (inside == 0) return Reached::Defined;
    generic::Access access;
    const Reached reached = fetch_texels(warp, op, inside, texel_bytes, access);
    if (reached == Reached::Ended) return reached;
    for (u32 lane = 0; lane < kLanes; ++lane)
        if ((inside >> lane & 1u) != 0) take(lane, footprints[lane].tap[k], access.at(lane));
    return reached;
}

// The lanes' results. A fetch of one texel returns it as it is, without any arithmetic (but see sums_single_texels).
struct Results {
    u32 bits[kLanes][4];
};

void store_results(Warp& warp, const Op* op, const Results& results) {
    for (u32 k = 0; k < 4; ++k)
        for (u32 lane = 0; lane < kLanes; ++lane)
            if ((warp.exec >> lane & 1u) != 0) row<u32>(warp, op->slot[k])[lane] = results.bits[lane][k];
}

// A filter returns one NaN only, also of a single texel.
void quiet_numbers(u32 (&bits)[4]) {
    for (u32& each : bits)
        if (std::isnan(std::bit_cast<float>(each))) each = kFilteredNan;
}

bool can_fetch(WarpState& state, const Op* op, u32 lane, const Image& image) {
    if (!fits(state, op, lane, image, texture_form(op).geometry)) return false;
    if (!image.linear || image.dimensions != 1 || texture_form(op).whole) return true;
    return stop_misuse(state, op, thread_of(state, lane),
                       "tex1D() of linear memory: read it with tex1Dfetch(), or put it into an array",
                       Status::IllegalInstruction);
}

Reached fetch_from(Warp& warp, const Op* op, const ImageObject& object) {
    const auto& [format, sampler] = std::tie(object.image.format, object.sampler);
    const bool filtered = sampler.linear && !texture_form(op).whole;
    const u32 least_summed = filtered && sums_single_texels(format) ? 1 : 2;
    Footprint footprints[kLanes];
    u32 most = 0;
    for (u32 lane = 0; lane < kLanes; ++lane) {
        if ((warp.exec >> lane & 1u) == 0) continue;
        find_footprint(object.image, sampler, lookup_of(warp, op, lane), footprints[lane]);
        most = std::max(most, footprints[lane].count);
    }
    Results results;
    WeightedTexel summed[kLanes][kMostTaps];
    Reached all = Reached::Defined;
    for (u32 k = 0; k < most; ++k) {
        const Reached reached = read_taps(
            warp, op, format.bytes(), footprints, k, [&](u32 lane, const Tap& tap, const u8* texel) {
                if (footprints[lane].count >= least_summed) {
                    summed[lane][k] = weighted_texel(format, sampler, texel, tap.weight, tap.slice);
                } else if (texel != nullptr) {
                    texel_results(format, sampler, texel, results.bits[lane]);
                } else {
                    border_results(format, sampler, results.bits[lane]);
                }
            });
        all = std::min(all, reached);
        if (all == Reached::Ended) return all;
    }
    for (u32 lane = 0; lane < kLanes; ++lane) {
        if (footprints[lane].count == 0) continue;
        if (footprints[lane].count < least_summed) {
            if (filtered) quiet_numbers(results.bits[lane]);
            continue;
        }
        border_results(format, sampler, results.bits[lane]);  // for the channels that the format lacks
        for (u32 k = 0; k < format.channels; ++k)
            results.bits[lane][k] = weighted_sum(format, sampler, {summed[lane], footprints[lane].count}, k);
    }
    store_results(warp, op, results);
    return all;
}

Reached gather_from(Warp& warp, const Op* op, const ImageObject& object) {
    const auto& [format, sampler] = std::tie(object.image.format, object.sampler);
    const u32 component = texture_form(op).choice;
    Footprint footprints[kLanes];
    for (u32 lane = 0; lane < kLanes; ++lane)
        if ((warp.exec >> lane & 1u) != 0)
            find_gathered(object.image, sampler, lookup_of(warp, op, lane), footprints[lane]);
    Results results;
    Reached all = Reached::Defined;
    for (u32 k = 0; k < 4; ++k) {
        const Reached reached =
            read_taps(warp, op, format.bytes(), footprints, k, [&](u32 lane, const Tap&, const u8* texel) {
                u32 channels[4];
                if (texel != nullptr)
                    texel_results(format, sampler, texel, channels);
                else
                    border_results(format, sampler, channels);
                results.bits[lane][k] = channels[component];
            });
        all = std::min(all, reached);
        if (all == Reached::Ended) return all;
    }
    store_results(warp, op, results);
    return all;
}

const Op* fetch(Warp& warp, const Op* op) {
    Reached all = Reached::Defined;
    const bool ok = for_each_object(warp, op, false, [&](const ImageObject& object, u32 lanes) {
        if (!can_fetch(*warp.state, op, static_cast<u32>(std::countr_zero(lanes)), object.image))
            return false;
        all = std::min(all, fetch_from(warp, op, object));
        return all != Reached::Ended;
    });
    if (!ok) return nullptr;
    return all == Reached::Undefined ? switch_loops(*warp.state, op + 1) : op + 1;
}

const Op* gather(Warp& warp, const Op* op) {
    Reached all = Reached::Defined;
    const bool ok = for_each_object(warp, op, false, [&](const ImageObject& object, u32 lanes) {
        const u32 lane = static_cast<u32>(std::countr_zero(lanes));
        if (!can_fetch(*warp.state, op, lane, object.image)) return false;
        if (!object.image.gathers)
            return bool(stop_misuse(*warp.state, op, thread_of(*warp.state, lane),
                                    "tex2Dgather() of an array without the flag cudaArrayTextureGather",
                                    Status::IllegalInstruction));
        all = std::min(all, gather_from(warp, op, object));
        return all != Reached::Ended;
    });
    if (!ok) return nullptr;
    return all == Reached::Undefined ? switch_loops(*warp.state, op + 1) : op + 1;
}

u32 answer(const ImageObject& object, u8 query) {
    const Image& image = object.image;
    const memory::ImageLevel& level = image.levels[0];
    switch (query) {
        case kWidth:
            return level.width;
        case kHeight:
            return image.dimensions > 1 ? level.height : 0;
        case kDepth:
            return image.dimensions > 2 ? level.depth : 0;
        case kLayers:
            return image.layered || image.cubemap ? image.layers : 0;
        case kLevels:
            return static_cast<u32>(image.levels.size());
        default:
            return object.sampler.normalized_coordinates;
    }
}

const Op* query(Warp& warp, const Op* op) {
    const bool surface = warp.state->worker->code->info[op->index].source->opcode.starts_with("suq");
    const bool ok = for_each_object(warp, op, surface, [&](const ImageObject& object, u32 lanes) {
        for (u32 lane = 0; lane < kLanes; ++lane)
            if ((lanes >> lane & 1u) != 0)
                row<u32>(warp, op->slot[0])[lane] = answer(object, texture_form(op).choice);
        return true;
    });
    return ok ? op + 1 : nullptr;
}

constexpr Binding kBindings[] = {
    {"~texture.fetch", fetch},       {"~texture.gather", gather},       {"~texture.query", query},
    {"~surface.load", surface_load}, {"~surface.store", surface_store}, {"~surface.reduce", surface_reduce},
};

}  // namespace

std::span<const Handler> texture_handlers() { return handlers<isa::texture_forms, kBindings>(); }

}  // namespace simt::exec
