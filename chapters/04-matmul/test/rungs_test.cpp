// Every rung on every awkward product: each element within the tolerance, nothing around C changed, NaN only where it
// belongs. Compare with mistakes_test.cu, where kernels are wrong.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "chapters/04-matmul/ladder.hpp"
#include "chapters/04-matmul/more/statistics/volkov.hpp"
#include "chapters/04-matmul/parts/cublas.hpp"
#include "chapters/04-matmul/parts/exact.hpp"
#include "chapters/04-matmul/parts/tolerance.hpp"
#include "chapters/04-matmul/test/product.hpp"
#include "common/baseline/multiply_in_double.hpp"
#include "common/cuda/buffer.hpp"
#include "common/cuda/counters.hpp"
#include "common/ladder/comparison.hpp"
#include "common/ladder/random_input.hpp"

namespace {

using matmul::defect;
using matmul::Matrices;
using matmul::Shape;

const std::vector<Shape> kShapes = {
    {1, 1, 1},       {1, 1, 0},       {3, 5, 0},      {1, 7, 64},      {7, 1, 64},     {2, 3, 4},
    {31, 31, 31},    {33, 33, 33},    {32, 32, 32},   {16, 128, 32},   {17, 129, 33},  {97, 101, 103},
    {1, 1000, 1},    {1000, 1, 1},    {1, 1, 1000},   {64, 256, 16},   {130, 66, 258}, {128, 128, 64},
    {200, 150, 100}, {127, 255, 129}, {256, 260, 68}, {132, 256, 200}, {129, 4, 65},   {4, 129, 66},
};

// A product without rows or columns is no work.
const std::vector<Shape> kEmpty = {{0, 5, 7}, {5, 0, 7}, {0, 0, 0}};

std::string text_of(const Shape& shape) {
    return std::to_string(shape.m) + " x " + std::to_string(shape.n) + " x " + std::to_string(shape.k) +
           ", alpha " + std::to_string(shape.alpha) + ", beta " + std::to_string(shape.beta) + ", pad " +
           std::to_string(shape.pad) + ", offset " + std::to_string(shape.offset) + " of " + shape.moved;
}

// Calls check(rung) for every rung.
template <class Check>
void for_each_rung(const Check& check) {
    for (const rungs::Rung& rung : rungs::kAll) {
        CAPTURE(rung.name);
        check(rung);
    }
}

void check_all(const std::vector<Shape>& shapes) {
    for_each_rung([&](const rungs::Rung& rung) {
        for (const Shape& shape : shapes) {
            CAPTURE(text_of(shape));
            CHECK(defect(rung.run, shape) == "");
        }
    });
}

// kShapes, each with something changed.
template <class Change>
std::vector<Shape> changed(const Change& change) {
    std::vector<Shape> shapes = kShapes;
    for (Shape& shape : shapes) change(shape);
    return shapes;
}

}  // namespace

TEST_CASE("every rung multiplies matrices of any size") {
    check_all(kShapes);
    check_all(kEmpty);
}

TEST_CASE("every rung takes rows that lie further apart, and leaves what is between them alone") {
    check_all(changed([](Shape& shape) { shape.pad = 4; }));
    check_all(changed([](Shape& shape) { shape.pad = 3; }));
}

TEST_CASE("every rung takes matrices that start at no multiple of 16 bytes, or of 8") {
    check_all(changed([](Shape& shape) { shape.offset = 1; }));
    check_all({{128, 128, 64, 1, 0, 0, 2}, {128, 128, 64, 1, 0, 4, 2}, {64, 256, 16, 1, 0, 4, 3}});
}

TEST_CASE("every rung asks each of the three matrices whether it is aligned") {
    for (const char* moved : {"A", "B", "C"})
        check_all({{128, 256, 64, 1, 0, 0, 1, moved}, {64, 128, 32, 2, 0.5f, 4, 2, moved}});
}

