// The course's picture: the same bytes everywhere, at any size, and not just noise. Also its preview in letters.
#include "chapters/01-first-kernel/programs/parts/landscape.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "chapters/01-first-kernel/parts/preview.hpp"

namespace {

// FNV-1a, 64 bits.
std::uint64_t hash_of(const std::vector<std::uint8_t>& bytes) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const std::uint8_t byte : bytes) hash = (hash ^ byte) * 0x100000001b3;
    return hash;
}

}  // namespace

TEST_CASE("the landscape has the same bytes on every machine") {
    CHECK(hash_of(picture::landscape(60, 96).rgb) == 0xbf0a71eb2efae504);
}

TEST_CASE("the landscape can have any size") {
    for (const auto& [rows, cols] :
         std::vector<std::pair<std::size_t, std::size_t>>{{1, 1}, {1, 7}, {7, 1}, {62, 76}, {33, 500}}) {
        const picture::Colour picture = picture::landscape(rows, cols);
        CHECK(picture.rows == rows);
        CHECK(picture.cols == cols);
        CHECK(picture.rgb.size() == 3 * rows * cols);
    }
}

TEST_CASE("neighbouring pixels are alike, far ones are not: it is a picture and not noise") {
    const picture::Colour picture = picture::landscape(150, 200);
    std::size_t near = 0, far = 0, pairs = 0;
    for (std::size_t row = 0; row < 75; ++row) {
        for (std::size_t col = 0; col + 1 < 200; ++col, ++pairs) {
            const auto red = [&](std::size_t y, std::size_t x) {
                return static_cast<int>(picture.rgb[3 * (y * 200 + x)]);
            };
            near += static_cast<std::size_t>(std::abs(red(row, col) - red(row, col + 1)));
            far += static_cast<std::size_t>(std::abs(red(row, col) - red(row + 75, 199 - col)));
        }
    }
    CHECK(far > 10 * near);
    CHECK(std::set<std::uint8_t>(picture.rgb.begin(), picture.rgb.end()).size() > 200);
}

TEST_CASE("a preview has bright letters for bright places and is half as many lines high") {
    CHECK(picture::preview({0, 0, 255, 255, 0, 0, 255, 255}, 2, 4, 4) == "  @@\n");
    CHECK(picture::preview({0, 128, 255}, 1, 3, 72) == " +@\n");
    CHECK(picture::preview(std::vector<std::uint8_t>(100 * 144, 255), 100, 144, 72).size() == 25 * 73);
    CHECK(picture::preview(std::vector<std::uint8_t>(3000, 255), 3000, 1, 72).size() == 72 * 2);
    CHECK(picture::preview({}, 0, 0, 72).empty());
}
