// Fetches through a texture object, shown as a line of bits (textures_probed.cu).
#pragma once

#include <cstdio>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "common/cuda/buffer.hpp"
#include "emulator/test/programs/textures_objects.cuh"

namespace textures_shown {

enum class Fetch { Line, Plane, Volume, Cube, Layer, Level, Gather, LineSteps, PlaneSteps };

struct Point {
    float x, y = 0.5f, z = 0.5f;
};

static __global__ void fetch(cudaTextureObject_t texture, Fetch how, const Point* points, float4* out,
                             int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const Point p = points[i];
    if (how == Fetch::Line) out[i] = tex1D<float4>(texture, p.x);
    if (how == Fetch::Plane) out[i] = tex2D<float4>(texture, p.x, p.y);
    if (how == Fetch::Volume) out[i] = tex3D<float4>(texture, p.x, p.y, p.z);
    if (how == Fetch::Cube) out[i] = texCubemap<float4>(texture, p.x, p.y, p.z);
    if (how == Fetch::Layer) out[i] = tex1DLayered<float4>(texture, p.x, static_cast<int>(p.y));
    if (how == Fetch::Level) out[i] = tex1DLod<float4>(texture, p.x, p.y);
    if (how == Fetch::Gather) out[i] = tex2Dgather<float4>(texture, p.x, p.y, 0);
    if (how == Fetch::LineSteps) out[i] = tex1DGrad<float4>(texture, p.x, p.y, p.z);
    if (how == Fetch::PlaneSteps)
        out[i] = tex2DGrad<float4>(texture, 0.4f, 0.4f, make_float2(p.x, p.y), make_float2(p.z, 0));
}

// "3f800000,00000000"
inline std::string bits_of(const float4& value, int components) {
    std::string text;
    for (int k = 0; k < components; ++k) {
        unsigned bits;
        char word[12];
        std::memcpy(&bits, &value.x + k, sizeof bits);
        std::snprintf(word, sizeof word, k == 0 ? "%08x" : ",%08x", bits);
        text += word;
    }
    return text;
}

// Prints the first components of each point's result; equal neighbours once, with their number.
inline void show(const std::string& name, const gpu_test::Texture& texture, Fetch how,
                 const std::vector<Point>& points, int components = 1) {
    const gpu::Buffer<Point> at(points);
    const int n = static_cast<int>(points.size());
    gpu::Buffer<float4> out(points.size());
    fetch<<<(n + 31) / 32, 32>>>(texture.object, how, at.data(), out.data(), n);
    CUDA_CHECK(cudaDeviceSynchronize());
    std::printf("%s:", name.c_str());
    const std::vector<float4> results = out.to_host();
    for (int k = 0, next; k < n; k = next) {
        const std::string text = bits_of(results[k], components);
        for (next = k + 1; next < n && bits_of(results[next], components) == text; ++next) {
        }
        const std::string times = next - k == 1 ? "" : std::to_string(next - k) + "x";
        std::printf(" %s%s", times.c_str(), text.c_str());
    }
    std::printf("\n");
}

inline cudaTextureDesc described(cudaTextureAddressMode mode, bool linear, bool normalized,
                                 cudaTextureReadMode read = cudaReadModeElementType) {
    cudaTextureDesc texture{};
    for (auto& each : texture.addressMode) each = mode;
    texture.filterMode = linear ? cudaFilterModeLinear : cudaFilterModePoint;
    texture.normalizedCoords = normalized;
    texture.readMode = read;
    for (float& channel : texture.borderColor) channel = 0.75f;
    return texture;
}

inline std::vector<Point> range(float first, float step, int count) {
    std::vector<Point> points;
    for (int k = 0; k < count; ++k) points.push_back({first + step * static_cast<float>(k)});
    return points;
}

constexpr float kInfinity = std::numeric_limits<float>::infinity(),
                kNan = std::numeric_limits<float>::quiet_NaN();
constexpr cudaTextureAddressMode kModes[] = {cudaAddressModeWrap, cudaAddressModeClamp, cudaAddressModeMirror,
                                             cudaAddressModeBorder};
const char* const kModeNames[] = {"wrap", "clamp", "mirror", "border"};

inline std::vector<float> counted(int count) {
    std::vector<float> values(count);
    for (int k = 0; k < count; ++k) values[k] = static_cast<float>(k);
    return values;
}

// A line (height 0) or a plane of 4 levels; the texels of each come from texel(level, number).
struct Mipmap {
    cudaMipmappedArray_t handle = nullptr;
    template <class Texel>
    Mipmap(unsigned width, unsigned height, Texel texel) {
        const cudaChannelFormatDesc channels = cudaCreateChannelDesc<float>();
        CUDA_CHECK(cudaMallocMipmappedArray(&handle, &channels, make_cudaExtent(width, height, 0), 4));
        for (unsigned level = 0; level < 4; ++level) {
            cudaArray_t array = nullptr;
            CUDA_CHECK(cudaGetMipmappedArrayLevel(&array, handle, level));
            const std::size_t columns = width >> level, rows = height == 0 ? 1 : height >> level;
            std::vector<float> texels;
            for (std::size_t k = 0; k < columns * rows; ++k) texels.push_back(texel(level, k));
            CUDA_CHECK(cudaMemcpy2DToArray(array, 0, 0, texels.data(), columns * 4, columns * 4, rows,
                                           cudaMemcpyHostToDevice));
        }
    }
    Mipmap(const Mipmap&) = delete;
    Mipmap& operator=(const Mipmap&) = delete;
    ~Mipmap() { cudaFreeMipmappedArray(handle); }

    cudaResourceDesc resource() const {
        cudaResourceDesc description{};
        description.resType = cudaResourceTypeMipmappedArray;
        description.res.mipmap.mipmap = handle;
        return description;
    }
};

}  // namespace textures_shown
