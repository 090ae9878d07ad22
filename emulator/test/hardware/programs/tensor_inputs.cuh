// Random inputs of tensor_probed.cu, the same everywhere: numbers of each type and kind.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "emulator/test/hardware/programs/tensor_forms.cuh"

namespace tensor {

constexpr const char* kFloatKinds[] = {"near",  "spread", "any",      "powers", "cancelling",
                                       "small", "large",  "specials", "zeros"};
constexpr const char* kIntegerKinds[] = {"any", "extremes"};

// A pseudo-random number for each place: SplitMix64's finalizer.
class Random {
  public:
    Random(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15ull) {}
    std::uint64_t next() {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15ull;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ z >> 27) * 0x94d049bb133111ebull;
        return z ^ z >> 31;
    }
    // lowest … highest
    int between(int lowest, int highest) {
        return lowest + static_cast<int>((next() >> 32) % static_cast<unsigned>(highest - lowest + 1));
    }
    bool one_of(int many) { return between(1, many) == 1; }

  private:
    std::uint64_t state_;
};

struct Layout {
    int exponent, fraction;  // bits
    bool infinities;
    int bias() const { return (1 << (exponent - 1)) - 1; }
    int highest() const {
        return (1 << exponent) - (infinities ? 2 : 1);
    }  // exponent field of a finite number
    int bits() const { return 1 + exponent + fraction; }
};
inline Layout layout_of(const std::string& type) {
    if (type == "f64") return {11, 52, true};
    if (type == "f32") return {8, 23, true};
    if (type == "tf32") return {8, 10, true};
    if (type == "bf16") return {8, 7, true};
    if (type == "f16") return {5, 10, true};
    return type == "e4m3" ? Layout{4, 3, false} : Layout{5, 2, true};
}

// A floating-point number's bits; the exponent is cut to those that the type has, 1 - bias and below becoming a subnormal's.
inline std::uint64_t with_exponent(Random& random, const Layout& layout, int exponent, int fraction_bits) {
    const int field = std::clamp(exponent + layout.bias(), 0, layout.highest());
    std::uint64_t fraction = random.next() >> (64 - layout.fraction);
    if (fraction_bits < layout.fraction)
        fraction = fraction >> (layout.fraction - fraction_bits) << (layout.fraction - fraction_bits);
    if (!layout.infinities && field == layout.highest() && fraction == (1u << layout.fraction) - 1)
        fraction = 0;  // NaN
    const std::uint64_t sign = random.next() & 1;
    return ((sign << layout.exponent | static_cast<unsigned>(field)) << layout.fraction) | fraction;
}

// How far the exponents of a factor spread, to both sides of 1.
inline int spread_of(const std::string& type) {
    if (type == "e4m3") return 5;
    if (type == "e5m2") return 8;
    return type == "f16" ? 8 : type == "f64" ? 30 : 12;
}

// A number of a factor ('a', 'b') or of the accumulator ('c'). factor: the type of A, for the size of the products.
inline std::uint64_t number(Random& random, const std::string& type, char role, const std::string& kind,
                            const std::string& factor) {
    const Layout layout = layout_of(type), of_factor = layout_of(factor);
    const bool sum = role == 'c';
    const int spread = spread_of(factor) * (sum ? 2 : 1), lowest = 1 - of_factor.bias();
    const auto make = [&](int from, int to, int bits = 64) {
        return with_exponent(random, layout, random.between(from, to), bits);
    };
    const std::uint64_t zero = (random.next() & 1) << (layout.bits() - 1);
    if (kind == "spread") return make(-spread, spread);
    if (kind == "any") return make(-layout.bias(), layout.bias());
    if (kind == "powers") return !sum && !random.one_of(3) ? zero : make(-spread, spread, 0);
    if (kind == "small") {
        if (role == 'b') return make(-3, 3);
        return sum ? make(std::max(lowest, 1 - layout.bias()) - 2, std::max(lowest, 1 - layout.bias()) + 2)
                   : make(lowest - 1, lowest + 1);
    }
    if (kind == "large")
        return role == 'b' ? make(-3, 3) : make(layout.highest() - layout.bias() - 2, 1 << 20);
    if (kind == "specials" && random.one_of(32)) {
        const std::uint64_t special = with_exponent(random, layout, 0, 64) | ((1ull << layout.exponent) - 1)
                                                                                 << layout.fraction;
        return random.one_of(2)
                   ? special
                   : special >> layout.fraction << layout.fraction;  // NaN with its payload, infinity
    }
    if (kind == "zeros") return random.one_of(sum ? 4 : 8) ? make(-2, 1) : zero;
    return make(-2, 1);
}

// A number of few values of which many cancel: ±1, ±1.5, and now and then 2^12 times that.
inline std::uint64_t cancelling(Random& random, const std::string& type) {
    const Layout layout = layout_of(type);
    const int far = random.one_of(4) ? std::min(6, layout.bias() - 1) : 0;
    return with_exponent(random, layout, far, 1);
}

// Fills a section.
inline void fill(std::uint8_t* to, const Section& section, const std::string& kind, const Form& form,
                 Random& random, unsigned piece) {
    const std::string& type = section.type;
    const unsigned bits = type == "index" ? form.element : type == "pairs" ? 32 : bits_of(type);
    if (type == "metadata" || type == "pairs") {
        // Of each four numbers two, in order.
        constexpr unsigned kFour[] = {0x4, 0x8, 0xc, 0x9, 0xd, 0xe}, kTwo[] = {0x4, 0xe};
        for (unsigned at = 0; at < section.bytes; ++at) {
            const auto chunk = [&] {
                return type == "pairs" ? kTwo[random.between(0, 1)] : kFour[random.between(0, 5)];
            };
            const unsigned low = chunk();
            to[at] = static_cast<std::uint8_t>(low | chunk() << 4);
        }
        return;
    }
    std::memset(to, 0, section.bytes);
    const unsigned count = section.bytes * 8 / bits;
    const std::string& factor = form.sections[0].type;
    for (unsigned at = 0; at < count; ++at) {
        std::uint64_t value = 0;
        if (type == "index")
            value = at >> (bits * piece);
        else if (!is_integer(type))
            value = kind == "cancelling" ? cancelling(random, type)
                                         : number(random, type, section.role, kind, factor);
        else if (kind == "extremes")
            value = random.one_of(2) ? 1ull << (bits - 1) : (1ull << (bits - 1)) - 1;
        else
            value = random.next() >> 20;
        if (type == "tf32") value = value << 13 | (random.next() >> 51);  // what tensor cores do not read
        if (type == "s32" && kind == "any") value = random.next();
        if (bits < 64) value &= (1ull << bits) - 1;
        if (bits >= 8)
            std::memcpy(to + at * (bits / 8), &value, bits / 8);
        else
            to[at * bits / 8] = static_cast<std::uint8_t>(to[at * bits / 8] | value << at * bits % 8);
    }
}

}  // namespace tensor
