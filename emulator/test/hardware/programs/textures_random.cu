// Thousands of fetches at random places: for each case a line with its name, the number of results and a digest of their bits. The emulator
// is to print the same lines as a GPU (../textures_test.cpp). textures_probed.cu has chosen places, and shows the bits. With a
// folder as its argument, the program writes each case's results there, too, as floats.
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "emulator/test/hardware/programs/textures_shown.cuh"

using namespace textures_shown;

namespace {

std::string folder;
std::mt19937 bits_of_run(12345);

float between(float least, float most) {
    return least + (most - least) * static_cast<float>(bits_of_run() >> 8) * 0x1p-24f;
}
float of_any_size(float least, float most) {  // of 2^least to 2^most, with a sign
    const float size = std::exp2(between(least, most));
    return bits_of_run() & 1 ? -size : size;
}

// What the instructions take, in an order of their own: coordinates, then a level (3) or gradients (from 1, 2 or 0 on).
struct Operands {
    float v[8] = {};
};
enum class How {
    Line,
    Plane,
    Volume,
    LineLevel,
    PlaneLevel,
    VolumeLevel,
    LineSteps,
    PlaneSteps,
    VolumeSteps
};

__global__ void fetch_at(cudaTextureObject_t texture, How how, const Operands* operands, float* out, int n,
                         int components) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float* const p = operands[i].v;
    float4 r = make_float4(0, 0, 0, 0);
    if (how == How::Line) r = tex1D<float4>(texture, p[0]);
    if (how == How::Plane) r = tex2D<float4>(texture, p[0], p[1]);
    if (how == How::Volume) r = tex3D<float4>(texture, p[0], p[1], p[2]);
    if (how == How::LineLevel) r = tex1DLod<float4>(texture, p[0], p[3]);
    if (how == How::PlaneLevel) r = tex2DLod<float4>(texture, p[0], p[1], p[3]);
    if (how == How::VolumeLevel) r = tex3DLod<float4>(texture, p[0], p[1], p[2], p[3]);
    if (how == How::LineSteps) r = tex1DGrad<float4>(texture, p[0], p[1], p[2]);
    if (how == How::PlaneSteps)
        r = tex2DGrad<float4>(texture, p[0], p[1], make_float2(p[2], p[3]), make_float2(p[4], p[5]));
    if (how == How::VolumeSteps)
        r = tex3DGrad<float4>(texture, 0.4f, 0.4f, 0.4f, make_float4(p[0], p[1], p[2], 0),
                              make_float4(p[3], p[4], p[5], 0));
    for (int k = 0; k < components; ++k) out[i * components + k] = (&r.x)[k];
}

void write_results(const std::string& name, const std::vector<float>& results) {
    std::FILE* const file = std::fopen((folder + "/" + name + ".f32").c_str(), "wb");
    if (file == nullptr) return;
    std::fwrite(results.data(), sizeof(float), results.size(), file);
    std::fclose(file);
}

void record(const std::string& name, const gpu_test::Texture& texture, How how,
            const std::vector<Operands>& operands, int components = 1) {
    const gpu::Buffer<Operands> at(operands);
    gpu::Buffer<float> out(operands.size() * static_cast<std::size_t>(components));
    const int n = static_cast<int>(operands.size());
    fetch_at<<<(n + 127) / 128, 128>>>(texture.object, how, at.data(), out.data(), n, components);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    const std::vector<float> results = out.to_host();
    std::uint64_t digest = 0xcbf29ce484222325ull;  // FNV-1a
    const auto* const bytes = reinterpret_cast<const unsigned char*>(results.data());
    for (std::size_t k = 0; k < results.size() * sizeof(float); ++k)
        digest = (digest ^ bytes[k]) * 0x100000001b3ull;
    std::printf("%s: %zu %016llx\n", name.c_str(), results.size(), static_cast<unsigned long long>(digest));
    if (!folder.empty()) write_results(name, results);
}

std::vector<Operands> places(int count, int dimensions, float least, float most) {
    std::vector<Operands> all(static_cast<std::size_t>(count));
    for (Operands& each : all)
        for (int k = 0; k < dimensions; ++k) each.v[k] = between(least, most);
    return all;
}

// ---- Formats

constexpr int kTexels = 4096;

template <class T, class FromBits>
void format(const std::string& name, FromBits from_bits, bool srgb = false,
            cudaChannelFormatDesc channels = cudaCreateChannelDesc<T>()) {
    const bool floats = channels.f == cudaChannelFormatKindFloat;
    cudaTextureDesc texture = described(cudaAddressModeClamp, true, false,
                                        floats ? cudaReadModeElementType : cudaReadModeNormalizedFloat);
    texture.sRGB = srgb;
    const auto texels = [&] {
        std::vector<T> all;
        for (int k = 0; k < kTexels; ++k) all.push_back(from_bits(bits_of_run()));
        return all;
    };
    const std::vector<T> of_line = texels(), of_plane = texels(), of_volume = texels();
    const gpu_test::Array line(of_line, kTexels, 0, 0, 0, channels), plane(of_plane, 64, 64, 0, 0, channels),
        volume(of_volume, 16, 16, 16, 0, channels);
    constexpr int kFetches = 12000;
    const std::vector<Operands> in_line = places(kFetches, 1, 0.5f, kTexels - 0.5f),
                                in_plane = places(kFetches, 2, 0.5f, 63.5f),
                                in_volume = places(kFetches, 3, 0.5f, 15.5f);
    record(name + "_line", gpu_test::Texture(line, texture), How::Line, in_line);
    record(name + "_plane", gpu_test::Texture(plane, texture), How::Plane, in_plane);
    record(name + "_vol", gpu_test::Texture(volume, texture), How::Volume, in_volume);
}

