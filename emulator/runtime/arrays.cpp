// See arrays.hpp. The limits are those of the device's properties.
#include "emulator/runtime/arrays.hpp"

#include <algorithm>
#include <map>

#include "emulator/runtime/allocation.hpp"
#include "emulator/runtime/call.hpp"
#include "emulator/runtime/device_properties.hpp"
#include "emulator/runtime/findings.hpp"

using namespace simt;
using namespace simt::runtime;
using memory::Image;
using memory::ImageLevel;

namespace {

constexpr u64 kRowAlignment = 32;  // every surface access of up to 16 bytes is aligned in its row
constexpr u32 kFaces = 6;

// All arrays, also those that are freed, by handle.
std::map<const void*, std::unique_ptr<Array>>& arrays() {
    static auto* const all = new std::map<const void*, std::unique_ptr<Array>>;
    return *all;
}

template <class Handle>
Handle add(std::unique_ptr<Array> array) {
    Array* const address = array.get();
    arrays().emplace(address, std::move(array));
    return reinterpret_cast<Handle>(address);
}

Array& find(const void* handle, bool mipmapped) {
    const auto found = arrays().find(handle);
    const char* const kind = mipmapped ? "mipmapped array" : "array";
    if (found == arrays().end() || found->second->mipmapped != mipmapped)
        fail(cudaErrorInvalidResourceHandle, "{} is no {}", handle, kind);
    if (found->second->freed) fail(cudaErrorInvalidResourceHandle, "the {} {} has been freed", kind, handle);
    return *found->second;
}

u64 up_to(u64 value, u64 multiple) { return (value + multiple - 1) / multiple * multiple; }

struct Limits {
    u64 width, height, depth;  // depth: or layers
};

// The largest array of the image's kind.
Limits limits_of(const Image& image) {
    const Properties13 p = device_properties<Properties13>(0);
    const auto all = [](const auto& three) { return Limits{u64(three[0]), u64(three[1]), u64(three[2])}; };
    if (image.cubemap) {
        const u64 width = static_cast<u64>(p.maxTextureCubemap);
        return {width, width, image.layered ? u64(p.maxTextureCubemapLayered[1]) : kFaces};
    }
    if (image.layered && image.dimensions == 1)
        return {u64(p.maxTexture1DLayered[0]), 1, u64(p.maxTexture1DLayered[1])};
    if (image.layered) return all(p.maxTexture2DLayered);
    if (image.dimensions == 3) return all(p.maxTexture3D);
    if (image.dimensions == 2) return {u64(p.maxTexture2D[0]), u64(p.maxTexture2D[1]), 1};
    return {u64(image.stores ? p.maxSurface1D : p.maxTexture1D), 1, 1};
}

// The image of an array with this extent, whose levels have no sizes yet.
Image image_of(const cudaChannelFormatDesc& channels, const cudaExtent& extent, unsigned flags) {
    constexpr unsigned kKnown =
        cudaArrayLayered | cudaArraySurfaceLoadStore | cudaArrayCubemap | cudaArrayTextureGather;
    if ((flags & ~kKnown) != 0)
        fail(cudaErrorNotSupported,
             "an array with the flags {:#x} (sparse, deferred or for graphics) is not "
             "supported by the emulator",
             flags & ~kKnown);
    Image image;
    image.format = format_of(channels);
    image.cubemap = (flags & cudaArrayCubemap) != 0;
    image.layered = (flags & cudaArrayLayered) != 0;
    image.stores = (flags & cudaArraySurfaceLoadStore) != 0;
    image.gathers = (flags & cudaArrayTextureGather) != 0;
    const bool deep = extent.depth != 0 && !image.layered && !image.cubemap;
    image.dimensions = deep ? 3 : extent.height != 0 ? 2 : 1;
    const bool no_layers = (image.layered || image.cubemap) && extent.depth == 0;
    if (extent.width == 0 || (deep && extent.height == 0) || no_layers)
        fail(cudaErrorInvalidValue, "an array of {} x {} x {} elements: a size that its kind needs is 0",
             extent.width, extent.height, extent.depth);
    if (image.cubemap && (extent.width != extent.height ||
                          (image.layered ? extent.depth % kFaces != 0 : extent.depth != kFaces)))
        fail(cudaErrorInvalidValue,
             "a cubemap of {} x {} x {} elements: faces are square, and the depth is 6, or a "
             "multiple of 6 with layers",
             extent.width, extent.height, extent.depth);
    if (image.gathers && image.dimensions != 2)
        fail(cudaErrorInvalidValue, "cudaArrayTextureGather needs an array of two dimensions");
    const Limits most = limits_of(image);
    if (extent.width > most.width || extent.height > most.height || extent.depth > most.depth)
        fail(cudaErrorInvalidValue, "an array of {} x {} x {} elements: at most {} x {} x {} are possible",
             extent.width, extent.height, extent.depth, most.width, most.height, most.depth);
    if (image.layered || image.cubemap) image.layers = static_cast<u32>(extent.depth);
    return image;
}

// Gives the image its levels, one behind the other from address 0 on. Returns their bytes.
u64 lay_out(Image& image, const cudaExtent& extent, u32 levels) {
    const auto shrunk = [](u64 size, u32 level) { return static_cast<u32>(std::max<u64>(size >> level, 1)); };
    u64 end = 0;
    for (u32 k = 0; k < levels; ++k) {
        ImageLevel level{.address = end,
                         .width = shrunk(extent.width, k),
                         .height = shrunk(extent.height, k),
                         .depth = image.dimensions == 3 ? shrunk(extent.depth, k) : 1};
        level.row_pitch = up_to(level.row_bytes(image.format), kRowAlignment);
        level.slice_pitch = level.row_pitch * level.height;
        end += level.slice_pitch * std::max(level.depth, image.layers);
        image.levels.push_back(level);
    }
    return end;
}

std::unique_ptr<Array> make(const cudaChannelFormatDesc* channels, const cudaExtent& extent, unsigned flags,
                            u32 levels) {
    if (channels == nullptr) fail(cudaErrorInvalidValue, "the description of the channels is a null pointer");
    auto array = std::make_unique<Array>(Array{.channels = *channels,
                                               .extent = extent,
                                               .flags = flags,
                                               .image = image_of(*channels, extent, flags)});
    array->address =
        allocate_memory(lay_out(array->image, extent, levels), memory::Kind::Device, current_device());
    for (ImageLevel& level : array->image.levels) level.address += array->address;
    return array;
}

void allocate(cudaArray_t* handle, const cudaChannelFormatDesc* channels, const cudaExtent& extent,
              unsigned flags) {
    answer(handle, nullptr);
    *handle = add<cudaArray_t>(make(channels, extent, flags, 1));
}

// The array of one level, which shares the mipmapped array's memory.
std::unique_ptr<Array> level_array(const Array& of, u32 number) {
    auto array = std::make_unique<Array>(
        Array{.channels = of.channels, .flags = of.flags, .image = of.image, .address = of.address});
    const ImageLevel level = of.image.levels[number];
    array->image.levels = {level};
    array->extent = {level.width, of.extent.height == 0 ? 0 : level.height,
                     of.image.dimensions == 3 ? level.depth : of.extent.depth};
    return array;
}

void release(const void* handle, bool mipmapped) {
    if (handle == nullptr) return;
    Array& array = find(handle, mipmapped);
    if (!mipmapped && array.image.levels[0].address != array.address)
        fail(cudaErrorInvalidValue,
             "this is a level of a mipmapped array: free that with cudaFreeMipmappedArray");
    context().streams.synchronize(memory::kEveryDevice);
    context().space.free(array.address);
    array.freed = true;
    for (auto& [other, each] : arrays()) each->freed |= each->address == array.address;
}

}  // namespace

