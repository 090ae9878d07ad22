// What texels of each format mean, against values worked out by hand.
#include "emulator/exec/textures/texels.hpp"

#include "emulator/test/exec/textures/image.hpp"

#include <array>
#include <bit>
#include <cmath>

using namespace simt;
using namespace simt::exec;
using memory::ChannelKind;

namespace {

using Bits = std::array<u32, 4>;

template <class T, std::size_t kCount>
Bits results_of(ChannelKind kind, const T (&texel)[kCount], const memory::Sampler& sampler = {}) {
    u32 results[4];
    texel_results({kind, 8 * sizeof(T), kCount}, sampler, reinterpret_cast<const u8*>(texel), results);
    return std::to_array(results);
}

memory::Sampler normalized(bool srgb = false) {
    memory::Sampler sampler;
    sampler.normalized_values = true;
    sampler.srgb = srgb;
    return sampler;
}

// The sum of texels of one channel.
template <class T>
float sum_of(const std::vector<T>& texels, const std::vector<double>& weights, bool halves = false) {
    const bool floats = halves || std::is_same_v<T, float>;
    const memory::TexelFormat format{floats                ? ChannelKind::Float
                                     : std::is_signed_v<T> ? ChannelKind::Signed
                                                           : ChannelKind::Unsigned,
                                     8 * sizeof(T), 1};
    std::vector<WeightedTexel> all;
    for (std::size_t k = 0; k < texels.size(); ++k)
        all.push_back(
            weighted_texel(format, normalized(), reinterpret_cast<const u8*>(&texels[k]), weights[k], 0));
    return std::bit_cast<float>(weighted_sum(format, normalized(), all, 0));
}

}  // namespace

TEST_CASE("integers are extended; missing channels are 0") {
    CHECK(results_of<s8>(ChannelKind::Signed, {-128}) == Bits{0xffffff80, 0, 0, 0});
    CHECK(results_of<u8>(ChannelKind::Unsigned, {128, 255}) == Bits{128, 255, 0, 0});
    CHECK(results_of<s16>(ChannelKind::Signed, {-2, 3, 4, -32768}) == Bits{0xfffffffe, 3, 4, 0xffff8000});
    CHECK(results_of<u32>(ChannelKind::Unsigned, {0xdeadbeef}) == Bits{0xdeadbeef, 0, 0, 0});
}

TEST_CASE("floats come through bit by bit, halves as the float of the same value") {
    CHECK(results_of<u32>(ChannelKind::Float, {0x7fa00001, 0x80000000}) ==
          Bits{0x7fa00001, 0x80000000, 0, 0});
    CHECK(results_of<u16>(ChannelKind::Float, {0x3c00, 0x8001, 0x7c00, 0x7bff}) ==
          Bits{float_bits(1), float_bits(-0x1p-24f), float_bits(INFINITY), float_bits(65504)});
    CHECK(std::isnan(std::bit_cast<float>(results_of<u16>(ChannelKind::Float, {0x7e00})[0])));
}

TEST_CASE("normalized integers reach from 0 or -1 to 1") {
    CHECK(results_of<u8>(ChannelKind::Unsigned, {0, 255, 51, 128}, normalized()) ==
          Bits{0, float_bits(1), float_bits(0.2f), float_bits(128 / 255.0f)});
    CHECK(results_of<s8>(ChannelKind::Signed, {127, -127, -128, 0}, normalized()) ==
          Bits{float_bits(1), float_bits(-1), float_bits(-1), 0});
    CHECK(results_of<u16>(ChannelKind::Unsigned, {65535, 13107}, normalized()) ==
          Bits{float_bits(1), float_bits(0.2f), 0, 0});
    CHECK(results_of<s16>(ChannelKind::Signed, {-32768}, normalized())[0] == float_bits(-1));
}

TEST_CASE("sRGB is made linear in the first three channels, in an H200's few bits") {
    const Bits found = results_of<u8>(ChannelKind::Unsigned, {255, 10, 128, 128}, normalized(true));
    CHECK(found[0] == float_bits(1));
    CHECK(found[1] == float_bits(100 / 32768.0f));
    CHECK(found[2] == float_bits(7072 / 32768.0f));
    CHECK(found[3] == float_bits(128 / 255.0f));
}

TEST_CASE("the border has its colour in the format's channels") {
    memory::Sampler sampler;
    for (int k = 0; k < 4; ++k) sampler.border[k] = 2.5f + static_cast<float>(k);
    u32 results[4];
    border_results({ChannelKind::Float, 32, 2}, sampler, results);
    CHECK(std::to_array(results) == Bits{float_bits(2.5f), float_bits(3.5f), 0, 0});
    border_results({ChannelKind::Signed, 32, 1}, sampler, results);
    CHECK(std::to_array(results) == Bits{0, 0, 0, 0});
}

TEST_CASE("weighted sums are rounded once, halves away from zero") {
    CHECK(sum_of<float>({16777216, -1}, {0.75, 0.25}) == 12582912);
    CHECK(sum_of<float>({16777216, 16777218}, {0.5, 0.5}) == 16777218);  // the nearest even is 16777216
    CHECK(sum_of<float>({-16777216, -16777218}, {0.5, 0.5}) == -16777218);
    CHECK(sum_of<float>({0, -0.0f}, {0.5, 0.5}) == 0);
    CHECK(sum_of<float>({INFINITY, 1}, {0.5, 0.5}) == INFINITY);
    CHECK(std::bit_cast<u32>(sum_of<float>({NAN, 1}, {0.5, 0.5})) == kFilteredNan);
    CHECK(std::bit_cast<u32>(sum_of<float>({INFINITY, -INFINITY}, {0.5, 0.5})) == kFilteredNan);
}

