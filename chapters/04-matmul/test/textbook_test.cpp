// The kernels after Kirk and Hwu, chapter 5: right for any size, with the costs that the book states.
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "chapters/04-matmul/programs/parts/textbook/block_size.hpp"
#include "chapters/04-matmul/programs/parts/textbook/coalescing.hpp"
#include "chapters/04-matmul/programs/parts/textbook/column_major.hpp"
#include "chapters/04-matmul/programs/parts/textbook/tiles_per_block.hpp"
#include "common/cuda/buffer.hpp"
#include "common/cuda/counters.hpp"
#include "common/ladder/random_input.hpp"
#include "common/testing/compare.hpp"
#include "common/testing/device.hpp"

namespace {

using Multiply = void (*)(const Gemm&);

struct Product {
    std::size_t m, n, k;
    std::size_t padding =
        0;  // unused elements at the end of every row (of B's columns where those lie together)
    float alpha = 1, beta = 0;
};

// Whole numbers, so that every sum is exact; NaN between the rows, which no kernel may read.
std::vector<float> matrix(std::size_t lines, std::size_t length, std::size_t padding, std::uint64_t seed) {
    std::vector<std::int32_t> numbers(lines * (length + padding));
    ladder::fill_random(numbers.data(), numbers.size(), seed, -9, 9);
    std::vector<float> elements(numbers.begin(), numbers.end());
    for (std::size_t i = 0; i < elements.size(); ++i)
        if (i % (length + padding) >= length) elements[i] = std::numeric_limits<float>::quiet_NaN();
    return elements;
}

bool same(float got, double expected) {
    return std::isnan(got) ? std::isnan(expected) : static_cast<double>(got) == expected;
}

bool is_right(Multiply multiply, bool by_columns, const Product& s) {
    const std::vector<float> a = matrix(s.m, s.k, s.padding, 1);
    const std::vector<float> b = by_columns ? matrix(s.n, s.k, s.padding, 2) : matrix(s.k, s.n, s.padding, 2);
    std::vector<float> before = matrix(s.m, s.n, s.padding, 3);
    if (s.beta == 0) before.assign(before.size(), std::numeric_limits<float>::quiet_NaN());
    const std::size_t lda = s.k + s.padding, ldc = s.n + s.padding, ldb = by_columns ? lda : ldc;
    const gpu::Buffer<float> device_a(a), device_b(b);
    gpu::Buffer<float> device_c(before);
    multiply(
        {s.m, s.n, s.k, s.alpha, device_a.data(), lda, device_b.data(), ldb, s.beta, device_c.data(), ldc});
    const std::vector<float> c = device_c.to_host();
    for (std::size_t i = 0; i < c.size(); ++i) {
        const std::size_t row = i / ldc, col = i % ldc;
        double expected = before[i];
        if (col < s.n) {
            double sum = 0;
            for (std::size_t k = 0; k < s.k; ++k)
                sum += static_cast<double>(a[row * lda + k]) * b[by_columns ? col * ldb + k : k * ldb + col];
            expected = s.beta == 0 ? s.alpha * sum : s.alpha * sum + s.beta * before[i];
        }
        if (!same(c[i], expected)) return false;
    }
    return true;
}

void check_all_shapes(Multiply multiply, bool by_columns) {
    for (const Product& shape :
         {Product{1, 1, 1}, Product{16, 16, 16}, Product{64, 64, 64}, Product{31, 33, 17},
          Product{33, 31, 15}, Product{1, 97, 5}, Product{97, 1, 64}, Product{13, 65, 1, 3},
          Product{48, 129, 32, 5, 2, -3}, Product{17, 63, 16, 1, -1, 1}, Product{20, 20, 0},
          Product{20, 20, 0, 2, 1, 2}, Product{0, 5, 5}, Product{5, 0, 5}}) {
        CAPTURE(shape.m);
        CAPTURE(shape.n);
        CAPTURE(shape.k);
        CHECK(is_right(multiply, by_columns, shape));
    }
}

// A counter of n × n × n with zeros.
double counter_of(Multiply multiply, std::size_t n, const char* key) {
    gpu::Buffer<float> a(n * n), b(n * n), c(n * n);
    a.fill_bytes(0);
    b.fill_bytes(0);
    const gpu::LaunchCounters since_here;
    multiply({n, n, n, 1, a.data(), n, b.data(), n, 0, c.data(), n});
    return since_here.sum(key).value_or(-1);
}

}  // namespace

TEST_CASE("one, two and four tiles for each block multiply matrices of any size") {
    check_all_shapes(tiles_per_block::multiply<1>, false);
    check_all_shapes(tiles_per_block::multiply<2>, false);
    check_all_shapes(tiles_per_block::multiply<4>, false);
}

TEST_CASE("simple, tiled and turned multiply by a matrix that lies column by column, of any size") {
    check_all_shapes(column_major::simple, true);
    check_all_shapes(column_major::tiled, true);
    check_all_shapes(column_major::turned, true);
}

TEST_CASE("two tiles for each block save a quarter of the loads, four tiles three eighths") {
    if (!testing::counted()) return;
    for (const char* const key : {"global_load_requests", "global_load_sectors"}) {
        CAPTURE(key);
        const double one = counter_of(tiles_per_block::multiply<1>, 128, key);
        CHECK(one > 0);
        CHECK(counter_of(tiles_per_block::multiply<2>, 128, key) == one * 3 / 4);
        CHECK(counter_of(tiles_per_block::multiply<4>, 128, key) == one * 5 / 8);
    }
    // n/16 phases of n/16 × n/16 blocks, two tiles of 8 requests of 4 sectors.
    CHECK(counter_of(tiles_per_block::multiply<1>, 128, "global_load_requests") == 8 * 64 * 2 * 8);
    CHECK(counter_of(tiles_per_block::multiply<1>, 128, "global_load_sectors") == 8 * 64 * 2 * 8 * 4);
}