const Array& runtime::array_of(cudaArray_const_t handle) { return find(handle, false); }
const Array& runtime::mipmapped_array_of(cudaMipmappedArray_const_t handle) { return find(handle, true); }

memory::TexelFormat runtime::format_of(const cudaChannelFormatDesc& channels) {
    if (channels.f > cudaChannelFormatKindNone)
        fail(cudaErrorNotSupported,
             "the channel format {} (of cudaChannelFormatKind) is not supported by the emulator: "
             "use signed, unsigned or float channels",
             static_cast<int>(channels.f));
    const int bits = channels.x, all[] = {channels.x, channels.y, channels.z, channels.w};
    const u32 count = static_cast<u32>(std::find(all, all + 4, 0) - all);
    const bool known = bits == 8 || bits == 16 || bits == 32;
    const bool equal =
        std::count(all, all + count, bits) == count && std::count(all + count, all + 4, 0) == 4 - count;
    if (!known || !equal || count == 3 || channels.f == cudaChannelFormatKindNone ||
        (channels.f == cudaChannelFormatKindFloat && bits == 8))
        fail(cudaErrorInvalidChannelDescriptor,
             "channels of {}, {}, {} and {} bits: there are formats of 1, 2 or 4 equal channels, of 8, 16 or "
             "32 bits, "
             "floats of 16 or 32",
             all[0], all[1], all[2], all[3]);
    return {channels.f == cudaChannelFormatKindFloat    ? memory::ChannelKind::Float
            : channels.f == cudaChannelFormatKindSigned ? memory::ChannelKind::Signed
                                                        : memory::ChannelKind::Unsigned,
            static_cast<u32>(bits), count};
}

