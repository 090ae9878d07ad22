// See objects.hpp.
#include "emulator/exec/textures/objects.hpp"

#include <fmt/format.h>

#include "emulator/exec/ops/memory_global.hpp"

namespace simt::exec {

namespace {

std::string kind_of(const memory::Image& image) {
    if (image.linear && image.dimensions == 1) return "linear memory";
    if (image.cubemap) return image.layered ? "a layered cubemap" : "a cubemap";
    return fmt::format("a {}{}D array", image.layered ? "layered " : "", image.dimensions);
}

const char* name_of(Geometry geometry) {
    constexpr const char* kNames[] = {
        "1D", "2D", "3D", "layered 1D", "layered 2D", "cubemap", "layered cubemap"};
    return kNames[static_cast<u32>(geometry)];
}

}  // namespace

const memory::ImageObject* object_of(WarpState& state, const Op* op, u32 lane, u64 handle, bool surface) {
    const memory::ImageObjects* const all = state.worker->launch->options.images;
    const memory::ImageObject* const found = all == nullptr ? nullptr : all->find(handle);
    const char* const wanted = surface ? "surface" : "texture";
    if (found == nullptr)
        return stop_misuse(state, op, thread_of(state, lane),
                           fmt::format("{:#x} is no {} object: pass what cudaCreate{}Object returned", handle,
                                       wanted, surface ? "Surface" : "Texture"),
                           Status::IllegalInstruction);
    if (found->surface != surface)
        return stop_misuse(
            state, op, thread_of(state, lane),
            fmt::format("a {} object is used as a {} object", surface ? "texture" : "surface", wanted),
            Status::IllegalInstruction);
    if (found->destroyed)
        return stop_misuse(
            state, op, thread_of(state, lane),
            fmt::format("this {} object has been destroyed: call cudaDestroy{}Object after the last kernel "
                        "that uses it",
                        wanted, surface ? "Surface" : "Texture"),
            Status::IllegalInstruction);
    if (const int device = state.worker->launch->kernel.module().device(); found->device != device)
        return stop_misuse(
            state, op, thread_of(state, lane),
            fmt::format("this {} object was created on device {}, and the kernel runs on device "
                        "{}: create one there, too",
                        wanted, found->device, device),
            Status::IllegalInstruction);
    if (surface && !found->image.stores)
        return stop_misuse(
            state, op, thread_of(state, lane),
            "this surface object is of an array that is not for surfaces: create the array with "
            "cudaArraySurfaceLoadStore",
            Status::IllegalInstruction);
    return found;
}

bool fits(WarpState& state, const Op* op, u32 lane, const memory::Image& image, Geometry geometry) {
    const bool cube = geometry == Geometry::Cube || geometry == Geometry::Cubes;
    const bool as_faces = image.cubemap && geometry == Geometry::Planes;  // faces are layers
    const bool layers = cube ? image.layered == (geometry == Geometry::Cubes)
                             : (image.layered || image.cubemap) == has_layer(geometry);
    const bool fit =
        as_faces || (cube ? image.cubemap && layers
                          : !image.cubemap && layers && image.dimensions == dimensions_of(geometry));
    if (fit) return true;
    return stop_misuse(state, op, thread_of(state, lane),
                       fmt::format("a {} access through an object of {}", name_of(geometry), kind_of(image)),
                       Status::IllegalInstruction);
}

Reached reach_texels(Warp& warp, const Op* op, u32 lanes, u32 bytes, generic::Prepare prepare,
                     generic::Access& access) {
    const u32 exec = warp.exec;
    cost::OpCounters& counters = warp.state->worker->counters[op->index];
    const cost::OpCounters before = counters;
    warp.exec = lanes;
    const bool usual = prepare(warp, op, bytes, access);
    warp.exec = exec;
    counters = before;
    if (usual) return Reached::Defined;
    return warp.state->worker->status == Status::Ok ? Reached::Undefined : Reached::Ended;
}

Reached fetch_texels(Warp& warp, const Op* op, u32 lanes, u32 bytes, generic::Access& access) {
    const Reached reached = reach_texels(warp, op, lanes, bytes, generic::prepare_global<Kind::Load>, access);
    if (reached != Reached::Ended)
        check::note_fetch(warp.state->checks, op, lanes, row<u64>(warp, op->slot[kAddressSlot]), bytes);
    return reached;
}

}  // namespace simt::exec
