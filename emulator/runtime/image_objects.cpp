// Texture and surface objects: cudaCreateTextureObject, cudaCreateSurfaceObject and their kind. A kernel gets the object's number
// (memory/images.hpp).
#include <algorithm>
#include <cstring>
#include <map>

#include "emulator/runtime/arrays.hpp"
#include "emulator/runtime/call.hpp"
#include "emulator/runtime/findings.hpp"
#include "emulator/runtime/h200.hpp"
#include "emulator/runtime/layouts.hpp"
#include "emulator/runtime/older/hooks.hpp"

using namespace simt;
using namespace simt::runtime;
using memory::ChannelKind;
using memory::Image;
using memory::ImageObject;
using memory::Sampler;

namespace {

constexpr u64 kPitchAlignment = 32;

// What the program described, for the calls that ask.
struct Descriptions {
    ResourceDescription resource{};
    TextureDescription texture{};
};
std::map<u64, Descriptions>& descriptions() {
    static auto* const all = new std::map<u64, Descriptions>;
    return *all;
}

void check_given(const void* description, const char* of) {
    if (description == nullptr)
        fail(cudaErrorInvalidValue, "the description of the {} is a null pointer", of);
}

// Linear memory: one allocation has to hold it, aligned as the hardware wants it.
void check_memory(const void* pointer, u64 bytes, u64 alignment) {
    const u64 address = reinterpret_cast<u64>(pointer);
    if (address % alignment != 0)
        fail(cudaErrorInvalidValue, "a texture's memory at {} does not begin at a multiple of {} bytes",
             pointer, alignment);
    const memory::Allocation* const found = context().space.find(address);
    if (found == nullptr) refuse_memory("a texture's memory at {} is no device memory", pointer);
    if (!found->holds(address, bytes))
        refuse_memory("a texture of {} bytes at {} reaches past the end of {}", bytes, pointer,
                      found->description());
}

Image linear_image(const cudaResourceDesc& resource) {
    const auto& linear = resource.res.linear;
    Image image{.format = format_of(linear.desc), .linear = true};
    check_memory(linear.devPtr, linear.sizeInBytes, h200::kTextureAlignment);
    const u64 width = linear.sizeInBytes / image.format.bytes();
    if (width == 0 || width > u64{1} << 28)
        fail(cudaErrorInvalidValue, "a texture of {} elements in linear memory: it can have 1 to 2^28",
             width);
    image.levels = {{.address = reinterpret_cast<u64>(linear.devPtr), .width = static_cast<u32>(width)}};
    return image;
}

Image pitched_image(const cudaResourceDesc& resource) {
    const auto& pitch = resource.res.pitch2D;
    Image image{.format = format_of(pitch.desc), .dimensions = 2};
    const u64 row = pitch.width * image.format.bytes();
    if (pitch.width == 0 || pitch.height == 0 || pitch.width > 131072 || pitch.height > 65000)
        fail(cudaErrorInvalidValue,
             "a texture of {} x {} elements in pitched memory: at most 131072 x 65000 are possible",
             pitch.width, pitch.height);
    if (pitch.pitchInBytes % kPitchAlignment != 0 || pitch.pitchInBytes < row)
        fail(cudaErrorInvalidValue,
             "rows of {} bytes with a pitch of {}: it has to be a multiple of 32 and no less than the row",
             row, pitch.pitchInBytes);
    check_memory(pitch.devPtr, (pitch.height - 1) * pitch.pitchInBytes + row, h200::kTextureAlignment);
    image.levels = {{.address = reinterpret_cast<u64>(pitch.devPtr),
                     .width = static_cast<u32>(pitch.width),
                     .height = static_cast<u32>(pitch.height),
                     .row_pitch = pitch.pitchInBytes}};
    return image;
}

Image image_of(const cudaResourceDesc& resource) {
    switch (resource.resType) {
        case cudaResourceTypeArray:
            return array_of(resource.res.array.array).image;
        case cudaResourceTypeMipmappedArray:
            return mipmapped_array_of(resource.res.mipmap.mipmap).image;
        case cudaResourceTypeLinear:
            return linear_image(resource);
        case cudaResourceTypePitch2D:
            return pitched_image(resource);
    }
    fail(cudaErrorInvalidValue, "{} is no cudaResourceType", static_cast<int>(resource.resType));
}

// What the description asks for and the format cannot give, or the emulator does not have.
void check_texture(const TextureDescription& texture, const Image& image) {
    const bool floats = image.format.kind == ChannelKind::Float;
    if (texture.readMode == cudaReadModeNormalizedFloat && !floats && image.format.bits == 32)
        fail(cudaErrorInvalidNormSetting,
             "integers of 32 bits are not read as normalized floats: only those of 8 and 16");
    if (texture.filterMode == cudaFilterModeLinear && !floats && texture.readMode == cudaReadModeElementType)
        fail(cudaErrorInvalidFilterSetting,
             "integers are not filtered: read them with cudaReadModeNormalizedFloat, or use "
             "cudaFilterModePoint");
    if (texture.sRGB != 0 && (image.format.kind != ChannelKind::Unsigned || image.format.bits != 8 ||
                              texture.readMode != cudaReadModeNormalizedFloat))
        fail(cudaErrorInvalidValue,
             "sRGB is for unsigned channels of 8 bits with cudaReadModeNormalizedFloat");
    if (texture.maxAnisotropy > 1)
        fail(cudaErrorNotSupported,
             "anisotropic filtering is not supported by the emulator: set maxAnisotropy to 0");
    if (texture.seamlessCubemap != 0)
        fail(cudaErrorNotSupported,
             "seamless cubemaps are not supported by the emulator: set seamlessCubemap to 0");
    const bool border = std::ranges::count(texture.addressMode, cudaAddressModeBorder) != 0;
    for (const float channel : texture.borderColor)
        if (border && channel != 0 && !floats && texture.readMode == cudaReadModeElementType)
            fail(cudaErrorNotSupported,
                 "a border colour of integers is not supported by the emulator: use 0");
}

memory::AddressMode mode_of(cudaTextureAddressMode mode) {
    if (mode < cudaAddressModeWrap || mode > cudaAddressModeBorder)
        fail(cudaErrorInvalidValue, "{} is no cudaTextureAddressMode", static_cast<int>(mode));
    return static_cast<memory::AddressMode>(mode);
}

Sampler sampler_of(const TextureDescription& texture, const Image& image) {
    Sampler sampler;
    sampler.normalized_values =
        texture.readMode == cudaReadModeNormalizedFloat && image.format.kind != ChannelKind::Float;
    if (image.linear) {  // filter and address modes are ignored; outside are zeros
        for (memory::AddressMode& mode : sampler.address) mode = memory::AddressMode::Border;
        return sampler;
    }
    for (u32 k = 0; k < image.dimensions; ++k) sampler.address[k] = mode_of(texture.addressMode[k]);
    if (image.dimensions == 1 && texture.addressMode[1] == cudaAddressModeBorder)
        sampler.address[1] = memory::AddressMode::Border;  // it counts for lines, too
    sampler.normalized_coordinates = texture.normalizedCoords != 0;
    sampler.srgb = texture.sRGB != 0;
    sampler.linear = texture.filterMode == cudaFilterModeLinear;
    sampler.linear_levels = texture.mipmapFilterMode == cudaFilterModeLinear;
    std::memcpy(sampler.border, texture.borderColor, sizeof sampler.border);
    sampler.level_bias = texture.mipmapLevelBias;
    sampler.least_level = texture.minMipmapLevelClamp;
    sampler.most_level = texture.maxMipmapLevelClamp;
    return sampler;
}

const Descriptions& described(u64 handle, bool surface) {
    const ImageObject* const found = context().images.find(handle);
    if (found == nullptr || found->surface != surface || found->destroyed)
        fail(cudaErrorInvalidValue, "{:#x} is no {} object", handle, surface ? "surface" : "texture");
    return descriptions()[handle];
}

void destroy(u64 handle, bool surface) {
    if (handle == 0) return;
    described(handle, surface);
    context().streams.synchronize(memory::kEveryDevice);  // work in flight may still use it
    context().images.destroy(handle, surface);
}

u64 create(ImageObject object, const cudaResourceDesc* resource, const TextureDescription& texture) {
    object.device = current_device();
    const u64 handle = context().images.create(std::move(object));
    Descriptions& all = descriptions()[handle];
    std::memcpy(static_cast<void*>(&all.resource), resource, kResourceDescription12);
    all.texture = texture;
    return handle;
}

}  // namespace

