// Surfaces, copies to, from and between arrays, and what the runtime answers about arrays and objects.
#pragma once

#include "emulator/test/programs/textures_fetches.cuh"

namespace {

__global__ void fill_plane(cudaSurfaceObject_t surface, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x < width && y < height) surf2Dwrite(static_cast<float>(100 * y + x), surface, x * sizeof(float), y);
}
__global__ void shift_plane(cudaSurfaceObject_t from, cudaSurfaceObject_t to, int width) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y,
              bytes = static_cast<int>(sizeof(float));
    if (x >= width) return;
    const float clamped = surf2Dread<float>(from, (x - 2) * bytes, y, cudaBoundaryModeClamp);
    const float outside = surf2Dread<float>(from, (x + 2) * bytes, y - 1, cudaBoundaryModeZero);
    surf2Dwrite(clamped + outside, to, x * bytes, y);
    surf2Dwrite(-1.0f, to, (x + width) * bytes, y, cudaBoundaryModeZero);
}

bool surfaces() {
    const int width = 33, height = 4;
    const std::vector<float> none(width * height, kPoison);
    const gpu_test::Array first(none, width, height, 0, cudaArraySurfaceLoadStore),
        second(none, width, height, 0, cudaArraySurfaceLoadStore);
    const gpu_test::Surface from(first), to(second);
    fill_plane<<<dim3(2, height), 32>>>(from.object, width, height);
    shift_plane<<<dim3(2, height), 32>>>(from.object, to.object, width);
    // A texture of the same array sees what earlier launches wrote.
    const gpu_test::Texture texture(second, description({}));
    gpu::Buffer<float> out(std::vector<float>(width * height, kPoison));
    fetch_elements<<<height, 64>>>(texture.object, out.data(), width, height);
    finish();
    std::vector<float> expected;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            expected.push_back(static_cast<float>(100 * y + std::max(x - 2, 0) +
                                                  (x + 2 < width && y > 0 ? 100 * (y - 1) + x + 2 : 0)));
    return same(out.to_host(), expected);
}

__global__ void write_shapes(cudaSurfaceObject_t line, cudaSurfaceObject_t volume, cudaSurfaceObject_t lines,
                             cudaSurfaceObject_t planes, cudaSurfaceObject_t cube) {
    const int x = threadIdx.x;
    surf1Dwrite(make_uchar4(x, 1, 2, 3), line, x * 4);
    surf3Dwrite(static_cast<short>(x), volume, x * 2, 1, 2);
    surf1DLayeredwrite(make_float2(x, 5), lines, x * 8, 2);
    surf2DLayeredwrite(make_float4(x, 6, 7, 8), planes, x * 16, 1, 2);
    surfCubemapwrite(static_cast<unsigned char>(x), cube, x, 3, 4);
}

template <class T>
std::vector<T> contents(const gpu_test::Array& array, std::size_t width, std::size_t height,
                        std::size_t depth) {
    std::vector<T> texels(width * height * depth);
    cudaMemcpy3DParms copy{};
    copy.srcArray = array.handle;
    copy.dstPtr = make_cudaPitchedPtr(texels.data(), width * sizeof(T), width, height);
    copy.extent = make_cudaExtent(width, height, depth);
    copy.kind = cudaMemcpyDeviceToHost;
    CUDA_CHECK(cudaMemcpy3D(&copy));
    return texels;
}

// Zeros everywhere but where write_shapes writes: `count` elements from `first` on.
template <class T, class Value>
bool only_row(const std::vector<T>& got, std::size_t first, std::size_t count, Value value) {
    std::vector<T> expected(got.size());
    std::memset(static_cast<void*>(expected.data()), 0, expected.size() * sizeof(T));
    for (std::size_t k = 0; k < count; ++k) expected[first + k] = value(static_cast<int>(k));
    return std::memcmp(got.data(), expected.data(), got.size() * sizeof(T)) == 0;
}

