// See landscape.hpp. Lengths are in units of 1 / kOne of the picture's height: x grows to the right, y downwards.
#include "chapters/01-first-kernel/programs/parts/landscape.hpp"

#include <algorithm>
#include <cstdint>

namespace picture {
namespace {

using Length = std::int64_t;
constexpr Length kOne = 1 << 16;
constexpr Length percent(Length hundredths) { return hundredths * kOne / 100; }

constexpr Length kShore = percent(64);  // where the lake begins
constexpr Length kSunX = percent(52);
constexpr Length kSunY = percent(36);
constexpr Length kSunRadius = percent(6);

struct Rgb {
    Length red, green, blue;
};

// share 0: a, kOne: b.
Length blend(Length a, Length b, Length share) { return a + (b - a) * share / kOne; }
Rgb blend(const Rgb& a, const Rgb& b, Length share) {
    const Length s = std::clamp<Length>(share, 0, kOne);
    return {blend(a.red, b.red, s), blend(a.green, b.green, s), blend(a.blue, b.blue, s)};
}

// A pseudo-random number from 0 to kOne - 1 that depends only on the position.
Length chance(Length x, Length y) {
    std::uint64_t bits = static_cast<std::uint64_t>(x) * 0x9e3779b97f4a7c15 +
                         static_cast<std::uint64_t>(y) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ (bits >> 30)) * 0x94d049bb133111eb;
    return static_cast<Length>((bits ^ (bits >> 29)) >> 16 & (kOne - 1));
}

Length smooth(Length t) { return t * t / kOne * (3 * kOne - 2 * t) / kOne; }

// Hills of the width `period` around kOne / 2, with smaller ones on them: `octaves` layers, each half as wide and
// high.
Length hills(Length x, Length y, Length period, int octaves) {
    Length sum = 0;
    Length height = kOne / 2;
    for (int octave = 0; octave < octaves && period > 0; ++octave) {
        const Length cell_x = x / period, cell_y = y / period + 1000 * octave;
        const Length right = smooth(x % period * kOne / period), down = smooth(y % period * kOne / period);
        const Length above = blend(chance(cell_x, cell_y), chance(cell_x + 1, cell_y), right);
        const Length below = blend(chance(cell_x, cell_y + 1), chance(cell_x + 1, cell_y + 1), right);
        sum += blend(above, below, down) * height / kOne;
        height /= 2;
        period /= 2;
    }
    return sum;
}

Rgb sky(Length x, Length y) {
    const Rgb top{38, 70, 145}, middle{150, 150, 190}, horizon{255, 190, 120};
    const Length half = kShore / 2;
    Rgb colour =
        y < half ? blend(top, middle, y * kOne / half) : blend(middle, horizon, (y - half) * kOne / half);
    const Length dx = x - kSunX, dy = y - kSunY;
    const Length distance2 = (dx * dx + dy * dy) / kOne, radius2 = kSunRadius * kSunRadius / kOne;
    colour = blend(colour, {255, 226, 150}, kOne * radius2 / (radius2 + distance2 / 2));  // the glow
    if (distance2 < radius2) colour = {255, 246, 214};
    // Clouds: long from left to right, flat from top to bottom.
    const Length cloud = hills(x, 4 * y + percent(500), percent(60), 5) - percent(52);
    return blend(colour, {255, 214, 190}, 4 * cloud);
}

// The y of the top of a mountain range. Ranges in front have higher numbers.
Length ridge(Length x, int range) {
    const Length from[] = {percent(22), percent(34), percent(47)};
    const Length span[] = {percent(40), percent(32), percent(22)};
    return from[range] +
           span[range] * (kOne - hills(x + percent(777) * range, percent(30) * range, percent(70), 8)) / kOne;
}

Rgb mountain(Length x, Length y, int range, Length top) {
    const Rgb rock[] = {{120, 130, 165}, {92, 88, 104}, {44, 74, 50}};
    const Length grain = hills(8 * x, 8 * y + percent(300) * range, percent(50), 4);
    Rgb colour = blend(rock[range], blend(rock[range], {20, 24, 40}, kOne / 2), grain);
    // Snow lies high up, with an irregular lower edge.
    if (range < 2)
        colour = blend(colour, {246, 246, 250}, 6 * (percent(10) + grain / 4 - percent(5) - (y - top)));
    return blend(colour, {232, 176, 140}, (y - percent(25)) * (3 - range) / 3);  // haze above the lake
}

// Everything above the shore.
Rgb land_and_sky(Length x, Length y) {
    for (int range = 2; range >= 0; --range) {
        const Length top = ridge(x, range);
        if (y >= top) return mountain(x, y, range, top);
    }
    return sky(x, y);
}

// A mirror with ripples, darker towards the front.
Rgb lake(Length x, Length y) {
    const Length depth = y - kShore;
    const Length ripple =
        (hills(x / 2 + depth, 30 * y, percent(30), 3) - kOne / 2) * (depth + percent(2)) / kOne / 3;
    const Length mirrored = std::clamp<Length>(kShore - depth * 3 / 2 + ripple, 0, kShore - 1);
    const Rgb image = land_and_sky(std::max<Length>(0, x + ripple), mirrored);
    return blend(image, {16, 44, 72}, percent(25) + depth);
}

// The boat: a red hull, a white sail and a green one. True if (x, y) is part of it.
bool boat(Length x, Length y, Rgb& colour) {
    const Length dx = x - percent(96), dy = y - percent(78);
    if (dy >= 0 && dy < percent(3) && dx > dy - percent(8) && dx < percent(8) - dy) {
        colour = {200, 36, 30};
    } else if (dy < -percent(1) && dy > -percent(22) && dx >= percent(1) &&
               2 * dx < percent(22) + dy + percent(1)) {
        colour = {250, 248, 240};
    } else if (dy < -percent(1) && dy > -percent(18) && dx <= 0 && -3 * dx < percent(18) + dy) {
        colour = {40, 140, 80};
    } else {
        return false;
    }
    return true;
}

// Reeds in the foreground: bent strokes.
bool reed(Length x, Length y) {
    const Length width = percent(2);
    for (Length stalk = x / width - 1; stalk <= x / width + 1; ++stalk) {
        const Length height = percent(4) + chance(stalk, 7) * 14 / 100;
        const Length above = kOne - y;
        if (stalk < 0 || above > height) continue;
        const Length bend = (chance(stalk, 8) - kOne / 2) * above / kOne * above / height / 8;
        const Length centre = stalk * width + chance(stalk, 9) * width / kOne + bend;
        const Length thickness = percent(1) * (height - above) / height / 2;
        if (x > centre - thickness && x < centre + thickness) return true;
    }
    return false;
}

Rgb scene(Length x, Length y) {
    Rgb colour{};
    if (reed(x, y)) return blend({34, 60, 22}, {96, 120, 40}, chance(x / percent(2), 5));
    if (boat(x, y, colour)) return colour;
    return y < kShore ? land_and_sky(x, y) : lake(x, y);
}

}  // namespace

Colour landscape(std::size_t rows, std::size_t cols) {
    Colour picture{rows, cols, std::vector<std::uint8_t>(3 * rows * cols)};
#pragma omp parallel for schedule(dynamic, 16)
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t col = 0; col < cols; ++col) {
            const auto high = static_cast<Length>(rows);
            const Rgb colour =
                scene(static_cast<Length>(col) * kOne / high, static_cast<Length>(row) * kOne / high);
            std::uint8_t* const pixel = &picture.rgb[3 * (row * cols + col)];
            pixel[0] = static_cast<std::uint8_t>(std::clamp<Length>(colour.red, 0, 255));
            pixel[1] = static_cast<std::uint8_t>(std::clamp<Length>(colour.green, 0, 255));
            pixel[2] = static_cast<std::uint8_t>(std::clamp<Length>(colour.blue, 0, 255));
        }
    }
    return picture;
}

}  // namespace picture
