// Arrays, texture and surface objects of the driver: its descriptions in the runtime's words. The handles are the same.
#include "emulator/runtime/arrays.hpp"

// Behind the runtime's declarations.
#include <algorithm>
#include <iterator>

#include "emulator/driver/call.hpp"
#include "emulator/runtime/layouts.hpp"
#include "emulator/runtime/older/hooks.hpp"

namespace simt::driver {
namespace {

cudaArray_t runtime_array(CUarray array) { return reinterpret_cast<cudaArray_t>(array); }
cudaMipmappedArray_t runtime_array(CUmipmappedArray array) {
    return reinterpret_cast<cudaMipmappedArray_t>(array);
}

template <class Description>
const Description& given(const Description* description) {
    if (!description) fail(cudaErrorInvalidValue, "a description is a null pointer");
    return *description;
}

constexpr struct {
    CUarray_format format;
    cudaChannelFormatKind kind;
    int bits;
} kFormats[] = {
    {CU_AD_FORMAT_UNSIGNED_INT8, cudaChannelFormatKindUnsigned, 8},
    {CU_AD_FORMAT_UNSIGNED_INT16, cudaChannelFormatKindUnsigned, 16},
    {CU_AD_FORMAT_UNSIGNED_INT32, cudaChannelFormatKindUnsigned, 32},
    {CU_AD_FORMAT_SIGNED_INT8, cudaChannelFormatKindSigned, 8},
    {CU_AD_FORMAT_SIGNED_INT16, cudaChannelFormatKindSigned, 16},
    {CU_AD_FORMAT_SIGNED_INT32, cudaChannelFormatKindSigned, 32},
    {CU_AD_FORMAT_HALF, cudaChannelFormatKindFloat, 16},
    {CU_AD_FORMAT_FLOAT, cudaChannelFormatKindFloat, 32},
};

cudaChannelFormatDesc channels_of(CUarray_format format, unsigned count) {
    const auto* const found = std::ranges::find(kFormats, format, [](const auto& row) { return row.format; });
    if (found == std::end(kFormats))
        fail(cudaErrorNotSupported,
             "the array format {:#x} is not supported by the emulator: use integers of 8, 16 or 32 bits, "
             "halves or floats",
             static_cast<unsigned>(format));
    if (count != 1 && count != 2 && count != 4)
        fail(cudaErrorInvalidValue, "an array with {} channels: 1, 2 and 4 are possible", count);
    const int bits = found->bits;
    return {bits, count > 1 ? bits : 0, count > 2 ? bits : 0, count > 2 ? bits : 0, found->kind};
}

// Of a CUDA_ARRAY_DESCRIPTOR or a CUDA_ARRAY3D_DESCRIPTOR.
template <class Description>
cudaChannelFormatDesc channels_of(const Description* description) {
    const Description& array = given(description);
    return channels_of(array.Format, array.NumChannels);
}

CUarray_format format_of(const cudaChannelFormatDesc& channels) {
    for (const auto& row : kFormats)
        if (row.kind == channels.f && row.bits == channels.x) return row.format;
    fail(cudaErrorInvalidValue, "the array has no format of the driver's");
}

unsigned count_of(const cudaChannelFormatDesc& channels) {
    return channels.z != 0 ? 4 : channels.y != 0 ? 2 : 1;
}

CUDA_ARRAY3D_DESCRIPTOR description_of(CUarray handle) {
    const runtime::Array& array = runtime::array_of(runtime_array(handle));
    return {array.extent.width,        array.extent.height,      array.extent.depth,
            format_of(array.channels), count_of(array.channels), array.flags};
}

CUresult make_array(CUarray* array, const auto* description, const char* name = __builtin_FUNCTION()) {
    return in_context(
        [&] {
            cudaChannelFormatDesc channels;
            const cudaError_t read = call([&] {
                answer(array, nullptr);
                channels = channels_of(description);
            });
            if (read != cudaSuccess) return read;
            auto* const made = reinterpret_cast<cudaArray_t*>(array);
            if constexpr (requires { description->Depth; })
                return cudaMalloc3DArray(made, &channels,
                                         {description->Width, description->Height, description->Depth},
                                         description->Flags);
            else
                return cudaMallocArray(made, &channels, description->Width, description->Height, 0);
        },
        name);
}

cudaResourceDesc resource_of(const CUDA_RESOURCE_DESC& from) {
    cudaResourceDesc to = {};
    to.resType = static_cast<cudaResourceType>(from.resType);  // the same numbers
    switch (from.resType) {
        case CU_RESOURCE_TYPE_ARRAY:
            to.res.array.array = runtime_array(from.res.array.hArray);
            return to;
        case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
            to.res.mipmap.mipmap = runtime_array(from.res.mipmap.hMipmappedArray);
            return to;
        case CU_RESOURCE_TYPE_LINEAR: {
            const auto& linear = from.res.linear;
            to.res.linear = {pointer_of(linear.devPtr), channels_of(linear.format, linear.numChannels),
                             linear.sizeInBytes};
            return to;
        }
        case CU_RESOURCE_TYPE_PITCH2D: {
            const auto& pitched = from.res.pitch2D;
            to.res.pitch2D = {pointer_of(pitched.devPtr), channels_of(pitched.format, pitched.numChannels),
                              pitched.width, pitched.height, pitched.pitchInBytes};
            return to;
        }
    }
    fail(cudaErrorInvalidValue, "{} is no CUresourcetype", static_cast<int>(from.resType));
}

cudaChannelFormatDesc channels_in(const cudaResourceDesc& resource) {
    switch (resource.resType) {
        case cudaResourceTypeArray:
            return runtime::array_of(resource.res.array.array).channels;
        case cudaResourceTypeMipmappedArray:
            return runtime::mipmapped_array_of(resource.res.mipmap.mipmap).channels;
        case cudaResourceTypeLinear:
            return resource.res.linear.desc;
        default:
            return resource.res.pitch2D.desc;
    }
}

// Integers of 8 and 16 bits are read as floats from 0 to 1, or -1 to 1, unless a flag says otherwise.
runtime::TextureDescription texture_of(const CUDA_TEXTURE_DESC& from, const cudaChannelFormatDesc& channels) {
    constexpr unsigned kSeamlessCubemap = 0x40;
    runtime::TextureDescription to = {};
    for (int k = 0; k < 3; ++k) to.addressMode[k] = static_cast<cudaTextureAddressMode>(from.addressMode[k]);
    to.filterMode = static_cast<cudaTextureFilterMode>(from.filterMode);
    const bool as_floats = channels.f != cudaChannelFormatKindFloat && channels.x != 32 &&
                           (from.flags & CU_TRSF_READ_AS_INTEGER) == 0;
    to.readMode = as_floats ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
    to.sRGB = (from.flags & CU_TRSF_SRGB) != 0;
    to.normalizedCoords = (from.flags & CU_TRSF_NORMALIZED_COORDINATES) != 0;
    to.seamlessCubemap = (from.flags & kSeamlessCubemap) != 0;
    to.maxAnisotropy = from.maxAnisotropy;
    to.mipmapFilterMode = static_cast<cudaTextureFilterMode>(from.mipmapFilterMode);
    to.mipmapLevelBias = from.mipmapLevelBias;
    to.minMipmapLevelClamp = from.minMipmapLevelClamp;
    to.maxMipmapLevelClamp = from.maxMipmapLevelClamp;
    for (int k = 0; k < 4; ++k) to.borderColor[k] = from.borderColor[k];
    return to;
}

}  // namespace

SIMT_DRIVER(cuArrayCreate, _v2, CUarray* array, const CUDA_ARRAY_DESCRIPTOR* description) {
    return make_array(array, description);
}

SIMT_DRIVER(cuArray3DCreate, _v2, CUarray* array, const CUDA_ARRAY3D_DESCRIPTOR* description) {
    return make_array(array, description);
}

SIMT_DRIVER(cuArrayGetDescriptor, _v2, CUDA_ARRAY_DESCRIPTOR* description, CUarray array) {
    return in_context([&] {
        const CUDA_ARRAY3D_DESCRIPTOR all = description_of(array);
        answer(description, {all.Width, all.Height, all.Format, all.NumChannels});
    });
}

SIMT_DRIVER(cuArray3DGetDescriptor, _v2, CUDA_ARRAY3D_DESCRIPTOR* description, CUarray array) {
    return in_context([&] { answer(description, description_of(array)); });
}

SIMT_DRIVER(cuArrayDestroy, , CUarray array) {
    return in_context([&] { return cudaFreeArray(runtime_array(array)); });
}

SIMT_DRIVER(cuMipmappedArrayCreate, , CUmipmappedArray* array, const CUDA_ARRAY3D_DESCRIPTOR* description,
            unsigned levels) {
    return in_context([&] {
        cudaChannelFormatDesc channels;
        const cudaError_t read = call([&] { channels = channels_of(description); });
        if (read != cudaSuccess) return read;
        return cudaMallocMipmappedArray(reinterpret_cast<cudaMipmappedArray_t*>(array), &channels,
                                        {description->Width, description->Height, description->Depth}, levels,
                                        description->Flags);
    });
}

SIMT_DRIVER(cuMipmappedArrayGetLevel, , CUarray* level, CUmipmappedArray array, unsigned number) {
    return in_context([&] {
        return cudaGetMipmappedArrayLevel(reinterpret_cast<cudaArray_t*>(level), runtime_array(array),
                                          number);
    });
}

SIMT_DRIVER(cuMipmappedArrayDestroy, , CUmipmappedArray array) {
    return in_context([&] { return cudaFreeMipmappedArray(runtime_array(array)); });
}

SIMT_DRIVER(cuTexObjectCreate, , CUtexObject* object, const CUDA_RESOURCE_DESC* resource,
            const CUDA_TEXTURE_DESC* texture, const CUDA_RESOURCE_VIEW_DESC* view) {
    return in_context([&] {
        cudaResourceDesc of = {};
        runtime::TextureDescription how = {};
        const cudaError_t read = call([&] {
            if (view && view->format != CU_RES_VIEW_FORMAT_NONE)
                fail(cudaErrorNotSupported,
                     "resource views are not supported by the emulator: pass a null pointer");
            of = resource_of(given(resource));
            how = texture_of(given(texture), channels_in(of));
        });
        return read == cudaSuccess ? simt_create_texture_object(object, &of, &how, sizeof how, nullptr)
                                   : read;
    });
}

SIMT_DRIVER(cuTexObjectDestroy, , CUtexObject object) {
    return in_context([&] { return cudaDestroyTextureObject(object); });
}

SIMT_DRIVER(cuSurfObjectCreate, , CUsurfObject* object, const CUDA_RESOURCE_DESC* resource) {
    return in_context([&] {
        cudaResourceDesc of = {};
        const cudaError_t read = call([&] { of = resource_of(given(resource)); });
        return read == cudaSuccess ? cudaCreateSurfaceObject(object, &of) : read;
    });
}

SIMT_DRIVER(cuSurfObjectDestroy, , CUsurfObject object) {
    return in_context([&] { return cudaDestroySurfaceObject(object); });
}

}  // namespace simt::driver