void formats() {
    format<signed char>("s8", [](unsigned r) { return static_cast<signed char>(r >> 7); });
    format<unsigned char>("u8", [](unsigned r) { return static_cast<unsigned char>(r >> 7); });
    format<short>("s16", [](unsigned r) { return static_cast<short>(r >> 7); });
    format<unsigned short>("u16", [](unsigned r) { return static_cast<unsigned short>(r >> 7); });
    format<uchar4>(
        "srgb", [](unsigned r) { return make_uchar4(r >> 7, r >> 9, r >> 11, r >> 13); }, true);
    format<unsigned short>(
        "half", [](unsigned r) { return static_cast<unsigned short>(r >> 7 & 0xbfff); }, false,
        cudaCreateChannelDescHalf());
    format<float>("float", [](unsigned r) {
        return std::ldexp(static_cast<float>(static_cast<int>(r << 9)) * 0x1p-32f,
                          static_cast<int>(r >> 28) - 8);
    });
}

// ---- Levels, and the weights of texels: four of them are 1 in a channel each, all others 0

template <class T>
struct Levels {
    cudaMipmappedArray_t handle = nullptr;
    template <class Texel>
    Levels(cudaExtent size, unsigned levels, Texel texel) {
        const cudaChannelFormatDesc channels = cudaCreateChannelDesc<T>();
        CUDA_CHECK(cudaMallocMipmappedArray(&handle, &channels, size, levels));
        for (unsigned level = 0; level < levels; ++level) {
            cudaMemcpy3DParms copy{};
            CUDA_CHECK(cudaGetMipmappedArrayLevel(&copy.dstArray, handle, level));
            const auto along = [&](std::size_t side) { return std::max<std::size_t>(side >> level, 1); };
            const std::size_t columns = along(size.width), rows = along(size.height),
                              slices = along(size.depth);
            std::vector<T> texels;
            for (std::size_t k = 0; k < columns * rows * slices; ++k) texels.push_back(texel(level, k));
            copy.srcPtr = make_cudaPitchedPtr(texels.data(), columns * sizeof(T), columns, rows);
            copy.extent = make_cudaExtent(columns, rows, slices);
            copy.kind = cudaMemcpyHostToDevice;
            CUDA_CHECK(cudaMemcpy3D(&copy));
        }
    }
    Levels(const Levels&) = delete;
    Levels& operator=(const Levels&) = delete;
    ~Levels() { cudaFreeMipmappedArray(handle); }
    cudaResourceDesc resource() const {
        cudaResourceDesc description{};
        description.resType = cudaResourceTypeMipmappedArray;
        description.res.mipmap.mipmap = handle;
        return description;
    }
};

cudaTextureDesc between_levels(bool linear) {
    cudaTextureDesc texture = described(cudaAddressModeClamp, linear, true);
    texture.mipmapFilterMode = cudaFilterModeLinear;
    texture.maxMipmapLevelClamp = 30;
    return texture;
}

float4 marked(std::size_t texel, std::size_t group) {
    float4 value = make_float4(0, 0, 0, 0);
    if (texel / 4 == group) (&value.x)[texel % 4] = 1;
    return value;
}

// first: the number of each level's first texel, and of all.
void filtered_levels(int dimensions, cudaExtent size, const std::vector<std::size_t>& first, int fetches,
                     float least, float most) {
    std::vector<Operands> at(static_cast<std::size_t>(fetches));
    for (Operands& each : at) {
        for (int k = 0; k < dimensions; ++k) each.v[k] = between(0, 1);
        each.v[3] = between(least, most);
    }
    const How how = dimensions == 1 ? How::LineLevel : dimensions == 2 ? How::PlaneLevel : How::VolumeLevel;
    const std::string name = "lev" + std::to_string(dimensions);
    for (std::size_t group = 0; 4 * group < first.back(); ++group) {
        const Levels<float4> weights(
            size, 4, [&](unsigned level, std::size_t k) { return marked(first[level] + k, group); });
        record(name + "w_" + std::to_string(group),
               gpu_test::Texture(weights.resource(), between_levels(true)), how, at, 4);
    }
    const Levels<float> values(size, 4, [](unsigned, std::size_t) { return between(-3, 5); });
    record(name + "f", gpu_test::Texture(values.resource(), between_levels(true)), how, at);
}

// ---- Levels of gradients: each level's texels are its number

