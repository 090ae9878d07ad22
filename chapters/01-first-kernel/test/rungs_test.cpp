// Every rung of both ladders at every awkward size: each element right, none unwritten, nothing past the end changed.
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "chapters/01-first-kernel/ladder.hpp"
#include "common/baseline/grey.hpp"
#include "common/cuda/buffer.hpp"
#include "common/cuda/counters.hpp"
#include "common/ladder/comparison.hpp"
#include "common/ladder/random_input.hpp"

namespace {

// Runs body(pointer into a poisoned allocation) and returns the content. `before` elements precede the output and one
// follows it; they must stay unchanged.
template <class Element, class Body>
std::vector<Element> output_of(const std::vector<Element>& expected, std::size_t before, const Body& body) {
    std::vector<Element> whole(before, Element{7});
    for (const Element element : expected) whole.push_back(ladder::poison(element));
    whole.push_back(Element{7});
    gpu::Buffer<Element> device(whole);
    body(device.data() + before);
    whole = device.to_host();
    for (std::size_t i = 0; i < before; ++i) CHECK(whole[i] == Element{7});
    CHECK(whole.back() == Element{7});
    return {whole.begin() + static_cast<std::ptrdiff_t>(before), whole.end() - 1};
}

// Adds two vectors that start `offset` elements after the beginning of an allocation, and describes what is wrong;
// empty if nothing is.
std::string defect(const rungs::Add& rung, const std::vector<float>& a, const std::vector<float>& b,
                   std::size_t offset = 0) {
    const std::size_t n = a.size();
    gpu::Buffer<float> device_a(offset + n), device_b(offset + n);
    device_a.upload(a.data(), n, offset);
    device_b.upload(b.data(), n, offset);
    std::vector<float> expected(n);
    for (std::size_t i = 0; i < n; ++i) expected[i] = a[i] + b[i];
    const std::vector<float> sum = output_of(expected, offset, [&](float* out) {
        rung.run(out, device_a.data() + offset, device_b.data() + offset, n);
    });
    return ladder::describe(ladder::compare(sum.data(), expected.data(), n), {n});
}

std::string defect(const rungs::Add& rung, std::size_t n, std::size_t offset = 0) {
    std::vector<float> a(n), b(n);
    ladder::fill_random(a.data(), n, ladder::fresh_seed(), -1, 1);
    ladder::fill_random(b.data(), n, ladder::fresh_seed(), -1, 1);
    return defect(rung, a, b, offset);
}

std::string defect(const rungs::Grey& rung, std::size_t rows, std::size_t cols, std::size_t offset = 0) {
    const std::size_t pixels = rows * cols;
    std::vector<std::uint8_t> rgb(3 * pixels);
    ladder::fill_random(rgb.data(), rgb.size(), ladder::fresh_seed(), 0, 255);
    gpu::Buffer<std::uint8_t> device(offset + rgb.size());
    device.upload(rgb.data(), rgb.size(), offset);
    std::vector<std::uint8_t> expected(pixels);
    baseline::grey_serial(expected.data(), rgb.data(), rows, cols);
    const auto out = output_of(
        expected, offset, [&](std::uint8_t* grey) { rung.run(grey, device.data() + offset, rows, cols); });
    return ladder::describe(ladder::compare(out.data(), expected.data(), pixels), {rows, cols});
}

const std::vector<std::size_t> kLengths = {0,    1,    2,    3,    31,    32,     33,
                                           63,   127,  255,  256,  257,   1000,   1003,
                                           1023, 1024, 1025, 4099, 65537, 100003, (1 << 20) + 1};

const std::vector<std::pair<std::size_t, std::size_t>> kPictures = {
    {0, 0},   {0, 5},   {5, 0},   {1, 1},     {1, 1000}, {1000, 1},  {15, 17},  {16, 16},
    {31, 33}, {33, 31}, {62, 76}, {150, 200}, {67, 129}, {149, 201}, {3, 5003}, {256, 192},
};

}  // namespace

TEST_CASE("every rung adds vectors of every length") {
    for (const rungs::Add& rung : rungs::kAdd) {
        CAPTURE(rung.name);
        for (const std::size_t n : kLengths) {
            CAPTURE(n);
            CHECK(defect(rung, n) == "");
        }
    }
}

TEST_CASE("every rung adds vectors that begin in the middle of an allocation") {
    for (const rungs::Add& rung : rungs::kAdd) {
        CAPTURE(rung.name);
        for (const std::size_t offset : {1, 2, 3, 4, 5}) {
            CAPTURE(offset);
            CHECK(defect(rung, 1003, offset) == "");
        }
    }
}

TEST_CASE("every rung adds infinities, subnormals, signed zeros and NaN as IEEE 754 says") {
    const float infinity = std::numeric_limits<float>::infinity();
    const float least = std::numeric_limits<float>::denorm_min();
    const float most = std::numeric_limits<float>::max();
    const std::vector<float> a = {infinity, -infinity, least, -least, most, -0.0f, 1.0f};
    const std::vector<float> b = {1.0f, -infinity, least, least, most, -0.0f, 0x1p-24f};
    for (const rungs::Add& rung : rungs::kAdd) {
        CAPTURE(rung.name);
        CHECK(defect(rung, a, b) == "");
        gpu::Buffer<float> nan(std::vector<float>{NAN, infinity}), one(std::vector<float>{1, -infinity}),
            sum(2);
        rung.run(sum.data(), nan.data(), one.data(), 2);
        CHECK(std::isnan(sum.to_host()[0]));
        CHECK(std::isnan(sum.to_host()[1]));
    }
}

TEST_CASE("every rung turns pictures of every size grey") {
    for (const rungs::Grey& rung : rungs::kGrey) {
        CAPTURE(rung.name);
        for (const auto& size : kPictures) {
            const std::size_t rows = size.first;
            const std::size_t cols = size.second;
            CAPTURE(rows);
            CAPTURE(cols);
            CHECK(defect(rung, rows, cols) == "");
        }
    }
}

TEST_CASE("every rung turns pictures grey that begin at any byte") {
    for (const rungs::Grey& rung : rungs::kGrey) {
        CAPTURE(rung.name);
        for (const std::size_t offset : {1, 2, 3, 4, 8, 15, 16}) {
            CAPTURE(offset);
            CHECK(defect(rung, 31, 33, offset) == "");
        }
    }
}

TEST_CASE("the checks find nothing in any rung") { CHECK(gpu::emulator::findings() == 0); }