TEST_CASE("each tile more takes 1 KiB of shared memory, and saves reads of the tile of A") {
    if (!testing::counted()) return;
    CHECK(counter_of(tiles_per_block::multiply<1>, 128, "static_shared") == 2 * 1024);
    CHECK(counter_of(tiles_per_block::multiply<2>, 128, "static_shared") == 3 * 1024);
    CHECK(counter_of(tiles_per_block::multiply<4>, 128, "static_shared") == 5 * 1024);
    const double one = counter_of(tiles_per_block::multiply<1>, 128, "shared_load_wavefronts");
    CHECK(counter_of(tiles_per_block::multiply<2>, 128, "shared_load_wavefronts") == one * 3 / 4);
    CHECK(counter_of(tiles_per_block::multiply<4>, 128, "shared_load_wavefronts") == one * 5 / 8);
}

TEST_CASE("a column-major operand: a tile divides its sectors by 16, turning the corner by 4 more") {
    if (!testing::counted()) return;
    constexpr double kWarps = 128 * 128 / 32;
    // A costs a sector for each of 2 rows and each k, or 4 sectors for each tile. B costs one for each of 16 columns and
    // each k, one for each of 16 columns and each tile, or 4 sectors.
    CHECK(counter_of(column_major::simple, 128, "global_load_sectors") == kWarps * 128 * (2 + 16));
    CHECK(counter_of(column_major::tiled, 128, "global_load_sectors") == kWarps * 8 * (4 + 16));
    CHECK(counter_of(column_major::turned, 128, "global_load_sectors") == kWarps * 8 * (4 + 4));
}

TEST_CASE("the turned tile has no bank conflict, neither stored nor loaded") {
    if (!testing::counted()) return;
    CHECK(counter_of(column_major::turned, 128, "shared_store_bank_conflicts") == 0);
    CHECK(counter_of(column_major::turned, 128, "shared_load_bank_conflicts") == 0);
    CHECK(counter_of(column_major::turned, 128, "shared_store_wavefronts") > 0);
}

TEST_CASE(
    "exercises 5.6 and 5.7: of the simple kernel N is coalesced, of the tiled one both, on every "
    "generation") {
    if (!testing::counted()) return;
    using block_size::Kernel;
    using coalescing::Operands;
    const auto utilisation = [](Kernel kernel, Operands operands, std::size_t model) {
        return coalescing::count(kernel, 32, operands)->by_model[model].utilisation;
    };
    for (std::size_t model = 0; model < coalescing::kModelCount; ++model) {
        CAPTURE(coalescing::kModels[model]);
        CHECK(utilisation(Kernel::kSimple, Operands::kM, model) < 0.2);
        CHECK(utilisation(Kernel::kSimple, Operands::kN, model) == 1);
        CHECK(utilisation(Kernel::kTiled, Operands::kM, model) == 1);
        CHECK(utilisation(Kernel::kTiled, Operands::kN, model) == 1);
    }
}

TEST_CASE("exercise 5.11: 8, 16 and 32 on compute capability 1.3, 32 on 2.0, multiples of 8 on 9.0") {
    if (!testing::counted()) return;
    std::vector<unsigned> coalesced[coalescing::kModelCount];
    for (unsigned size = 1; size <= 32; ++size) {
        const auto loads = coalescing::count(block_size::Kernel::kTiled, size, coalescing::Operands::kBoth);
        for (std::size_t model = 0; model < coalescing::kModelCount; ++model)
            if (loads->by_model[model].utilisation == 1) coalesced[model].push_back(size);
    }
    CHECK(coalesced[0] == std::vector<unsigned>{8, 16, 32});
    CHECK(coalesced[1] == std::vector<unsigned>{32});
    CHECK(coalesced[2] == std::vector<unsigned>{8, 16, 24, 32});
    // The minimum, one transaction for each half-warp: the answer of 2009.
    const auto with_16 = coalescing::count(block_size::Kernel::kTiled, 16, coalescing::Operands::kBoth);
    const auto with_8 = coalescing::count(block_size::Kernel::kTiled, 8, coalescing::Operands::kBoth);
    CHECK(with_16->by_model[0].transactions == 2);
    CHECK(with_8->by_model[0].transactions == 4);
}

TEST_CASE("the book's kernels with any BLOCK_SIZE multiply") {
    for (const unsigned size : {1u, 3u, 8u, 12u, 16u, 31u, 32u}) {
        CAPTURE(size);
        const unsigned width = 2 * size, ld = width + 5;
        const std::vector<float> m = matrix(width, width, 5, 1), n = matrix(width, width, 5, 2);
        const gpu::Buffer<float> device_m(m), device_n(n);
        std::vector<float> expected(width * ld);
        for (unsigned row = 0; row < width; ++row)
            for (unsigned col = 0; col < width; ++col)
                for (unsigned k = 0; k < width; ++k)
                    expected[row * ld + col] += m[row * ld + k] * n[k * ld + col];
        for (const auto kernel : {block_size::Kernel::kSimple, block_size::Kernel::kTiled}) {
            gpu::Buffer<float> p(width * ld);
            p.fill_bytes(0);
            block_size::multiply(kernel, {device_m.data(), device_n.data(), p.data(), width, ld}, size);
            CHECK(testing::compare(p.to_host(), expected));
        }
    }
}