TEST_CASE("every rung scales by alpha and adds beta times what was in C") {
    check_all(changed([](Shape& shape) {
        shape.alpha = -2.5f;
        shape.beta = 0.75f;
        shape.pad = 1;
    }));
    check_all({{33, 130, 65, 3, 1}, {128, 128, 64, 0.5f, -1}, {5, 6, 0, 2, 3}, {64, 128, 32, 0, 2}});
}

TEST_CASE("with beta 0 no rung reads C, and with k = 0 alpha counts for nothing") {
    // C is NaN before each product with beta = 0 (product.hpp), so all tests above cover the first half.
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    check_all({{5, 9, 0, kInfinity, 0}, {5, 9, 0, kInfinity, 2}});
}

TEST_CASE("a NaN or an infinity in A reaches its row of C and nothing else, one in B its column") {
    for (const float special :
         {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
        Matrices matrices({70, 140, 67});
        matrices.a[5 * 67 + 66] = special;
        matrices.b[66 * 140 + 139] = -special;
        matrices.b[0 * 140 + 3] = special;
        for_each_rung([&](const rungs::Rung& rung) { CHECK(defect(rung.run, matrices) == ""); });
    }
}

TEST_CASE("subnormal elements are not taken for zero") {
    Matrices matrices({20, 20, 20});
    for (float& element : matrices.a) element *= 1e-39f;
    for (float& element : matrices.b) element *= 1e30f;
    for_each_rung([&](const rungs::Rung& rung) { CHECK(defect(rung.run, matrices) == ""); });
}

TEST_CASE("cuBLAS is missing on the emulator, and says why; on a GPU it multiplies as the rungs do") {
    if (const std::string reason = cublas::missing(); !reason.empty()) {
        CHECK(reason.find(gpu::emulator::present() ? "it needs a GPU" : "libcublas.so") != std::string::npos);
        CHECK_THROWS_AS(cublas::multiply({}), std::runtime_error);
        return;
    }
    for (const Shape& shape : changed([](Shape& shape) { shape.pad = 3, shape.beta = 0.5f; }))
        CHECK(defect(cublas::multiply, shape) == "");
}

TEST_CASE("coalesced is right in blocks of any shape") {
    const std::vector<dim3> blocks = {{1, 32}, {1, 1024}, {8, 8}, {16, 16}, {32, 32}, {512, 1}, {7, 5}};
    for (const dim3& block : blocks) {
        static dim3 shape;
        shape = block;
        CHECK(defect([](const Gemm& gemm) { coalesced::multiply(gemm, shape); }, {33, 65, 17, 2, 1, 3}) ==
              "");
    }
}

namespace {

unsigned multiprocessors;  // of the device that in_strips is to divide the tiles for

void multiply_in_strips(const Gemm& gemm) { in_strips::multiply_for(multiprocessors, gemm); }

// The bits of a product of random matrices.
std::vector<float> bits_of(void (*multiply)(const Gemm&), std::size_t m, std::size_t n, std::size_t k) {
    std::vector<float> a(m * k), b(k * n);
    ladder::fill_random(a.data(), a.size(), 1, -1, 1);
    ladder::fill_random(b.data(), b.size(), 2, -1, 1);
    const gpu::Buffer<float> device_a(a), device_b(b);
    gpu::Buffer<float> c(m * n);
    c.fill_bytes(0xff);
    multiply({m, n, k, 1, device_a.data(), k, device_b.data(), n, 0, c.data(), n});
    return c.to_host();
}

}  // namespace

TEST_CASE("in_strips is right however many blocks share a tile, and wherever their shares begin") {
    for (const unsigned count : {1, 2, 3, 5, 7, 40}) {
        multiprocessors = count;
        CAPTURE(count);
        // One tile, two beside each other, three below each other, six; A in place or laid, B in place or laid; the last k's a whole slab or
        // not.
        for (const Shape& shape : {Shape{128, 256, 64}, Shape{100, 512, 96, 2, 0.5f}, Shape{300, 256, 40},
                                   Shape{257, 300, 77, 1, 0, 3, 1}, Shape{384, 512, 8}, Shape{130, 260, 1}}) {
            CAPTURE(text_of(shape));
            CHECK(defect(multiply_in_strips, shape) == "");
        }
    }
    // 18 rows of tiles, of which 16 are a band: two tiles in a row, and three. A round ends within a band, and between both.
    for (const unsigned count : {5, 16, 132}) {
        multiprocessors = count;
        CAPTURE(count);
        for (const Shape& shape : {Shape{18 * 128, 512, 8}, Shape{17 * 128 + 3, 600, 9}}) {
            CAPTURE(text_of(shape));
            CHECK(defect(multiply_in_strips, shape) == "");
        }
    }
}

TEST_CASE(
    "in_strips reads A in place where all tiles are whole and fill a round, and else in strips, alike") {
    multiprocessors = 2;
    // 15 and 16 tiles beside each other: the last size at which A stays in place, and the first at which it is laid.
    for (const std::size_t n : {15 * 256, 16 * 256}) CHECK(defect(multiply_in_strips, {256, n, 8}) == "");
    // Gaps between rows that leave them aligned, and such that do not; one, two, three, four and more slabs.
    for (const std::size_t k : {8, 16, 24, 32, 40, 72})
        for (const std::size_t pad : {0, 1, 4}) {
            CAPTURE(k);
            CAPTURE(pad);
            CHECK(defect(multiply_in_strips, {256, 256, k, -2, 0.5f, pad}) == "");
            CHECK(defect(multiply_in_strips, {128, 512, k, 1, 0, pad}) == "");
        }
    // The same bits as where m is odd, so that A is laid.
    const std::vector<float> in_place = bits_of(multiply_in_strips, 256, 256, 200);
    const std::vector<float> laid = bits_of(multiply_in_strips, 255, 256, 200);
    CHECK(std::equal(laid.begin(), laid.end(), in_place.begin()));
}

TEST_CASE(
    "in_strips adds as warp_tiled does where no tile is divided, and always the same way where tiles are") {
    multiprocessors = 1;
    CHECK(bits_of(multiply_in_strips, 150, 300, 203) ==
          bits_of(ladder::named("warp_tiled", rungs::kAll).run, 150, 300, 203));
    for (const std::size_t n : {300, 512})  // in strips, and in place
        CHECK(bits_of(multiply_in_strips, 256, n, 208) ==
              bits_of(ladder::named("warp_tiled", rungs::kAll).run, 256, n, 208));
    multiprocessors = 5;
    const std::vector<float> divided = bits_of(multiply_in_strips, 150, 300, 203);
    CHECK(divided != bits_of(ladder::named("warp_tiled", rungs::kAll).run, 150, 300, 203));
    CHECK(divided == bits_of(multiply_in_strips, 150, 300, 203));
}

TEST_CASE("the reference for a GPU is the reference for a CPU") {
    for (const Shape& shape :
         {Shape{33, 47, 65, 2.5f}, Shape{16, 16, 16}, Shape{1, 1, 0}, Shape{9, 20, 7, 2, 0.5f, 3}}) {
        Matrices matrices(shape);
        const std::size_t elements = shape.m * shape.n;
        std::vector<double> on_device(elements), magnitude(elements), on_host(elements),
            magnitude_on_host(elements);
        exact::multiply_on_device(matrices.gemm(), on_device.data(), magnitude.data());
        baseline::multiply_in_double(matrices.gemm(), on_host.data(), magnitude_on_host.data());
        for (std::size_t i = 0; i < elements; ++i) {
            CHECK(std::fabs(on_device[i] - on_host[i]) <= 1e-15 * magnitude_on_host[i]);
            CHECK(magnitude[i] == doctest::Approx(magnitude_on_host[i]).epsilon(1e-14));
        }
    }
}

TEST_CASE("MAGMA's kernel, built to its description, multiplies") {
    CHECK(defect(volkov::multiply, {32, 128, 48}) == "");
    CHECK(defect(volkov::multiply, {16, 64, 16, 2, 0.5f, 3, 1}) == "");
}
