// Chapter 02: the transpose of a matrix, from the copy that it cannot beat to a rung that comes close. ladder.cpp
// lists the rungs.
#include "chapters/02-transpose/ladder.hpp"
#include "common/baseline/copy.hpp"
#include "common/baseline/transpose.hpp"
#include "common/cuda/check.hpp"
#include "common/ladder/ladder.hpp"

namespace {

using ladder::Array;
using ladder::Call;
using ladder::Size;

std::size_t elements(const Call& call) { return call.size[0] * call.size[1]; }

ladder::Problem transpose_problem() {
    ladder::Problem problem;
    problem.chapter = "02-transpose";
    problem.size_syntax = "ROWSxCOLS";
    problem.size_on_emulator = {2048, 2048};
    problem.size_on_gpu = {8192, 8192};
    problem.bench_sizes = {{2048, 2048},     {8192, 8192},     {4096, 16384},    {8191, 8191},
                           {16384, 16384},   {32768, 32768},   {8190, 8194},     {10000, 6000},
                           {1, 100'000'000}, {100'000'000, 1}, {3, 33'333'333},  {33'333'333, 3},
                           {7, 14'285'714},  {14'285'714, 7},  {100, 1'000'001}, {1'000'001, 100}};
    problem.loop_sizes = {{2048, 2048}, {8192, 8192}};
    problem.inputs = [](const Size& size) { return std::vector<Array>{{size}}; };
    problem.output = [](const Size& size) { return Array{{size[1], size[0]}}; };
    // The bytes that the problem needs: each is read once and written once. What else a version moves does not count.
    problem.work = [](const Size& size) {
        return 2.0 * sizeof(float) * static_cast<double>(size[0]) * size[1];
    };
    problem.metric = ladder::kGigabytesPerSecond;
    problem.reference = [](const Call& call) {
        baseline::transpose_cache_blocked(call.out(), call.in(), call.size[0], call.size[1]);
    };
    return problem;
}

// A transpose as a version of the ladder.
ladder::Function version(rungs::Function transpose) {
    return [transpose](const Call& call) { transpose(call.out(), call.in(), call.size[0], call.size[1]); };
}

void memcpy_on_host(const Call& call) {
    baseline::copy_bytes(call.out(), call.in(), elements(call) * sizeof(float));
}

void memcpy_on_device(const Call& call) {
    const std::size_t bytes = elements(call) * sizeof(float);
    CUDA_CHECK(cudaMemcpyAsync(call.out(), call.in(), bytes, cudaMemcpyDeviceToDevice));
}

// A copy's output must equal its input.
ladder::Extras is_copy() {
    ladder::Extras extras;
    extras.reference = memcpy_on_host;
    return extras;
}

ladder::Extras extras_of(const rungs::Rung& rung) {
    ladder::Extras extras;
    if (rung.copies) extras = is_copy();
    if (rung.repeated) {
        extras.repeated = [repeated = rung.repeated](const Call& call, int repeats) {
            repeated(call.out(), call.in(), call.size[0], call.size[1], repeats);
        };
    }
    return extras;
}

}  // namespace

int main(int argc, char** argv) {
    ladder::Ladder ladder(transpose_problem());
    ladder.baseline_roof("memcpy", memcpy_on_host, is_copy());
    ladder.baseline("serial", version(baseline::transpose_serial));
    ladder.baseline("openmp", version(baseline::transpose_openmp));
    ladder.baseline("cache_blocked", version(baseline::transpose_cache_blocked));
    ladder.roof("cudaMemcpy", memcpy_on_device, is_copy());
    for (const rungs::Rung& rung : rungs::kAll) ladder.rung(rung, version(rung.run), extras_of(rung));
    ladder.historical({"S2050 (CINECA)",
                       {2048, 2048},
                       {{"copy", 60.9}, {"naive", 22.4}, {"coalesced", 24.1}, {"bank_conflict_free", 46.6}}});
    return ladder.run(argc, argv);
}
