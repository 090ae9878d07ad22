// Fetches through texture objects, compared with textures_reference.cuh: address modes, filters, formats, shapes.
#pragma once

#include <cuda_fp16.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "common/cuda/buffer.hpp"
#include "emulator/test/programs/compared.cuh"
#include "emulator/test/programs/textures_objects.cuh"
#include "emulator/test/programs/textures_reference.cuh"

namespace {

using reference::Sampling;

constexpr float kInfinity = std::numeric_limits<float>::infinity(),
                kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kPoison = -12345;
constexpr float kBorder = 7;

cudaTextureDesc description(const Sampling& how) {
    cudaTextureDesc texture{};
    for (auto& mode : texture.addressMode) mode = how.mode;
    texture.filterMode = how.linear ? cudaFilterModeLinear : cudaFilterModePoint;
    texture.normalizedCoords = how.normalized;
    for (float& channel : texture.borderColor) channel = kBorder;
    return texture;
}

// Inside, at the edges, far outside, and no number at all; for n texels, or from 0 to 1.
std::vector<float> coordinates(int n, bool normalized) {
    std::vector<float> all;
    for (int k = -3 * 8; k <= (n + 3) * 8; k += 3)
        all.push_back(static_cast<float>(k) / 8 + 0.01f * static_cast<float>(k % 5));
    for (float& each : all) each = normalized ? each / static_cast<float>(n) : each;
    for (const float odd :
         {-0.0f, 1.0f, -1.0f, 0.5f, 1e-30f, -1e-30f, 1e20f, -1e20f, kInfinity, -kInfinity, kNan})
        all.push_back(odd);
    return all;
}

constexpr cudaTextureAddressMode kModes[] = {cudaAddressModeWrap, cudaAddressModeClamp, cudaAddressModeMirror,
                                             cudaAddressModeBorder};

// Calls check(sampling) for every address mode, both filters, both kinds of coordinates; stops at the first that fails.
template <class Check>
bool for_all_samplings(Check check) {
    for (const auto mode : kModes)
        for (const bool linear : {false, true})
            for (const bool normalized : {false, true})
                if (!check(Sampling{mode, linear, normalized})) return false;
    return true;
}

__global__ void fetch_line(cudaTextureObject_t texture, const float* x, float* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = tex1D<float>(texture, x[i]);
}
__global__ void fetch_plane(cudaTextureObject_t texture, const float* x, const float* y, float* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = tex2D<float>(texture, x[i], y[i]);
}
__global__ void fetch_volume(cudaTextureObject_t texture, const float* x, const float* y, const float* z,
                             float* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = tex3D<float>(texture, x[i], y[i], z[i]);
}

int blocks_for(std::size_t n) { return static_cast<int>((n + 63) / 64); }

bool lines() {
    for (const int width : {1, 2, 31, 33}) {
        const std::vector<float> texels = numbers<float>(width, 256);
        const gpu_test::Array array(texels, width, 0);
        const bool ok = for_all_samplings([&](const Sampling& how) {
            const gpu_test::Texture texture(array, description(how));
            const std::vector<float> x = coordinates(width, how.normalized);
            const gpu::Buffer<float> at(x);
            gpu::Buffer<float> out(std::vector<float>(x.size(), kPoison));
            fetch_line<<<blocks_for(x.size()), 64>>>(texture.object, at.data(), out.data(),
                                                     static_cast<int>(x.size()));
            finish();
            std::vector<float> expected;
            for (const float each : x)
                expected.push_back(static_cast<float>(
                    reference::line(each, width, how, [&](int i) { return i < 0 ? kBorder : texels[i]; })));
            return same(out.to_host(), expected);
        });
        if (!ok) return false;
    }
    return true;
}

bool planes() {
    const int width = 33, height = 5;
    const std::vector<float> texels = numbers<float>(width * height, 256);
    const gpu_test::Array array(texels, width, height);
    return for_all_samplings([&](const Sampling& how) {
        const gpu_test::Texture texture(array, description(how));
        std::vector<float> x = coordinates(width, how.normalized), y(x.size());
        const std::vector<float> rows = coordinates(height, how.normalized);
        for (std::size_t k = 0; k < x.size(); ++k) y[k] = rows[k * 7 % rows.size()];
        const gpu::Buffer<float> at_x(x), at_y(y);
        gpu::Buffer<float> out(std::vector<float>(x.size(), kPoison));
        fetch_plane<<<blocks_for(x.size()), 64>>>(texture.object, at_x.data(), at_y.data(), out.data(),
                                                  static_cast<int>(x.size()));
        finish();
        std::vector<float> expected;
        for (std::size_t k = 0; k < x.size(); ++k)
            expected.push_back(
                static_cast<float>(reference::plane(x[k], y[k], width, height, how, [&](int column, int row) {
                    return column < 0 || row < 0 ? kBorder : texels[row * width + column];
                })));
        return same(out.to_host(), expected);
    });
}

bool volumes() {
    const int width = 7, height = 5, depth = 3;
    const std::vector<float> texels = numbers<float>(width * height * depth, 256);
    const gpu_test::Array array(texels, width, height, depth);
    return for_all_samplings([&](const Sampling& how) {
        const gpu_test::Texture texture(array, description(how));
        const std::vector<float> x = coordinates(width, how.normalized),
                                 rows = coordinates(height, how.normalized),
                                 slices = coordinates(depth, how.normalized);
        std::vector<float> y(x.size()), z(x.size());
        for (std::size_t k = 0; k < x.size(); ++k)
            y[k] = rows[k * 7 % rows.size()], z[k] = slices[k * 5 % slices.size()];
        const gpu::Buffer<float> at_x(x), at_y(y), at_z(z);
        gpu::Buffer<float> out(std::vector<float>(x.size(), kPoison));
        fetch_volume<<<blocks_for(x.size()), 64>>>(texture.object, at_x.data(), at_y.data(), at_z.data(),
                                                   out.data(), static_cast<int>(x.size()));
        finish();
        std::vector<float> expected;
        for (std::size_t k = 0; k < x.size(); ++k)
            expected.push_back(static_cast<float>(reference::volume(
                x[k], y[k], z[k], width, height, depth, how, [&](int column, int row, int slice) {
                    return column < 0 || row < 0 || slice < 0
                               ? kBorder
                               : texels[(slice * height + row) * width + column];
                })));
        return same(out.to_host(), expected);
    });
}

std::vector<int4> numbers_of_four(int count) {
    const std::vector<int> all = numbers<int>(4 * count, 1 << 20);
    std::vector<int4> fours(count);
    std::memcpy(fours.data(), all.data(), sizeof(int4) * count);
    return fours;
}

// ---- formats

template <class T>
__global__ void fetch_elements(cudaTextureObject_t texture, T* out, int width, int height) {
    const int x = threadIdx.x, y = blockIdx.x;
    if (x < width && y < height)
        out[y * width + x] = tex2D<T>(texture, static_cast<float>(x), static_cast<float>(y));
}

// Elements come back byte for byte.
template <class T>
bool element_type() {
    const int width = 31, height = 3;
    const std::vector<unsigned char> bytes = numbers<unsigned char>(sizeof(T) * width * height, 256);
    std::vector<T> texels(width * height);
    std::memcpy(texels.data(), bytes.data(), bytes.size());
    const gpu_test::Array array(texels, width, height);
    const gpu_test::Texture texture(array, description({}));
    gpu::Buffer<T> out(width * height);
    fetch_elements<<<height, 32>>>(texture.object, out.data(), width, height);
    finish();
    return std::memcmp(out.to_host().data(), texels.data(), bytes.size()) == 0;
}

bool element_types() {
    return element_type<signed char>() && element_type<unsigned char>() && element_type<short>() &&
           element_type<unsigned short>() && element_type<int>() && element_type<unsigned>() &&
           element_type<char2>() && element_type<uchar4>() && element_type<short2>() &&
           element_type<ushort4>() && element_type<int2>() && element_type<uint4>() &&
           element_type<float2>() && element_type<float4>();
}

// Filtered integers as floats from 0 to 1 or -1 to 1. Of bytes without a sign the sum is the nearest multiple of 1/65535, as on an
// H200; others are at most such a step away from the exact sum.
template <class T>
bool normalized_type() {
    const int width = 33, height = 5;
    const std::vector<T> texels = numbers<T>(width * height, 1 << (8 * sizeof(T)));
    const gpu_test::Array array(texels, width, height);
    const Sampling how{cudaAddressModeClamp, true, false};
    cudaTextureDesc wanted = description(how);
    wanted.readMode = cudaReadModeNormalizedFloat;
    const gpu_test::Texture texture(array, wanted);
    std::vector<float> x = coordinates(width, false), y(x.size());
    for (std::size_t k = 0; k < x.size(); ++k) y[k] = static_cast<float>(k % 41) / 8;
    const gpu::Buffer<float> at_x(x), at_y(y);
    gpu::Buffer<float> out(std::vector<float>(x.size(), kPoison));
    fetch_plane<<<blocks_for(x.size()), 64>>>(texture.object, at_x.data(), at_y.data(), out.data(),
                                              static_cast<int>(x.size()));
    finish();
    const std::vector<float> got = out.to_host();
    for (std::size_t k = 0; k < x.size(); ++k) {
        const double exact = reference::plane(x[k], y[k], width, height, how, [&](int column, int row) {
            return texels[row * width + column] / static_cast<double>(std::numeric_limits<T>::max());
        });
        const double sum = std::max(-1.0, exact);
        if (std::is_same_v<T, unsigned char>) {
            const double steps =
                std::floor(sum * 65535 + 0.5 + 1e-6);  // halves up, also if sum is a little less
            if (got[k] != static_cast<float>(steps / 65535)) return false;
        }
        if (!(std::fabs(got[k] - sum) <= 1 / 32767.0)) return false;
    }
    return true;
}

bool normalized_types() {
    return normalized_type<unsigned char>() && normalized_type<signed char>() &&
           normalized_type<unsigned short>() && normalized_type<short>();
}

bool halves() {
    std::vector<__half> texels;
    std::vector<float> expected;
    for (int k = 0; k < 31; ++k) {
        texels.push_back(__float2half(static_cast<float>(k) / 8 - 1));
        expected.push_back(static_cast<float>(k) / 8 - 1);
    }
    const gpu_test::Array array(texels, 31, 1, 0, 0, cudaCreateChannelDescHalf());
    const gpu_test::Texture texture(array, description({}));
    gpu::Buffer<float> out(31);
    fetch_elements<<<1, 32>>>(texture.object, out.data(), 31, 1);
    finish();
    return same(out.to_host(), expected);
}

// An H200's values, which have few bits, are within 1% of the formula's; the last channel stays as it is.
__global__ void fetch_one(cudaTextureObject_t texture, float4* out) { *out = tex1D<float4>(texture, 0.5f); }
bool srgb() {
    const std::vector<uchar4> texels = {make_uchar4(10, 128, 255, 128)};
    const gpu_test::Array array(texels, 1, 0);
    cudaTextureDesc wanted = description({});
    wanted.readMode = cudaReadModeNormalizedFloat;
    wanted.sRGB = 1;
    const gpu_test::Texture texture(array, wanted);
    gpu::Buffer<float4> out(1);
    fetch_one<<<1, 1>>>(texture.object, out.data());
    finish();
    const float4 got = out.to_host()[0];
    return got.x == 100 / 32768.0f && got.y == 7072 / 32768.0f && got.z == 1 &&
           std::fabs(got.w - 128 / 255.0f) < 1e-7;
}

}  // namespace
