// What textures return where the programming guide is silent, or has only formulas: a line a case, its name and the results' bits.
// The emulator is to print the same lines as a GPU (../textures_test.cpp). Each case reads through one texture object.
#include <cmath>
#include <string>
#include <vector>

#include "emulator/test/hardware/programs/textures_shown.cuh"

using namespace textures_shown;

namespace {

void weights() {
    const gpu_test::Array step(std::vector<float>{0, 1, 0}, 3, 0),
        thirds(std::vector<float>{1 / 3.0f, 1e6f, -1e-6f}, 3, 0);
    const gpu_test::Texture steps(step, described(cudaAddressModeClamp, true, false)),
        rough(thirds, described(cudaAddressModeClamp, true, false));
    show("weights from 0 to 1 in 1/2048", steps, Fetch::Line, range(0.5f, 1.0f / 2048, 2049));
    show("weights at the left edge", steps, Fetch::Line, range(-0.25f, 1.0f / 64, 50));
    show("rounded sums", rough, Fetch::Line, range(0.5f, 1.0f / 97, 194));
    std::vector<float> plane = counted(25), volume = counted(27);
    for (float& each : plane) each = std::sqrt(each);
    for (float& each : volume) each = std::sqrt(each);
    const gpu_test::Array planes(plane, 5, 5), volumes(volume, 3, 3, 3);
    std::vector<Point> points;
    for (int k = 0; k < 200; ++k)
        points.push_back(
            {0.4f + 0.021f * k, 0.3f + 0.0137f * (k * 7 % 300), 0.2f + 0.0071f * (k * 11 % 400)});
    show("sums in a plane", gpu_test::Texture(planes, described(cudaAddressModeClamp, true, false)),
         Fetch::Plane, points);
    show("sums in a volume", gpu_test::Texture(volumes, described(cudaAddressModeClamp, true, false)),
         Fetch::Volume, points);
}

void odd_coordinates() {
    const gpu_test::Array line(counted(7), 7, 0);
    std::vector<Point> points;
    for (const float x : {0.0f, -0.0f, 1.0f, -1.0f, 0.999999f, 1e-30f, -1e-30f, 16777217.0f, -16777217.0f,
                          1e20f, -1e20f, kInfinity, -kInfinity, kNan, 6.9999995f, 7.0f, 2.4999998f})
        points.push_back({x});
    for (int mode = 0; mode < 4; ++mode)
        for (const bool linear : {false, true})
            for (const bool normalized : {false, true})
                show(std::string("odd coordinates, ") + kModeNames[mode] + (linear ? ", linear" : ", point") +
                         (normalized ? ", normalized" : ""),
                     gpu_test::Texture(line, described(kModes[mode], linear, normalized)), Fetch::Line,
                     points);
}

// x / n for each texel x: the left edge of a texel, which may round to the one before it.
void edges_of_texels() {
    for (const int n : {10, 33, 1000, 4095}) {
        const gpu_test::Array line(counted(n), n, 0);
        std::vector<Point> points;
        for (int x = 0; x < n; ++x) points.push_back({static_cast<float>(x) / static_cast<float>(n)});
        show("x / " + std::to_string(n),
             gpu_test::Texture(line, described(cudaAddressModeClamp, false, true)), Fetch::Line, points);
    }
    const gpu_test::Array line(counted(5), 5, 0);
    const gpu_test::Texture texture(line, described(cudaAddressModeClamp, false, false));
    show("just before a texel", texture, Fetch::Line, range(3 - 1.0f / 128, 1.0f / 4096, 40));
}

void weight_of_zero() {
    const gpu_test::Array line(std::vector<float>{1, kNan, 2, kInfinity, 3}, 5, 0);
    show("neighbours that are no numbers",
         gpu_test::Texture(line, described(cudaAddressModeClamp, true, false)), Fetch::Line,
         range(0.5f, 0.125f, 33));
}

void formats() {
    std::vector<unsigned char> bytes(256);
    for (int k = 0; k < 256; ++k) bytes[k] = static_cast<unsigned char>(k);
    const auto read = cudaReadModeNormalizedFloat;
    const gpu_test::Array unsigned_bytes(bytes, 256, 0),
        signed_bytes(std::vector<signed char>(bytes.begin(), bytes.end()), 256, 0);
    const std::vector<Point> middles = range(0.5f, 1, 256);
    show("unsigned bytes",
         gpu_test::Texture(unsigned_bytes, described(cudaAddressModeClamp, false, false, read)), Fetch::Line,
         middles);
    show("signed bytes", gpu_test::Texture(signed_bytes, described(cudaAddressModeClamp, false, false, read)),
         Fetch::Line, middles);
    show("filtered bytes",
         gpu_test::Texture(unsigned_bytes, described(cudaAddressModeClamp, true, false, read)), Fetch::Line,
         range(0.5f, 0.37f, 256));
    cudaTextureDesc srgb = described(cudaAddressModeClamp, false, false, read);
    srgb.sRGB = 1;
    std::vector<uchar4> colours;
    for (int k = 0; k < 256; ++k)
        colours.push_back(make_uchar4(bytes[k], bytes[255 - k], bytes[(k * 7) % 256], bytes[k]));
    const gpu_test::Array colour(colours, 256, 0);
    show("sRGB", gpu_test::Texture(colour, srgb), Fetch::Line, middles, 4);
    show("missing channels",
         gpu_test::Texture(unsigned_bytes, described(cudaAddressModeClamp, false, false, read)), Fetch::Line,
         range(1.5f, 1, 2), 4);
}

void shapes() {
    const gpu_test::Array cube(counted(4 * 4 * 6), 4, 4, 6, cudaArrayCubemap),
        layers(counted(3 * 5), 3, 0, 5, cudaArrayLayered),
        gathered(counted(25), 5, 5, 0, cudaArrayTextureGather);
    std::vector<Point> directions;
    for (const float x : {-1.0f, 0.0f, 0.5f, 1.0f})
        for (const float y : {-1.0f, 0.0f, 0.5f, 1.0f})
            for (const float z : {-1.0f, 0.0f, 0.5f, 1.0f}) directions.push_back({x, y, z});
    for (const bool linear : {false, true})
        show(linear ? "directions, linear" : "directions, point",
             gpu_test::Texture(cube, described(cudaAddressModeClamp, linear, true)), Fetch::Cube, directions);
    std::vector<Point> in_layers;
    for (const float layer : {-7.0f, -1.0f, 0.0f, 4.0f, 5.0f, 100.0f}) in_layers.push_back({1.5f, layer});
    show("layers outside", gpu_test::Texture(layers, described(cudaAddressModeClamp, false, false)),
         Fetch::Layer, in_layers);
    std::vector<Point> corners;
    for (int k = 0; k < 60; ++k)
        corners.push_back({0.1f * static_cast<float>(k), 0.07f * static_cast<float>(k)});
    show("gathered", gpu_test::Texture(gathered, described(cudaAddressModeClamp, false, false)),
         Fetch::Gather, corners, 4);
}

cudaTextureDesc with_levels(bool linear, bool linear_levels, float most) {
    cudaTextureDesc texture = described(cudaAddressModeClamp, linear, true);
    texture.mipmapFilterMode = linear_levels ? cudaFilterModeLinear : cudaFilterModePoint;
    texture.maxMipmapLevelClamp = most;
    return texture;
}

float power_of_level(unsigned level, std::size_t) { return static_cast<float>(1 << level); }

void levels() {
    const Mipmap line(8, 0, power_of_level);
    std::vector<Point> points;
    for (int k = -8; k < 160; ++k) points.push_back({0.5f, static_cast<float>(k) / 37});
    for (const bool linear : {false, true})
        show(linear ? "levels, linear" : "levels, point",
             gpu_test::Texture(line.resource(), with_levels(false, linear, 2.6f)), Fetch::Level, points);
}

std::vector<Point> around_volume(float first, float step) {
    std::vector<Point> points;
    for (int k = 0; k < 120; ++k)
        points.push_back({first + step * static_cast<float>(k),
                          first + step * static_cast<float>(k * 7 % 120),
                          first + step * static_cast<float>(k * 11 % 120)});
    return points;
}

// Planes and volumes outside their texels, normalized and, for the border, not.
void outside() {
    std::vector<float> texels = counted(4 * 3 * 5);
    for (float& each : texels) each = std::sqrt(each);
    const gpu_test::Array plane(texels, 12, 5), volume(texels, 4, 3, 5);
    for (const int mode : {0, 2, 3})
        for (const bool linear : {false, true})
            for (const bool is_volume : {false, true}) {
                const std::string name = std::string(is_volume ? "volume, " : "plane, ") + kModeNames[mode] +
                                         (linear ? ", linear" : ", point");
                const auto& array = is_volume ? volume : plane;
                const Fetch how = is_volume ? Fetch::Volume : Fetch::Plane;
                show(name, gpu_test::Texture(array, described(kModes[mode], linear, true)), how,
                     kModes[mode] == cudaAddressModeBorder ? around_volume(-0.2f, 0.0117f)
                                                           : around_volume(-1.7f, 0.0371f));
                if (kModes[mode] == cudaAddressModeBorder)
                    show(name + ", in texels",
                         gpu_test::Texture(array, described(kModes[mode], linear, false)), how,
                         around_volume(-0.9f, 0.0613f));
            }
}

void layered_lines() {
    const gpu_test::Array layers(counted(3 * 5), 3, 0, 5, cudaArrayLayered);
    std::vector<Point> points;
    for (int k = 0; k < 120; ++k)
        points.push_back({-1 + 0.0437f * static_cast<float>(k), static_cast<float>(k % 5)});
    for (const bool linear : {false, true})
        for (const bool second : {false, true}) {
            cudaTextureDesc texture = described(cudaAddressModeBorder, linear, false);
            if (!second) texture.addressMode[1] = cudaAddressModeClamp;
            show(std::string("layered lines, border") + (second ? "" : " of x") +
                     (linear ? ", linear" : ", point"),
                 gpu_test::Texture(layers, texture), Fetch::Layer, points);
        }
}

// One format's texels, taken from these bits: alone, filtered in a line and in a plane.
template <class T>
void texels_of(const std::string& name, int count, unsigned (*bits)(unsigned), bool srgb = false,
               cudaChannelFormatDesc channels = cudaCreateChannelDesc<T>()) {
    std::vector<T> texels;
    for (int k = 0; k < count; ++k) texels.push_back(static_cast<T>(bits(k)));
    const auto read =
        channels.f == cudaChannelFormatKindFloat ? cudaReadModeElementType : cudaReadModeNormalizedFloat;
    cudaTextureDesc point = described(cudaAddressModeClamp, false, false, read), linear = point;
    linear.filterMode = cudaFilterModeLinear;
    point.sRGB = linear.sRGB = srgb;
    const gpu_test::Array line(texels, count, 0, 0, 0, channels),
        plane(texels, 16, count / 16, 0, 0, channels);
    show(name, gpu_test::Texture(line, point), Fetch::Line, range(0.5f, 1, count));
    show(name + ", filtered", gpu_test::Texture(line, linear), Fetch::Line, range(0.5f, 0.37f, count));
    std::vector<Point> points;
    for (int k = 0; k < 200; ++k)
        points.push_back(
            {0.3f + 0.0713f * static_cast<float>(k),
             0.2f + 0.0531f * static_cast<float>(k * 7 % 200) * static_cast<float>(count) / 256});
    show(name + ", in a plane", gpu_test::Texture(plane, linear), Fetch::Plane, points);
}

void filtered_formats() {
    texels_of<unsigned char>("8 bits", 256, [](unsigned k) { return k * 167; });
    texels_of<signed char>("signed 8 bits", 256, [](unsigned k) { return k * 167; });
    texels_of<unsigned short>("16 bits", 256, [](unsigned k) { return k * 40503; });
    texels_of<short>("signed 16 bits", 256, [](unsigned k) { return 0x8000 + k * 40503; });
    texels_of<unsigned short>(
        "halves", 256, [](unsigned k) { return k * 40503 & 0xfbff; }, false, cudaCreateChannelDescHalf());
    texels_of<unsigned short>(
        "halves from 1 to 2", 256, [](unsigned k) { return 0x3c00 | (k * 613 & 0x3ff); }, false,
        cudaCreateChannelDescHalf());
    std::vector<uchar4> colours;
    for (unsigned k = 0; k < 256; ++k)
        colours.push_back(make_uchar4(k, k * 167 & 255, k * 59 & 255, k * 167 & 255));
    cudaTextureDesc srgb = described(cudaAddressModeClamp, true, false, cudaReadModeNormalizedFloat);
    srgb.sRGB = 1;
    const gpu_test::Array line(colours, 256, 0), plane(colours, 16, 16);
    show("sRGB, filtered", gpu_test::Texture(line, srgb), Fetch::Line, range(0.5f, 0.37f, 256), 4);
    show("sRGB, in a plane", gpu_test::Texture(plane, srgb), Fetch::Plane, around_volume(0.3f, 0.131f), 4);
}

// All four results of a texel, of half of one and the border, and of the border.
template <class T>
void channels_of(const std::string& name, const T& texel, cudaTextureReadMode read,
                 cudaChannelFormatDesc channels = cudaCreateChannelDesc<T>()) {
    const gpu_test::Array plane(std::vector<T>(4, texel), 2, 2, 0, 0, channels);
    const bool floats = channels.f == cudaChannelFormatKindFloat || read == cudaReadModeNormalizedFloat;
    for (const bool linear : {false, true}) {
        if (linear && !floats) continue;
        cudaTextureDesc texture = described(cudaAddressModeBorder, linear, false, read);
        for (float& channel : texture.borderColor) channel = floats ? 0.75f : 0;
        show("channels of " + name + (linear ? ", linear" : ", point"), gpu_test::Texture(plane, texture),
             Fetch::Plane, {{1, 1}, {0, 1}, {-2, 1}}, 4);
    }
}

void missing_channels() {
    const auto stored = cudaReadModeElementType, normalized = cudaReadModeNormalizedFloat;
    channels_of("float", 1.5f, stored);
    channels_of("float2", make_float2(1.5f, 2.5f), stored);
    channels_of("half", static_cast<unsigned short>(0x3e00), stored, cudaCreateChannelDescHalf1());
    channels_of("half2", make_ushort2(0x3e00, 0x4100), stored, cudaCreateChannelDescHalf2());
    channels_of("int", 7, stored);
    channels_of("uint2", make_uint2(7, 8), stored);
    channels_of("char", static_cast<signed char>(-7), stored);
    channels_of("uchar2", make_uchar2(7, 200), stored);
    channels_of("short", static_cast<short>(-700), stored);
    channels_of("char2, normalized", make_char2(-7, 100), normalized);
    channels_of("uchar, normalized", static_cast<unsigned char>(200), normalized);
    channels_of("uchar2, normalized", make_uchar2(7, 200), normalized);
    channels_of("short, normalized", static_cast<short>(-700), normalized);
    channels_of("ushort2, normalized", make_ushort2(700, 60000), normalized);
}

void gradients() {
    const Mipmap line(8, 0, power_of_level), plane(16, 8, power_of_level),
        mixed(8, 0,
              [](unsigned level, std::size_t k) { return std::sqrt(static_cast<float>(7 * level + k)); });
    std::vector<Point> steps, in_plane, between;
    for (int k = 0; k < 100; ++k) {
        const float step = 0.01f * static_cast<float>(k);
        steps.push_back({0.5f, step, -0.3f});
        in_plane.push_back({step, 0.013f * static_cast<float>(k * 7 % 100), 0.2f});
        between.push_back({step, 0.029f * static_cast<float>(k * 7 % 100)});
    }
    for (const bool linear : {false, true}) {
        const std::string name = linear ? ", linear" : ", point";
        const cudaTextureDesc texture = with_levels(false, linear, 3);
        show("gradients of a line" + name, gpu_test::Texture(line.resource(), texture), Fetch::LineSteps,
             steps);
        show("gradients of a plane" + name, gpu_test::Texture(plane.resource(), texture), Fetch::PlaneSteps,
             in_plane);
        show("filtered levels" + name, gpu_test::Texture(mixed.resource(), with_levels(true, linear, 3)),
             Fetch::Level, between);
    }
}

}  // namespace

int main() {
    weights();
    odd_coordinates();
    edges_of_texels();
    weight_of_zero();
    formats();
    shapes();
    levels();
    outside();
    layered_lines();
    filtered_formats();
    missing_channels();
    gradients();
    return 0;
}