bool surfaces_of_every_shape() {
    constexpr unsigned kStores = cudaArraySurfaceLoadStore;
    const gpu_test::Array line(std::vector<uchar4>(5), 5, 0, 0, kStores),
        volume(std::vector<short>(5 * 3 * 4), 5, 3, 4, kStores),
        lines(std::vector<float2>(5 * 3), 5, 0, 3, kStores | cudaArrayLayered),
        planes(std::vector<float4>(5 * 2 * 3), 5, 2, 3, kStores | cudaArrayLayered),
        cube(std::vector<unsigned char>(5 * 5 * 6), 5, 5, 6, kStores | cudaArrayCubemap);
    {
        const gpu_test::Surface a(line), b(volume), c(lines), d(planes), e(cube);
        write_shapes<<<1, 5>>>(a.object, b.object, c.object, d.object, e.object);
        finish();
    }
    return only_row(contents<uchar4>(line, 5, 1, 1), 0, 5, [](int x) { return make_uchar4(x, 1, 2, 3); }) &&
           only_row(contents<short>(volume, 5, 3, 4), (2 * 3 + 1) * 5, 5,
                    [](int x) { return static_cast<short>(x); }) &&
           only_row(contents<float2>(lines, 5, 1, 3), 2 * 5, 5, [](int x) { return make_float2(x, 5); }) &&
           only_row(contents<float4>(planes, 5, 2, 3), (2 * 2 + 1) * 5, 5,
                    [](int x) { return make_float4(x, 6, 7, 8); }) &&
           only_row(contents<unsigned char>(cube, 5, 5, 6), (4 * 5 + 3) * 5, 5,
                    [](int x) { return static_cast<unsigned char>(x); });
}

// ---- copies

