// Layers, cubemaps, linear and pitched memory, mipmapped arrays, gathers.
#pragma once

#include "emulator/test/programs/textures_fetches.cuh"

namespace {

__global__ void fetch_layers(cudaTextureObject_t texture, float* out, int width, int height, int layers) {
    const int x = threadIdx.x, y = blockIdx.x;
    for (int layer = 0; x < width && layer < layers; ++layer) {
        const float value = height == 0 ? tex1DLayered<float>(texture, static_cast<float>(x) + 0.5f, layer)
                                        : tex2DLayered<float>(texture, static_cast<float>(x) + 0.5f,
                                                              static_cast<float>(y) + 0.5f, layer);
        out[(layer * (height == 0 ? 1 : height) + y) * width + x] = value;
    }
}

bool layers() {
    const int width = 31, layer_count = 5;
    for (const int height : {0, 3}) {
        const int rows = height == 0 ? 1 : height;
        const std::vector<float> texels = numbers<float>(width * rows * layer_count, 256);
        const gpu_test::Array array(texels, width, height, layer_count, cudaArrayLayered);
        const gpu_test::Texture texture(array, description({cudaAddressModeClamp, true, false}));
        gpu::Buffer<float> out(std::vector<float>(texels.size(), kPoison));
        fetch_layers<<<rows, 32>>>(texture.object, out.data(), width, height, layer_count);
        finish();
        if (!same(out.to_host(), texels)) return false;
    }
    return true;
}

// Looks at the middle of each texel of a face, from the centre of the cube.
__global__ void look_around(cudaTextureObject_t texture, float* out, int width, int cube) {
    const int column = threadIdx.x, row = threadIdx.y, face = blockIdx.x;
    const float s = (2 * column + 1.0f) / width - 1, t = (2 * row + 1.0f) / width - 1;
    const float x[] = {1, -1, s, s, s, -s}, y[] = {-t, -t, 1, -1, -t, -t}, z[] = {-s, s, t, -t, 1, -1};
    const float far = 1 + column;  // the length of a direction makes no difference
    const float value =
        cube < 0 ? texCubemap<float>(texture, far * x[face], far * y[face], far * z[face])
                 : texCubemapLayered<float>(texture, far * x[face], far * y[face], far * z[face], cube);
    out[((cube < 0 ? 0 : cube * 6) + face) * width * width + row * width + column] = value;
}

bool cubemaps() {
    const int width = 7;
    for (const int cubes : {0, 3}) {
        const int faces = cubes == 0 ? 6 : 6 * cubes;
        const std::vector<float> texels = numbers<float>(width * width * faces, 256);
        const gpu_test::Array array(texels, width, width, faces,
                                    cudaArrayCubemap | (cubes == 0 ? 0 : cudaArrayLayered));
        for (const bool linear : {false, true}) {
            const gpu_test::Texture texture(array, description({cudaAddressModeWrap, linear, true}));
            gpu::Buffer<float> out(std::vector<float>(texels.size(), kPoison));
            for (int cube = cubes == 0 ? -1 : 0; cube < cubes; ++cube)
                look_around<<<6, dim3(width, width)>>>(texture.object, out.data(), width, cube);
            finish();
            const std::vector<float> got = out.to_host();
            for (std::size_t k = 0; k < texels.size(); ++k)
                if (std::fabs(got[k] - texels[k]) > (linear ? 1.5f : 0.0f)) return false;
        }
    }
    return true;
}

template <class T>
__global__ void fetch_memory(cudaTextureObject_t texture, T* out, int first, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = tex1Dfetch<T>(texture, first + i);
}

// Indices outside give 0, whatever the address mode says.
bool linear_memory() {
    const int count = 1000;
    const std::vector<int> values = numbers<int>(count, 1 << 20);
    const gpu::Buffer<int> memory(values);
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear = {const_cast<int*>(memory.data()), cudaCreateChannelDesc<int>(),
                           count * sizeof(int)};
    const gpu_test::Texture texture(resource, description({cudaAddressModeWrap, false, true}));
    std::vector<int> expected(5, 0);
    expected.insert(expected.end(), values.begin(), values.end());
    expected.resize(count + 10, 0);
    gpu::Buffer<int> out(std::vector<int>(count + 10, -1));
    fetch_memory<<<blocks_for(expected.size()), 64>>>(texture.object, out.data(), -5, count + 10);
    finish();
    return same(out.to_host(), expected);
}

bool pitched_memory() {
    const int width = 33, height = 7;
    const std::vector<float> texels = numbers<float>(width * height, 256);
    float* memory = nullptr;
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypePitch2D;
    auto& pitched = resource.res.pitch2D;
    CUDA_CHECK(cudaMallocPitch(&memory, &pitched.pitchInBytes, width * sizeof(float), height));
    CUDA_CHECK(cudaMemcpy2D(memory, pitched.pitchInBytes, texels.data(), width * sizeof(float),
                            width * sizeof(float), height, cudaMemcpyHostToDevice));
    pitched.devPtr = memory;
    pitched.desc = cudaCreateChannelDesc<float>();
    pitched.width = width;
    pitched.height = height;
    const Sampling how{cudaAddressModeBorder, true, false};
    bool ok = false;
    {
        const gpu_test::Texture texture(resource, description(how));
        const std::vector<float> x = coordinates(width, false);
        const gpu::Buffer<float> at(x);
        gpu::Buffer<float> out(std::vector<float>(x.size(), kPoison));
        fetch_plane<<<blocks_for(x.size()), 64>>>(texture.object, at.data(), at.data(), out.data(),
                                                  static_cast<int>(x.size()));
        finish();
        std::vector<float> expected;
        for (const float each : x)
            expected.push_back(
                static_cast<float>(reference::plane(each, each, width, height, how, [&](int column, int row) {
                    return column < 0 || row < 0 ? kBorder : texels[row * width + column];
                })));
        ok = same(out.to_host(), expected);
    }
    CUDA_CHECK(cudaFree(memory));
    return ok;
}

__global__ void fetch_levels(cudaTextureObject_t texture, float* out) {
    const float level = threadIdx.x / 4.0f, side = exp2f(level) / 8;
    out[2 * threadIdx.x] = tex2DLod<float>(texture, 0.5f, 0.5f, level);
    out[2 * threadIdx.x + 1] =
        tex2DGrad<float>(texture, 0.5f, 0.5f, make_float2(side, 0), make_float2(0, side));
}

// Level k is 10 * k everywhere, so a fetch between levels says where it stands.
bool mipmaps() {
    cudaMipmappedArray_t mipmap = nullptr;
    const cudaChannelFormatDesc channels = cudaCreateChannelDesc<float>();
    CUDA_CHECK(cudaMallocMipmappedArray(&mipmap, &channels, make_cudaExtent(8, 8, 0), 4));
    for (int k = 0; k < 4; ++k) {
        cudaArray_t level = nullptr;
        CUDA_CHECK(cudaGetMipmappedArrayLevel(&level, mipmap, k));
        const std::size_t side = 8 >> k;
        const std::vector<float> texels(side * side, 10.0f * static_cast<float>(k));
        CUDA_CHECK(cudaMemcpy2DToArray(level, 0, 0, texels.data(), side * sizeof(float), side * sizeof(float),
                                       side, cudaMemcpyHostToDevice));
    }
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeMipmappedArray;
    resource.res.mipmap.mipmap = mipmap;
    bool ok = true;
    for (const bool linear : {false, true}) {
        cudaTextureDesc wanted = description({cudaAddressModeClamp, false, true});
        wanted.mipmapFilterMode = linear ? cudaFilterModeLinear : cudaFilterModePoint;
        wanted.maxMipmapLevelClamp = 2.5f;
        const gpu_test::Texture texture(resource, wanted);
        gpu::Buffer<float> out(std::vector<float>(32, kPoison));
        fetch_levels<<<1, 16>>>(texture.object, out.data());
        finish();
        const std::vector<float> got = out.to_host();
        for (int t = 0; t < 16; ++t) {
            const float level = std::min(t / 4.0f, 2.5f);
            const float expected = linear ? 10 * level : 10 * std::floor(level + 0.5f);
            ok = ok && got[2 * t] == expected;
            // log2 and sqrt may round to the other side of a boundary between two levels
            ok = ok && (linear ? std::fabs(got[2 * t + 1] - expected) < 0.1f
                               : t % 4 == 2 || got[2 * t + 1] == expected);
        }
    }
    CUDA_CHECK(cudaFreeMipmappedArray(mipmap));
    return ok;
}

__global__ void gather(cudaTextureObject_t texture, int4* out, int width) {
    const float x = static_cast<float>(threadIdx.x), y = static_cast<float>(blockIdx.x);
    int4* const mine = out + 4 * (blockIdx.x * width + threadIdx.x);
    mine[0] = tex2Dgather<int4>(texture, x, y, 0);
    mine[1] = tex2Dgather<int4>(texture, x, y, 1);
    mine[2] = tex2Dgather<int4>(texture, x, y, 2);
    mine[3] = tex2Dgather<int4>(texture, x, y, 3);
}

bool gathers() {
    const int width = 9, height = 5;
    const std::vector<int4> texels = numbers_of_four(width * height);
    const gpu_test::Array array(texels, width, height, 0, cudaArrayTextureGather);
    const gpu_test::Texture texture(array, description({}));
    gpu::Buffer<int4> out(4 * width * height);
    gather<<<height, width>>>(texture.object, out.data(), width);
    finish();
    const std::vector<int4> got = out.to_host();
    const auto texel = [&](int x, int y) { return texels[std::max(y, 0) * width + std::max(x, 0)]; };
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const int4 four[] = {texel(x - 1, y), texel(x, y), texel(x, y - 1), texel(x - 1, y - 1)};
            for (int component = 0; component < 4; ++component) {
                const auto part = [component](const int4& of) { return (&of.x)[component]; };
                const int4& mine = got[4 * (y * width + x) + component];
                if (mine.x != part(four[0]) || mine.y != part(four[1]) || mine.z != part(four[2]) ||
                    mine.w != part(four[3]))
                    return false;
            }
        }
    return true;
}

}  // namespace
