// See blocked.hpp.
#include "common/baseline/multiply/blocked.hpp"

#include <omp.h>
#include <unistd.h>

#include <algorithm>

#include "common/baseline/multiply.hpp"
#include "common/baseline/multiply/buffer.hpp"
#include "common/baseline/multiply/in_place.hpp"
#include "common/baseline/multiply/pack.hpp"
#include "common/baseline/team.hpp"

namespace baseline::multiply {
namespace {

// The rows and columns of C whose parts of A and B are packed at a time. Enough that packing costs little, and few
// enough that the panels of B stay in the last-level cache.
constexpr std::size_t kMostPackedRows = 4096;
constexpr std::size_t kMostPackedCols = 4096;

constexpr std::size_t kPackedTogether = 8;  // rows of B: eight streams of reads, writes of eight lines

// Some rows of A and some columns of B, packed, with the position of their product.
struct Packed {
    const Kernel& kernel;
    Tile tile;  // of the first row and column; most members are the same for all tiles
    std::size_t rows, cols;

    std::size_t row_panels() const { return divide_up(rows, kernel.rows); }
    std::size_t col_panels() const { return divide_up(cols, kernel.cols); }
};

struct Range {
    std::size_t first, end;
};

// The tiles of some panels of A and some of B. While a panel of B is used with one panel of A after the other, the
// next panel of B is prefetched piece by piece, since it is not in a near cache.
void multiply_panels(const Packed& packed, Range row_panels, Range col_panels) {
    const std::size_t b_panel = packed.tile.k * packed.kernel.cols;
    const std::size_t piece = divide_up(b_panel, row_panels.end - row_panels.first);
    for (std::size_t j = col_panels.first; j < col_panels.end; ++j) {
        Tile tile = packed.tile;
        tile.b += j * b_panel;
        const std::size_t first_col = j * packed.kernel.cols;
        tile.cols = static_cast<int>(std::min<std::size_t>(packed.kernel.cols, packed.cols - first_col));
        const bool another = j + 1 < col_panels.end;
        tile.next = another ? tile.b + b_panel : tile.b;
        tile.next_step = another ? divide_up(piece, tile.k) : 0;
        for (std::size_t i = row_panels.first; i < row_panels.end; ++i) {
            const std::size_t first_row = i * packed.kernel.rows;
            tile.a = packed.tile.a + first_row * tile.k;
            tile.c = packed.tile.c + first_row * tile.ldc + first_col;
            packed.kernel.packed[std::min<std::size_t>(packed.kernel.rows, packed.rows - first_row)](tile);
            if (another) tile.next += piece;
        }
    }
}

// All tiles, distributed over so many threads. A task is a block of A with some panels of B. There are many more tasks than
// threads, and a thread takes a new task when it has finished one, so that a slower thread takes fewer. If C has few rows, the
// blocks get fewer rows, so that there are enough tasks.
void multiply_packed(const Packed& packed, std::size_t panels_in_block, std::size_t threads) {
    constexpr std::size_t kTasksPerThread = 12;
    constexpr std::size_t kFewestPanels = 8;  // in a block: a fetched panel of B serves as many of A
    const std::size_t wanted = kTasksPerThread * threads;
    while (panels_in_block >= 2 * kFewestPanels &&
           divide_up(packed.row_panels(), panels_in_block) * packed.col_panels() < wanted)
        panels_in_block /= 2;
    const std::size_t blocks = divide_up(packed.row_panels(), panels_in_block);
    const std::size_t width = std::max<std::size_t>(1, packed.col_panels() / divide_up(wanted, blocks));
    const std::size_t parts = divide_up(packed.col_panels(), width);
    team::run(threads, blocks * parts, [&](std::size_t task) {
        const std::size_t first_row = task / parts * panels_in_block;
        const std::size_t first_col = task % parts * width;
        multiply_panels(packed, {first_row, std::min(packed.row_panels(), first_row + panels_in_block)},
                        {first_col, std::min(packed.col_panels(), first_col + width)});
    });
}

// k == 0: C = beta * C.
void scale(const Gemm& gemm) {
    for (std::size_t i = 0; i < gemm.m; ++i) {
        float* const c = gemm.c + i * gemm.ldc;
        for (std::size_t j = 0; j < gemm.n; ++j) c[j] = gemm.beta == 0 ? 0 : gemm.beta * c[j];
    }
}

}  // namespace

Blocks blocks_for(const Kernel& kernel) {
    // A block of A takes a little less than half of a core's second-level cache; the rest is for panels of B, for C
    // and for data in flight. A longer k means fewer updates of C, whose lines come from far away, but also blocks of A
    // with fewer rows.
    constexpr long kUsual = 512 << 10;
    const long known = sysconf(_SC_LEVEL2_CACHE_SIZE);
    const auto second_level = static_cast<std::size_t>(known > 0 ? known : kUsual);
    constexpr std::size_t k = 1024;
    return {std::max<std::size_t>(kernel.rows, second_level * 7 / 16 / (k * sizeof(float))), k};
}

Plan default_plan() {
    const Kernel* const kernel = runnable_kernels().front();
    return {kernel, blocks_for(*kernel), 0};
}

int threads_of(const Plan& plan) { return plan.threads > 0 ? plan.threads : omp_get_max_threads(); }

void multiply_blocked(const Gemm& gemm, const Plan& plan) {
    if (gemm.m == 0 || gemm.n == 0) return;
    if (gemm.k == 0) return scale(gemm);

    if (std::max({gemm.m, gemm.n, gemm.k}) <= plan.most_in_place && can_be_in_place(gemm, plan))
        return multiply_in_place(gemm, plan);

    const Kernel& kernel = *plan.kernel;
    const std::size_t panels_in_block = std::max<std::size_t>(1, plan.blocks.rows / kernel.rows);
    const std::size_t most_k = std::min(gemm.k, plan.blocks.k);
    const auto packed_size = [&](std::size_t extent, std::size_t most, std::size_t panel) {
        return divide_up(std::min(extent, most), panel) * panel * most_k;
    };
    thread_local Buffer a_buffer, b_buffer;
    float* const a = a_buffer.at_least(packed_size(gemm.m, kMostPackedRows, kernel.rows));
    float* const b = b_buffer.at_least(packed_size(gemm.n, kMostPackedCols, kernel.cols));

    constexpr double kAlone = 1e6;  // multiply-adds that one thread finishes before others have come
    const bool together = static_cast<double>(gemm.m) * gemm.n * gemm.k > kAlone;
    const std::size_t threads = together ? threads_of(plan) : 1;
    for (std::size_t col = 0; col < gemm.n; col += kMostPackedCols) {
        const std::size_t cols = std::min(kMostPackedCols, gemm.n - col);
        for (std::size_t first = 0; first < gemm.k; first += most_k) {
            const std::size_t steps = std::min(most_k, gemm.k - first);
            team::run(threads, divide_up(steps, kPackedTogether), [&](std::size_t part) {
                const std::size_t step = part * kPackedTogether;
                pack_columns(b + step * kernel.cols, steps * kernel.cols,
                             gemm.b + (first + step) * gemm.ldb + col, gemm.ldb, cols, kernel.cols,
                             std::min(kPackedTogether, steps - step));
            });
            for (std::size_t row = 0; row < gemm.m; row += kMostPackedRows) {
                const std::size_t rows = std::min(kMostPackedRows, gemm.m - row);
                team::run(threads, divide_up(rows, kernel.rows), [&](std::size_t part) {
                    const std::size_t panel = part * kernel.rows;
                    pack_rows(a + panel * steps, gemm.a + (row + panel) * gemm.lda + first, gemm.lda,
                              std::min<std::size_t>(kernel.rows, rows - panel), steps);
                });
                // The first steps of k apply beta; all others add to the elements of C.
                const Tile tile{steps,
                                a,
                                0,
                                b,
                                0,
                                gemm.alpha,
                                first == 0 ? gemm.beta : 1,
                                gemm.c + row * gemm.ldc + col,
                                gemm.ldc,
                                0};
                multiply_packed({kernel, tile, rows, cols}, panels_in_block, threads);
            }
        }
    }
}

}  // namespace baseline::multiply

void baseline::multiply_blocked(const Gemm& gemm) {
    static const multiply::Plan plan = multiply::default_plan();
    multiply::multiply_blocked(gemm, plan);
}