cudaError_t simt_create_texture_object(cudaTextureObject_t* object, const cudaResourceDesc* resource,
                                       const void* texture, size_t texture_bytes,
                                       const cudaResourceViewDesc* view) {
    return call(
        [&] {
            check_given(resource, "resource");
            check_given(texture, "texture");
            if (view != nullptr && view->format != cudaResViewFormatNone)
                fail(cudaErrorNotSupported,
                     "resource views are not supported by the emulator: pass a null pointer");
            TextureDescription described_texture{};
            std::memcpy(&described_texture, texture, texture_bytes);
            const Image image = image_of(*resource);
            check_texture(described_texture, image);
            answer(object, create({.image = image, .sampler = sampler_of(described_texture, image)}, resource,
                                  described_texture));
        },
        "cudaCreateTextureObject");
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* object, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* texture, const cudaResourceViewDesc* view) {
    return simt_create_texture_object(object, resource, texture, sizeof(TextureDescription), view);
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object) {
    return call([&] { destroy(object, false); });
}

cudaError_t simt_texture_resource(void* resource, size_t bytes, cudaTextureObject_t object) {
    return call([&] { answer_part(resource, described(object, false).resource, bytes); },
                "cudaGetTextureObjectResourceDesc");
}

cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* resource, cudaTextureObject_t object) {
    return simt_texture_resource(resource, sizeof(ResourceDescription), object);
}

cudaError_t simt_texture_description(void* texture, size_t bytes, cudaTextureObject_t object) {
    return call([&] { answer_part(texture, described(object, false).texture, bytes); },
                "cudaGetTextureObjectTextureDesc");
}

cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* texture, cudaTextureObject_t object) {
    return simt_texture_description(texture, sizeof(TextureDescription), object);
}

cudaError_t cudaGetTextureObjectResourceViewDesc(cudaResourceViewDesc*, cudaTextureObject_t object) {
    return call([&] {
        described(object, false);
        fail(cudaErrorInvalidValue, "the texture object was created without a resource view");
    });
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* object, const cudaResourceDesc* resource) {
    return call([&] {
        check_given(resource, "resource");
        if (resource->resType != cudaResourceTypeArray)
            fail(cudaErrorInvalidValue,
                 "a surface object needs an array: set resType to cudaResourceTypeArray");
        const Image& image = array_of(resource->res.array.array).image;
        answer(object, create({.image = image, .surface = true}, resource, {}));
    });
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object) {
    return call([&] { destroy(object, true); });
}

cudaError_t simt_surface_resource(void* resource, size_t bytes, cudaSurfaceObject_t object) {
    return call([&] { answer_part(resource, described(object, true).resource, bytes); },
                "cudaGetSurfaceObjectResourceDesc");
}

cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* resource, cudaSurfaceObject_t object) {
    return simt_surface_resource(resource, sizeof(ResourceDescription), object);
}