void gradients_of_a_line() {
    const Levels<float> line({16384, 0, 0}, 15,
                             [](unsigned level, std::size_t) { return static_cast<float>(level); });
    const gpu_test::Texture texture(line.resource(), between_levels(false));
    std::vector<Operands> at;
    const auto add = [&](float x, float y) { at.push_back({{0.4f, x, y}}); };
    for (int k = 0; k < 4096; ++k) add(std::ldexp(1 + static_cast<float>(k) / 4096, -9), 0);
    record("grad1_octave", texture, How::LineSteps, at);
    at.clear();
    for (int k = 0; k < 4000; ++k) add(of_any_size(-16, 2), 0);
    for (int k = 0; k < 2000; ++k) add(0, of_any_size(-16, 2));
    for (const float least : {-14.0f, -6.0f})
        for (int k = 0; k < 4000; ++k) {
            const float x = of_any_size(least, least == -14 ? 0 : -4);
            add(x, of_any_size(least, least == -14 ? 0 : -4));
        }
    record("grad1_random", texture, How::LineSteps, at);
}

void gradients_of_a_plane() {
    const Levels<float> plane({1024, 256, 0}, 11,
                              [](unsigned level, std::size_t) { return static_cast<float>(level); });
    std::vector<Operands> at;
    const auto add = [&]() -> float* {
        at.push_back({{0.4f, 0.4f}});
        return at.back().v;
    };
    for (int k = 0; k < 3000; ++k) add()[2 + k % 4] = of_any_size(-11, 1);
    for (const int second : {3, 5, 4})
        for (int k = 0; k < 3000; ++k) {
            float* const v = add();
            v[2] = of_any_size(-8, -6);
            v[second] = second == 4 ? of_any_size(-8, -6) : of_any_size(-6, -4);
        }
    for (int k = 0; k < 6000; ++k) {
        float* const v = add();
        for (int side = 2; side < 6; ++side) v[side] = of_any_size(-10, 0);
    }
    for (int k = 0; k < 4000; ++k) {  // a circle of 16 texels
        const double angle = 6.283185307 * k / 4000;
        float* const v = add();
        v[2] = static_cast<float>(16 * std::cos(angle) / 1024);
        v[3] = static_cast<float>(16 * std::sin(angle) / 256);
    }
    record("grad2", gpu_test::Texture(plane.resource(), between_levels(false)), How::PlaneSteps, at);
}

void gradients_of_a_volume() {
    const Levels<float> volume({64, 32, 16}, 7,
                               [](unsigned level, std::size_t) { return static_cast<float>(level); });
    std::vector<Operands> at;
    const auto add = [&](int first, int last, float least, float most) {
        at.emplace_back();
        for (int k = first; k < last; ++k) at.back().v[k] = of_any_size(least, most);
    };
    for (int k = 0; k < 3000; ++k) add(k % 6, k % 6 + 1, -8, 1);
    for (int k = 0; k < 6000; ++k) add(0, 6, -7, 0);
    for (int k = 0; k < 3000; ++k) add(0, 3, -6, -2);
    record("grad3", gpu_test::Texture(volume.resource(), between_levels(false)), How::VolumeSteps, at);
}

// ---- The weights in a volume of 4 x 3 x 5 texels, inside and outside

void weights_in_a_volume(int mode, int fetches) {
    constexpr float kMiddle[] = {1.5f / 4, 1.5f / 3, 2.5f / 5};
    std::vector<Operands> at;
    for (int set = 0; set < 5; ++set)  // x alone, y alone, z alone, x and y; all three
        for (int k = 0; k < fetches; ++k) {
            at.emplace_back();
            for (int axis = 0; axis < 3; ++axis) {
                const bool moves = set == 4 || set == axis || (set == 3 && axis != 2);
                at.back().v[axis] = moves ? between(-1.7f, 2.7f) : kMiddle[axis];
            }
        }
    cudaTextureDesc texture = described(kModes[mode], true, true);
    for (float& channel : texture.borderColor) channel = 0;
    for (std::size_t group = 0; group < 15; ++group) {
        std::vector<float4> texels;
        for (std::size_t k = 0; k < 60; ++k) texels.push_back(marked(k, group));
        const gpu_test::Array volume(texels, 4, 3, 5);
        record(std::string("volw_") + kModeNames[mode] + "_" + std::to_string(group),
               gpu_test::Texture(volume, texture), How::Volume, at, 4);
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc > 1) folder = argv[1];
    formats();
    filtered_levels(1, {8, 0, 0}, {0, 8, 12, 14, 15}, 3000, -0.2f, 3.2f);
    filtered_levels(2, {8, 4, 0}, {0, 32, 40, 42, 43}, 2000, 0, 3);
    filtered_levels(3, {8, 4, 2}, {0, 64, 72, 74, 75}, 1000, 0, 3);
    gradients_of_a_line();
    gradients_of_a_plane();
    gradients_of_a_volume();
    weights_in_a_volume(2, 500);
    for (const int mode : {0, 1, 3}) weights_in_a_volume(mode, 150);
    return 0;
}
