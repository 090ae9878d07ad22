// Every rung at every awkward size: each element where it belongs, none unwritten.
#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "chapters/02-transpose/ladder.hpp"
#include "chapters/02-transpose/test/defect.hpp"

namespace {

std::string defect_of(const rungs::Rung& rung, std::size_t rows, std::size_t cols, std::size_t offset = 0) {
    const auto run = [&](float* out, const float* in) { rung.run(out, in, rows, cols); };
    return defect(run, rows, cols, rung.copies, offset);
}

const std::vector<std::pair<std::size_t, std::size_t>> kSizes = {
    {1, 1},     {1, 2},     {1, 1000}, {1000, 1}, {2, 3},    {31, 33},  {32, 32},
    {33, 31},   {4, 4},     {4, 100},  {100, 4},  {64, 64},  {67, 129}, {100, 102},
    {101, 100}, {256, 192}, {60, 68},  {68, 60},  {192, 64}, {63, 65},  {128, 127},
};

// Sizes that rung 7 treats as thin, and the first ones that it does not; long sides of several chunks and of less
// than one.
const std::vector<std::size_t> kShortSides = {1, 2, 3, 5, 7, 8, 16, 17, 31, 32, 33, 62, 64, 100, 200, 201};
const std::vector<std::size_t> kLongSides = {201, 1000, 8191, 20011};

}  // namespace

TEST_CASE("every rung is right at every size") {
    for (const rungs::Rung& rung : rungs::kAll) {
        CAPTURE(rung.name);
        for (const auto& size : kSizes) {
            CAPTURE(size.first);
            CAPTURE(size.second);
            CHECK(defect_of(rung, size.first, size.second) == "");
        }
    }
}

TEST_CASE("thin is right for a few rows or columns, and where the rows that it loads start anywhere") {
    const rungs::Rung thin = ladder::named("thin", rungs::kAll);
    for (const std::size_t few : kShortSides) {
        for (const std::size_t many : kLongSides) {
            const std::size_t offset = (few + many) % 8;
            CAPTURE(few);
            CAPTURE(many);
            CAPTURE(offset);
            REQUIRE(defect_of(thin, few, many, offset) == "");
            REQUIRE(defect_of(thin, many, few, offset) == "");
        }
    }
}

TEST_CASE("matrices that start at no multiple of 16 bytes are right in every rung") {
    for (const rungs::Rung& rung : rungs::kAll) {
        CAPTURE(rung.name);
        CHECK(defect_of(rung, 64, 128, 1) == "");
        CHECK(defect_of(rung, 100, 36, 3) == "");
    }
}

TEST_CASE("the loops inside the kernel do what their rungs do") {
    int loops = 0;
    for (const rungs::Rung& rung : rungs::kAll) {
        if (!rung.repeated) continue;
        CAPTURE(rung.name);
        const auto run = [&](float* out, const float* in) { rung.repeated(out, in, 67, 129, 3); };
        CHECK(defect(run, 67, 129, rung.copies) == "");
        ++loops;
    }
    CHECK(loops == 4);
}