// Through every call that copies rows: host, array, array, device memory, array, host.
bool copies_of_rows() {
    const std::size_t width = 31, height = 5, row = width * sizeof(int);
    const std::vector<int> texels = numbers<int>(width * height, 1 << 20);
    const std::vector<int> none(width * height, 0);
    const gpu_test::Array a(none, width, height), b(none, width, height), c(none, width, height);
    cudaStream_t stream = nullptr;
    CUDA_CHECK(cudaStreamCreate(&stream));
    CUDA_CHECK(
        cudaMemcpy2DToArray(a.handle, 4, 1, texels.data(), row, row - 4, height - 1, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy2DArrayToArray(b.handle, 0, 0, a.handle, 4, 1, row - 4, height - 1));
    gpu::Buffer<int> memory(none);
    CUDA_CHECK(cudaMemcpy2DFromArrayAsync(memory.data(), row, b.handle, 0, 0, row, height,
                                          cudaMemcpyDeviceToDevice, stream));
    CUDA_CHECK(
        cudaMemcpy2DToArrayAsync(c.handle, 0, 0, memory.data(), row, row, height, cudaMemcpyDefault, stream));
    CUDA_CHECK(cudaStreamSynchronize(stream));
    std::vector<int> back(width * height, -1), expected(width * height, 0);
    CUDA_CHECK(cudaMemcpy2DFromArray(back.data(), row, c.handle, 0, 0, row, height, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaStreamDestroy(stream));
    for (std::size_t y = 0; y + 1 < height; ++y)
        for (std::size_t x = 0; x + 1 < width; ++x) expected[y * width + x] = texels[y * width + x];
    return same(back, expected);
}

// The older calls count bytes from a place on, over the ends of rows.
bool copies_of_bytes() {
    const std::size_t width = 7, height = 4, count = 17;
    const std::vector<int> texels = numbers<int>(width * height, 1 << 20);
    const std::vector<int> none(width * height, 0);
    const gpu_test::Array a(none, width, height), b(none, width, height);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
    CUDA_CHECK(cudaMemcpyToArray(a.handle, 5 * sizeof(int), 0, texels.data(), count * sizeof(int),
                                 cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpyArrayToArray(b.handle, 2 * sizeof(int), 1, a.handle, 5 * sizeof(int), 0,
                                      count * sizeof(int)));
    std::vector<int> back(count, -1);
    CUDA_CHECK(cudaMemcpyFromArray(back.data(), b.handle, 2 * sizeof(int), 1, count * sizeof(int),
                                   cudaMemcpyDeviceToHost));
#pragma GCC diagnostic pop
    return same(back, {texels.begin(), texels.begin() + count}) &&
           contents<int>(a, width, height, 1)[5 + count - 1] == texels[count - 1];
}

// A box within an array to a box within another, and out of it; positions count elements.
bool copies_of_boxes() {
    const std::size_t width = 6, height = 5, depth = 4;
    const std::vector<short2> texels = [] {
        std::vector<short2> all;
        for (short k = 0; k < 6 * 5 * 4; ++k) all.push_back(make_short2(k, -k));
        return all;
    }();
    const gpu_test::Array from(texels, width, height, depth),
        to(std::vector<short2>(texels.size()), width, height, depth);
    cudaMemcpy3DParms copy{};
    copy.srcArray = from.handle;
    copy.srcPos = make_cudaPos(1, 2, 1);
    copy.dstArray = to.handle;
    copy.dstPos = make_cudaPos(3, 0, 2);
    copy.extent = make_cudaExtent(3, 3, 2);
    copy.kind = cudaMemcpyDeviceToDevice;
    CUDA_CHECK(cudaMemcpy3DAsync(&copy, nullptr));
    const std::vector<short2> got = contents<short2>(to, width, height, depth);
    for (std::size_t z = 0; z < depth; ++z)
        for (std::size_t y = 0; y < height; ++y)
            for (std::size_t x = 0; x < width; ++x) {
                const bool inside = x >= 3 && y < 3 && z >= 2;
                const short expected =
                    inside ? texels[((z - 1) * height + y + 2) * width + x - 2].x : static_cast<short>(0);
                if (got[(z * height + y) * width + x].x != expected) return false;
            }
    return true;
}

// ---- answers

bool answers() {
    const gpu_test::Array array(std::vector<uchar2>(6 * 4 * 3), 6, 4, 3,
                                cudaArrayLayered | cudaArraySurfaceLoadStore);
    cudaChannelFormatDesc channels{}, again{};
    cudaExtent extent{};
    unsigned flags = 0;
    CUDA_CHECK(cudaArrayGetInfo(&channels, &extent, &flags, array.handle));
    CUDA_CHECK(cudaGetChannelDesc(&again, array.handle));
    bool ok = channels.x == 8 && channels.y == 8 && channels.z == 0 &&
              channels.f == cudaChannelFormatKindUnsigned && again.y == 8 && extent.width == 6 &&
              extent.height == 4 && extent.depth == 3 &&
              flags == (cudaArrayLayered | cudaArraySurfaceLoadStore);
    cudaTextureDesc wanted = description({cudaAddressModeMirror, false, true});
    wanted.borderColor[0] = wanted.borderColor[1] = wanted.borderColor[2] = wanted.borderColor[3] = 0;
    const gpu_test::Texture texture(array, wanted);
    const gpu_test::Surface surface(array);
    cudaTextureDesc found{};
    cudaResourceDesc resource{}, other{};
    CUDA_CHECK(cudaGetTextureObjectTextureDesc(&found, texture.object));
    CUDA_CHECK(cudaGetTextureObjectResourceDesc(&resource, texture.object));
    CUDA_CHECK(cudaGetSurfaceObjectResourceDesc(&other, surface.object));
    return ok && found.addressMode[0] == wanted.addressMode[0] &&
           found.addressMode[1] == wanted.addressMode[1] && found.filterMode == wanted.filterMode &&
           found.readMode == wanted.readMode && found.normalizedCoords == wanted.normalizedCoords &&
           resource.resType == cudaResourceTypeArray && resource.res.array.array == array.handle &&
           other.res.array.array == array.handle;
}

}  // namespace
