// See overlapped.hpp.
#include "chapters/05-shortcuts/programs/parts/overlapped.hpp"

#include <algorithm>
#include <cstdint>

#include "chapters/05-shortcuts/parts/forms.cuh"
#include "chapters/05-shortcuts/programs/parts/tunable.cuh"
#include "common/cuda/all_inside.cuh"
#include "common/cuda/pad.cuh"

namespace whole {

constexpr std::size_t kTile = 128;
using Shape = tunable::Shape<128, 128, 64, 64, 16, 8, 8, 2, 2>;  // rung 7's
static_assert(Shape::kBlockRows == kTile, "bands are whole tiles, and a block is in one of them");

// Where the bands of rows end, nn rows in all. The first band is small, so that there is something to compute soon; each of the
// others comes in the time that computing with those before it takes, or little more; and the last is a little less than half of the rows.
static std::vector<std::size_t> band_ends(std::size_t nn) {
    constexpr double kShares[] = {0.1, 0.2, 0.34, 0.54, 1};
    const std::size_t tiles = nn / kTile;
    std::vector<std::size_t> ends;
    for (const double share : kShares) {
        const std::size_t end = static_cast<std::size_t>(share * static_cast<double>(tiles) + 0.5) * kTile;
        if (end > (ends.empty() ? 0 : ends.back())) ends.push_back(end);
    }
    return ends;
}

// When all is there, the rows of r before those of the last band are finished in so many groups, and each leaves.
constexpr std::size_t kGroups = 4;

// What one call works on, on the device: d, its padded copy and transpose, r; a word for each band, whether some length in it or in
// one before is negative.
struct Work {
    std::size_t n;
    std::size_t nn;
    float* d;
    float* r;
    float* d_and_t;
    unsigned* answers;
};

// What is computed when a band has come: rows and values of k before `band_begin` have met each other already.
struct Stage {
    std::size_t rows_begin, rows_end;  // of r, multiples of kTile
    std::size_t band_begin, band_end;  // of d
    const unsigned* answer;
};

// Two forms in one kernel, not two launches of which one does nothing as in rung 7: a launch that has nothing to do still waits for
// the one before it, and makes the one after it wait.
static __global__ void __launch_bounds__(Shape::kThreads, Shape::kResident)
    stage_kernel(float* r, std::size_t n, Stage stage, tunable::Factors<float> factors) {
    __shared__ tunable::Slabs<float, Shape> slabs;
    // The last rows first: they take longest, and what takes long should not begin late.
    const std::size_t row = stage.rows_end - (blockIdx.y + std::size_t{1}) * Shape::kBlockRows;
    const std::size_t col = blockIdx.x * std::size_t{Shape::kBlockCols};
    const bool before = row < stage.band_begin;
    const std::size_t first_k = before ? stage.band_begin : 0;
    factors.to += first_k * factors.to_stride;
    factors.from += first_k * factors.from_stride;
    const tunable::Part part{n, stage.band_end - first_k};
    const tunable::Keep keep = before ? tunable::Keep::kSmaller : tunable::Keep::kNew;
    if (*stage.answer == gpu::kAllInside) {
        tunable::compute_tile<forms::ThreeInput>(r, n, part, factors, keep, slabs, row, col);
    } else {
        tunable::compute_tile<forms::Fminf>(r, n, part, factors, keep, slabs, row, col);
    }
}

static void compute(const Work& work, const Stage& stage, cudaStream_t stream) {
    if (stage.rows_begin == stage.rows_end) return;
    const dim3 grid(static_cast<unsigned>(work.nn / Shape::kBlockCols),
                    static_cast<unsigned>((stage.rows_end - stage.rows_begin) / Shape::kBlockRows));
    const dim3 block(Shape::kThreads);
    const tunable::Factors<float> factors{work.d_and_t + work.nn * work.nn, work.nn, work.d_and_t, work.nn};
    stage_kernel<<<grid, block, 0, stream>>>(work.r, work.n, stage, factors);
    CUDA_CHECK(cudaGetLastError());
}

// Rows begin … end - 1 of d: brought, looked at, padded and transposed. `before`: the answer about the rows before, or nullptr.
static void bring(const Work& work, const float* d, std::size_t begin, std::size_t end,
                  const unsigned* before, unsigned* answer, Streams& streams) {
    const std::size_t first = begin * work.n;
    const std::size_t count = (std::min(end, work.n) - begin) * work.n;
    CUDA_CHECK(cudaMemcpyAsync(work.d + first, d + first, count * sizeof(float), cudaMemcpyHostToDevice,
                               streams.in));
    streams.order(streams.in, streams.prepare);
    if (before != nullptr)
        CUDA_CHECK(
            cudaMemcpyAsync(answer, before, sizeof *answer, cudaMemcpyDeviceToDevice, streams.prepare));
    gpu::look_at(answer, work.d + first, count, gpu::NotNegative{}, streams.prepare);
    gpu::pad_rows(work.d_and_t, work.d, work.n, work.nn, HUGE_VALF, begin, end, streams.prepare);
    streams.order(streams.prepare, streams.compute);
}

// All is there: what is left of r is computed in groups of rows, and each leaves when it is done. Groups take turns between two
// streams, so that the end of one, when there is not work for all multiprocessors, is the beginning of another.
static void finish_and_leave(const Work& work, const Stage& last, float* r, Streams& streams) {
    streams.order(streams.compute, streams.also_compute);
    cudaStream_t stream = streams.compute;
    const auto group = [&](std::size_t begin, std::size_t end) {
        compute(work, {begin, end, last.band_begin, last.band_end, last.answer}, stream);
        streams.order(stream, streams.out);
        const std::size_t first = begin * work.n;
        const std::size_t count = (std::min(end, work.n) - begin) * work.n;
        CUDA_CHECK(cudaMemcpyAsync(r + first, work.r + first, count * sizeof(float), cudaMemcpyDeviceToHost,
                                   streams.out));
        stream = stream == streams.compute ? streams.also_compute : streams.compute;
    };
    group(last.band_begin, last.band_end);
    const std::size_t rows = gpu::padded((last.band_begin + kGroups - 1) / kGroups, kTile);
    for (std::size_t begin = 0; begin < last.band_begin; begin += rows)
        group(begin, std::min(begin + rows, last.band_begin));
}

void overlapped(float* r, const float* d, std::size_t n, Streams& streams) {
    if (n == 0) return;
    const std::size_t nn = gpu::padded(n, kTile);
    const std::vector<std::size_t> ends = band_ends(nn);
    Work work{n, nn, nullptr, nullptr, nullptr, nullptr};
    const auto allocate = [&](auto** pointer, std::size_t bytes) {
        CUDA_CHECK(cudaMallocAsync(reinterpret_cast<void**>(pointer), bytes, streams.in));
    };
    allocate(&work.d, n * n * sizeof(float));
    allocate(&work.r, n * n * sizeof(float));
    allocate(&work.d_and_t, 2 * nn * nn * sizeof(float));
    allocate(&work.answers, ends.size() * sizeof(unsigned));
    CUDA_CHECK(cudaMemsetAsync(work.answers, 0, ends.size() * sizeof(unsigned), streams.in));

    std::size_t begin = 0;
    for (std::size_t band = 0; band < ends.size(); begin = ends[band++]) {
        unsigned* const answer = work.answers + band;
        bring(work, d, begin, ends[band], band == 0 ? nullptr : answer - 1, answer, streams);
        const Stage stage{0, ends[band], begin, ends[band], answer};
        if (band + 1 < ends.size()) {
            compute(work, stage, streams.compute);
        } else {
            finish_and_leave(work, stage, r, streams);
        }
    }
    streams.order(streams.out, streams.in);
    for (void* memory : {static_cast<void*>(work.d), static_cast<void*>(work.r),
                         static_cast<void*>(work.d_and_t), static_cast<void*>(work.answers)})
        CUDA_CHECK(cudaFreeAsync(memory, streams.in));
    streams.finish();
}

void keep_freed_memory() {
    int device = 0;
    cudaMemPool_t pool = nullptr;
    std::uint64_t threshold = UINT64_MAX;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetDefaultMemPool(&pool, device));
    CUDA_CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
}

}  // namespace whole
