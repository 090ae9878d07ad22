// Exercise 02.5: a square transposed in place, each byte loaded once and stored once.
#include <doctest/doctest.h>

#include "exercises/02-transpose/trial.hpp"

#include "common/cuda/counters.hpp"
#include "common/testing/skip.hpp"

void transpose_in_place(float* matrix, std::size_t n);

namespace {

grading::Run run_in_place(std::size_t n) {
    if (!grading::device_usable()) return {};
    const trial::Size size{n, n};
    const std::vector<float> in = trial::random_matrix(size);
    std::vector<float> out(in.size());
    gpu::Buffer<float> matrix(in);
    simt::annotate(matrix.data(), n, n, "matrix");
    grading::Run run = grading::run(trial::name(size), [&] { transpose_in_place(matrix.data(), n); });
    run.ok = grading::expect_no_copies(run);
    if (run.ok) {
        matrix.download(out.data(), out.size());
        run.ok = trial::expect_transposed(run, out, in, size, true);
    }
    return run;
}

// Allocates device memory, a piece at a time, until less than `bytes` is free. How much is free also depends on the
// machine's other programs.
std::vector<gpu::Buffer<char>> fill_device(std::size_t bytes) {
    std::vector<gpu::Buffer<char>> pieces;
    for (int tries = 0; tries < 100; ++tries) {
        std::size_t available = 0, total = 0;
        CUDA_CHECK(cudaMemGetInfo(&available, &total));
        if (available < bytes) break;
        try {
            pieces.emplace_back(available - bytes / 2);
        } catch (const gpu::Error&) {
            static_cast<void>(cudaGetLastError());  // less was free by then
        }
    }
    return pieces;
}

// Of a counted run; the other one is drawn.
constexpr std::size_t kCounted = 128;
std::size_t drawn() { return trial::kTile * grading::Draw("counted").number(2, 5); }

}  // namespace

TEST_CASE("every element is where it belongs") {
    for (const std::size_t n : {32, 64, 96, 1, 2, 31, 33, 97, 127}) {
        if (!run_in_place(n).ok) return;
    }
    grading::Draw draw("sizes");
    for (int k = 0; k < 4; ++k)
        if (!run_in_place(draw.size(160, trial::kTile)).ok) return;
}

TEST_CASE("loads and stores are coalesced") {
    if (!grading::counted_here()) return;
    grading::for_sizes({kCounted, drawn()}, [](std::size_t n) {
        trial::expect_coalesced(run_in_place(n), {n, n});
    });
}

TEST_CASE("every element passes through shared memory, without bank conflicts") {
    if (!grading::counted_here()) return;
    grading::for_sizes({kCounted, drawn()}, [](std::size_t n) {
        const grading::Run run = run_in_place(n);
        trial::expect_through_shared_memory(run, {n, n});
        trial::expect_no_bank_conflicts(run);
    });
}

TEST_CASE("there is no room for a second matrix") {
    testing::judges_counts();  // of bytes
    if (!gpu::emulator::present())
        return testing::skip(
            "it would fill the GPU's memory, which others may need; DEVICE=emulator checks it");
    if (!grading::device_usable()) return;
    constexpr std::size_t kSide = 1024;
    const trial::Size size{kSide, kSide};
    gpu::Buffer<float> matrix(size.elements());
    matrix.fill_bytes(0);
    const std::vector<gpu::Buffer<char>> pieces = fill_device(size.elements() * sizeof(float));
    grading::run(trial::name(size), [&] { transpose_in_place(matrix.data(), kSide); });
}
