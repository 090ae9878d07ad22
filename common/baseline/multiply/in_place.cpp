// See in_place.hpp.
//
// Rows and vectors of columns are divided as evenly as possible, not into whole tiles and a rest: with tiles of up to 8 rows
// 100 rows become 13 tiles of 7 or 8, and 101 columns are 7 vectors of 16, in strips of 3, 2 and 2. With whole tiles of 48
// columns and zeros beside them they were 9. The last strip goes back to where it ends with C: it computes some columns
// again, to the same bits.
//
//     columns   0              48    69    80        101
//               |--- 3 vectors ---|- 2 vectors -|
//                                     |- 2 vectors -|
//
// Up to four columns more than whole vectors are not worth a vector: 100 columns are 6 vectors, in strips of 3 and 3,
// and a strip of four columns, in narrow tiles.
#include "common/baseline/multiply/in_place.hpp"

#include <algorithm>

#include "common/baseline/multiply.hpp"
#include "common/baseline/multiply/buffer.hpp"
#include "common/baseline/multiply/pack.hpp"
#include "common/baseline/team.hpp"

namespace baseline::multiply {
namespace {

// The columns of C: vectors, in strips, and then maybe a narrow strip of four columns.
struct Columns {
    std::size_t vectors, strips;
    bool narrow;
};

Columns columns_of(const Gemm& gemm, const Kernel& kernel) {
    const std::size_t rest = gemm.n % kernel.lanes;
    const bool narrow = kernel.narrow[1] != nullptr && rest > 0 && rest <= kNarrow;
    const std::size_t vectors = narrow ? gemm.n / kernel.lanes : divide_up(gemm.n, kernel.lanes);
    return {vectors, divide_up(vectors * kernel.lanes, kernel.cols), narrow};
}

// Columns of B, in place or copied.
struct Strip {
    const float* b;
    std::size_t ldb, cols;
};

// One tile, in steps of k as long as packed panels, so that the sums are rounded in the same places.
void multiply_tile(const Gemm& gemm, const Plan& plan, TileFunction tile, std::size_t row, std::size_t col,
                   Strip strip) {
    for (std::size_t k = 0; k < gemm.k; k += plan.blocks.k) {
        tile({std::min(plan.blocks.k, gemm.k - k), gemm.a + row * gemm.lda + k, gemm.lda,
              strip.b + k * strip.ldb, strip.ldb, gemm.alpha, k == 0 ? gemm.beta : 1,
              gemm.c + row * gemm.ldc + col, gemm.ldc, static_cast<int>(strip.cols)});
    }
}

// The last four columns of some rows. If rows are left over, the last tile goes back to where it ends with them, which takes
// a tile before it.
void multiply_narrow(const Gemm& gemm, const Plan& plan, Rows rows) {
    const std::size_t height = rows.end - rows.first, in_vector = plan.kernel->lanes / kNarrow;
    const std::size_t vectors = divide_up(height, in_vector);
    const std::size_t tiles =
        std::max<std::size_t>(divide_up(vectors, kMostNarrow), height % in_vector == 0 ? 1 : 2);
    const std::size_t col = gemm.n - kNarrow;
    for (std::size_t tile = 0; tile < tiles; ++tile) {
        const auto [first, end] = rows_of(vectors, tiles, tile);
        const std::size_t row = std::min(first * in_vector, height - (end - first) * in_vector);
        multiply_tile(gemm, plan, plan.kernel->narrow[end - first], rows.first + row, col,
                      {gemm.b + col, gemm.ldb, kNarrow});
    }
}

// Some rows, and the columns of some strips. A strip of B is used for one tile after the other, so it stays in a near cache. If the tiles go
// through many steps of k with it, it is copied first: then a step goes on to the next line of memory, not to another page, and no vector lies
// on two lines.
void multiply_part(const Gemm& gemm, const Plan& plan, Rows rows, Rows strips) {
    constexpr std::size_t kFewestStepsToCopy = 4096;
    thread_local Buffer copy;
    const Kernel& kernel = *plan.kernel;
    const Columns columns = columns_of(gemm, kernel);
    const std::size_t height = rows.end - rows.first;
    const std::size_t tiles = divide_up(height, kernel.rows);
    for (std::size_t number = strips.first; number < strips.end; ++number) {
        const auto [first_vector, end_vector] = rows_of(columns.vectors, columns.strips, number);
        const std::size_t width = end_vector - first_vector;
        const std::size_t col = std::min(first_vector * kernel.lanes, gemm.n - width * kernel.lanes);
        Strip strip{gemm.b + col, gemm.ldb, width * kernel.lanes};
        if (tiles * gemm.k >= kFewestStepsToCopy) {
            float* const copied = copy.at_least(gemm.k * strip.cols);
            pack_columns(copied, 0, strip.b, strip.ldb, strip.cols, strip.cols, gemm.k);
            strip = {copied, strip.cols, strip.cols};
        }
        for (std::size_t tile = 0; tile < tiles; ++tile) {
            const auto [first, end] = rows_of(height, tiles, tile);
            multiply_tile(gemm, plan, kernel.in_place[width][end - first], rows.first + first, col, strip);
        }
    }
    if (columns.narrow && strips.end == columns.strips) multiply_narrow(gemm, plan, rows);
}

}  // namespace

std::size_t threads_that_pay(const Gemm& gemm, std::size_t allowed) {
    // Multiply-adds. With fewer, a team that is awake saves little, and one that must be woken takes longer than one thread.
    constexpr double kAlone = 5e5;
    // Of each thread, some microseconds. The start and the end of a team take longer with every thread.
    constexpr double kOfAThread = 6e4;
    const double work = static_cast<double>(gemm.m) * gemm.n * gemm.k;
    if (work <= kAlone) return 1;
    return std::min(allowed, static_cast<std::size_t>(work / kOfAThread));
}

bool can_be_in_place(const Gemm& gemm, const Plan& plan) {
    constexpr std::size_t kFewestRows = 4;  // of a thread: with fewer, additions would wait for each other
    const auto cols = static_cast<std::size_t>(plan.kernel->cols),
               lanes = static_cast<std::size_t>(plan.kernel->lanes);
    return gemm.n >= cols && gemm.m >= kFewestRows * threads_that_pay(gemm, threads_of(plan)) &&
           (gemm.beta == 0 || gemm.n % lanes == 0);
}

void multiply_in_place(const Gemm& gemm, const Plan& plan) {
    const std::size_t threads = threads_that_pay(gemm, threads_of(plan));
    const std::size_t strips = columns_of(gemm, *plan.kernel).strips;
    if (threads == 1) return multiply_part(gemm, plan, {0, gemm.m}, {0, strips});
    // Two neighbouring strips at least, because the last one may hang over into the one before, and no two threads may add to an element.
    const std::size_t across = std::max<std::size_t>(1, strips / 2);
    // So many parts that a faster thread can take more, and no more: a copied strip of B serves the tiles of one part.
    constexpr std::size_t kParts = 20;  // of a thread
    // One above the other in a part, if there are as many for a thread.
    constexpr std::size_t kFewestTiles = 8;
    const std::size_t down = std::min(divide_up(kParts * threads, across),
                                      std::max(threads, divide_up(gemm.m, kFewestTiles * plan.kernel->rows)));
    team::run(threads, across * down, [&](std::size_t part) {
        multiply_part(gemm, plan, rows_of(gemm.m, down, part % down), rows_of(strips, across, part / down));
    });
}

}  // namespace baseline::multiply