TEST_CASE("small floats lose what lies more than 27 bits below the largest texel") {
    CHECK(sum_of<float>({0x1p27f, 1.25f, -0x1p27f}, {0.25, 0.5, 0.25}) == 0.5f);
    CHECK(sum_of<float>({0x1p26f, 1.25f, -0x1p26f}, {0.25, 0.5, 0.25}) == 0.5f);
    CHECK(sum_of<float>({0x1p25f, 1.25f, -0x1p25f}, {0.25, 0.5, 0.25}) == 0.625f);
}

TEST_CASE("a sum of unsigned integers is the nearest multiple of 1/65535, of signed ones of 1/32767") {
    CHECK(sum_of<u8>({0, 1}, {161 / 256.0, 95 / 256.0}) == 95 / 65535.0f);  // 95.37
    CHECK(sum_of<u8>({18, 19}, {0.5, 0.5}) == 4755 / 65535.0f);             // 4754.5
    CHECK(sum_of<u8>({255, 255}, {0.5, 0.5}) == 1);
    CHECK(sum_of<u16>({1, 2}, {0.25, 0.75}) == 2 / 65535.0f);
    CHECK(sum_of<s16>({-32768, 7735}, {161 / 256.0, 95 / 256.0}) == -17738 / 32767.0f);  // -17737.6
    CHECK(sum_of<s8>({0, -89}, {161 / 256.0, 95 / 256.0}) == -8521 / 32767.0f);          // -8521.3
    CHECK(sum_of<s8>({-128, -128}, {0.5, 0.5}) == -1);
    CHECK(sum_of<s8>({-128, 0}, {0.5, 0.5}) == -16512 / 32767.0f);  // as an H200: -128 is less than -1 here
    CHECK(sum_of<s8>({0, 1}, {192 / 256.0, 64 / 256.0}) == 65 / 32767.0f);
    CHECK(sum_of<s8>({0, -1}, {208 / 256.0, 48 / 256.0}) == -48 / 32767.0f);
    CHECK(sum_of<s8>({0, -1}, {207 / 256.0, 49 / 256.0}) == -50 / 32767.0f);
}

TEST_CASE("a sum of halves is a half, of texels cut to 14 bits after the largest one's first") {
    CHECK(sum_of<u16>({0x3c00, 0x3c01}, {0.5, 0.5}, true) == 1 + 0x1p-10f);  // a tie
    CHECK(sum_of<u16>({0xbc00, 0xbc01}, {0.5, 0.5}, true) == -1 - 0x1p-10f);
    CHECK(sum_of<u16>({0x3c00, 0x03ff}, {0, 1}, true) == 0);  // less than 2^-14
    CHECK(sum_of<u16>({0x0001, 0x0002}, {0.25, 0.75}, true) == 0x1p-23f);
}

TEST_CASE("linear values of sRGB are cut to 7 bits after the largest one's first, and some count as larger") {
    const memory::TexelFormat format{ChannelKind::Unsigned, 8, 1};
    const auto sum = [&](u8 first, u8 second) {
        const WeightedTexel texels[] = {weighted_texel(format, normalized(true), &first, 0.5, 0),
                                        weighted_texel(format, normalized(true), &second, 0.5, 0)};
        return std::bit_cast<float>(weighted_sum(format, normalized(true), texels, 0)) * 32768;
    };
    CHECK(sum(255, 50) == (32768 + 1024) / 2);  // 50 is 1048, and the step is 256
    CHECK(sum(46, 47) == (896 + 932) / 2);
    CHECK(sum(47, 48) == (928 + 968) / 2);  // 48 is 968, as if it were 1024 and the step 8
}

TEST_CASE("each slice's texels are cut by its own largest one") {
    const memory::TexelFormat format{ChannelKind::Float, 32, 1};
    const float large = 0x1p26f, small = 0.375f;
    const auto sum = [&](u32 slice) {
        const WeightedTexel texels[] = {
            weighted_texel(format, {}, reinterpret_cast<const u8*>(&large), 0.25, 0),
            weighted_texel(format, {}, reinterpret_cast<const u8*>(&small), 0.5, slice)};
        WeightedTexel negative = texels[0];
        negative.value[0] = -large;
        const WeightedTexel all[] = {texels[0], negative, texels[1]};
        return std::bit_cast<float>(weighted_sum(format, {}, all, 0));
    };
    CHECK(sum(0) == 0);
    CHECK(sum(1) == 0.1875f);
}

TEST_CASE("a border's colour is a texel of the format") {
    memory::Sampler sampler = normalized();
    sampler.border[0] = sampler.border[1] = 0.75f;
    u32 results[4];
    border_results({ChannelKind::Unsigned, 8, 1}, sampler, results);
    CHECK(std::to_array(results) == Bits{float_bits(191 / 255.0f), 0, 0, 0});
    border_results({ChannelKind::Signed, 16, 2}, sampler, results);
    CHECK(std::to_array(results) == Bits{float_bits(24575 / 32767.0f), float_bits(24575 / 32767.0f), 0, 0});
    sampler.border[0] = 0.1f;
    border_results({ChannelKind::Float, 16, 1}, sampler, results);
    CHECK(results[0] == float_bits(0x0.1998p0f));
}