Rows runtime::rows_in(const Array& array, const ArrayPlace& place, u64 width, u64 height) {
    const ImageLevel& level = array.image.levels[0];
    const u64 row_bytes = level.row_bytes(array.image.format);
    const u64 slices = std::max(level.depth, array.image.layers);
    const auto inside = [](u64 first, u64 count, u64 all) { return first <= all && count <= all - first; };
    if (!inside(place.byte, width, row_bytes) || !inside(place.row, height, level.height) ||
        place.slice >= slices)
        fail(cudaErrorInvalidValue,
             "{} bytes of {} rows from byte {}, row {}, slice {} on do not lie in an array of {} bytes x {} "
             "rows x {} "
             "slices",
             width, height, place.byte, place.row, place.slice, row_bytes, level.height, slices);
    return {level.address + place.slice * level.slice_pitch + place.row * level.row_pitch + place.byte, width,
            height, level.row_pitch};
}

cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* channels, size_t width,
                            size_t height, unsigned flags) {
    return call([&] {
        if ((flags & (cudaArrayLayered | cudaArrayCubemap)) != 0)
            fail(cudaErrorInvalidValue, "layers and cubemaps need cudaMalloc3DArray");
        allocate(array, channels, {width, height, 0}, flags);
    });
}

cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* channels, cudaExtent extent,
                              unsigned flags) {
    return call([&] { allocate(array, channels, extent, flags); });
}

cudaError_t cudaFreeArray(cudaArray_t array) {
    return call([&] { release(array, false); });
}

cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* channels, cudaExtent* extent, unsigned* flags,
                             cudaArray_t array) {
    return call([&] {
        const Array& found = array_of(array);
        if (channels) *channels = found.channels;
        if (extent) *extent = found.extent;
        if (flags) *flags = found.flags;
    });
}

cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* channels, cudaArray_const_t array) {
    return call([&] { answer(channels, array_of(array).channels); });
}

cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t* array, const cudaChannelFormatDesc* channels,
                                     cudaExtent extent, unsigned levels, unsigned flags) {
    return call([&] {
        answer(array, nullptr);
        const u64 depth = (flags & (cudaArrayLayered | cudaArrayCubemap)) != 0 ? 0 : extent.depth;
        const u64 longest = std::max({extent.width, extent.height, depth});
        const u32 most = longest == 0 ? 1 : 64 - static_cast<u32>(__builtin_clzll(longest));
        std::unique_ptr<Array> made = make(channels, extent, flags, std::clamp(levels, 1u, most));
        made->mipmapped = true;
        *array = add<cudaMipmappedArray_t>(std::move(made));
    });
}

cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t* level_array_handle, cudaMipmappedArray_const_t array,
                                       unsigned level) {
    return call([&] {
        const Array& found = mipmapped_array_of(array);
        if (level >= found.image.levels.size())
            fail(cudaErrorInvalidValue, "the mipmapped array has {} levels, and level {} is asked for",
                 found.image.levels.size(), level);
        answer(level_array_handle, add<cudaArray_t>(level_array(found, level)));
    });
}

cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t array) {
    return call([&] { release(array, true); });
}
