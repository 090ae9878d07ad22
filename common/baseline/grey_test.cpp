// The CPU's grey, the specification of the GPU's: known colours, the distance from the exact weights, all sizes.
#include "common/baseline/grey.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <utility>
#include <vector>

TEST_CASE("black, white and the three colours have the brightness that they should") {
    CHECK(baseline::grey_of(0, 0, 0) == 0);
    CHECK(baseline::grey_of(255, 255, 255) == 255);
    CHECK(baseline::grey_of(255, 0, 0) == 54);
    CHECK(baseline::grey_of(0, 255, 0) == 182);
    CHECK(baseline::grey_of(0, 0, 255) == 19);
}

TEST_CASE("a grey colour stays what it is, and no colour is further than 1.2 from the shares of BT.709") {
    double furthest = 0;
    for (unsigned red = 0; red < 256; red += 5) {
        CHECK(baseline::grey_of(red, red, red) == red);
        for (unsigned green = 0; green < 256; green += 5) {
            for (unsigned blue = 0; blue < 256; blue += 5) {
                const double exact = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
                furthest = std::fmax(furthest, std::fabs(baseline::grey_of(red, green, blue) - exact));
            }
        }
    }
    CHECK(furthest < 1.2);
}

TEST_CASE("every pixel is converted at any size, and nothing behind the last") {
    using Grey = void (*)(std::uint8_t*, const std::uint8_t*, std::size_t, std::size_t);
    const std::vector<std::pair<std::size_t, std::size_t>> sizes = {{0, 0},  {1, 1},   {1, 33},
                                                                    {31, 1}, {62, 76}, {150, 201}};
    for (const Grey grey : {baseline::grey_serial, baseline::grey_openmp}) {
        for (const auto& [rows, cols] : sizes) {
            CAPTURE(rows);
            CAPTURE(cols);
            std::vector<std::uint8_t> rgb(3 * rows * cols);
            for (std::size_t i = 0; i < rgb.size(); ++i) rgb[i] = static_cast<std::uint8_t>(i * 37 + i / 256);
            std::vector<std::uint8_t> out(rows * cols + 1, 111);
            grey(out.data(), rgb.data(), rows, cols);
            std::size_t wrong = 0;
            for (std::size_t i = 0; i < rows * cols; ++i) {
                wrong += out[i] == baseline::grey_of(rgb[3 * i], rgb[3 * i + 1], rgb[3 * i + 2]) ? 0 : 1;
            }
            CHECK(wrong == 0);
            CHECK(out.back() == 111);
        }
    }
}
