// The ladder of the histogram of bytes, with CUB's and reading as roofs. See ladders.hpp.
#include <algorithm>
#include <vector>

#include "chapters/03-reduction/cub_transfer.hpp"
#include "chapters/03-reduction/ladders/ladders.hpp"
#include "chapters/03-reduction/rungs.hpp"
#include "common/baseline/histogram.hpp"
#include "common/baseline/read.hpp"
#include "common/cuda/check.hpp"

namespace {

using ladder::Array;
using ladder::Call;
using ladder::ElementType;
using ladder::Size;

ladder::Function version(void (*histogram)(std::int64_t*, const std::uint8_t*, std::size_t)) {
    return [histogram](const Call& call) {
        histogram(call.out<std::int64_t>(), call.in<std::uint8_t>(), call.size[0]);
    };
}

constexpr std::size_t kBins = 256;

void zeros(const Call& call) { std::fill_n(call.out<std::int64_t>(), kBins, 0); }

void read_bytes_on_host(const Call& call) {
    const std::uint64_t mixture = baseline::read_bytes(call.in<std::uint8_t>(), call.size[0]);
    std::fill_n(call.out<std::int64_t>(), kBins, static_cast<std::int64_t>(mixture & 0));
}

void read_bytes_on_device(const Call& call) {
    std::int64_t* const out = call.out<std::int64_t>();
    CUDA_CHECK(cudaMemsetAsync(out, 0, kBins * sizeof *out));
    read_only::read(reinterpret_cast<unsigned*>(out), call.in<std::uint8_t>(), call.size[0]);
}

}  // namespace

ladder::Ladder ladders::histogram() {
    ladder::Problem problem;
    problem.chapter = "03-reduction";
    problem.name = "histogram";
    problem.size_syntax = "N";
    problem.size_on_emulator = {1'000'003};
    problem.size_on_gpu = {1 << 28};
    problem.bench_sizes = {{1 << 20}, {1 << 28}};
    problem.inputs = [](const Size& size) { return std::vector<Array>{{size, ElementType::Uint8, 0, 255}}; };
    problem.output = [](const Size&) { return Array{{kBins}, ElementType::Int64}; };
    problem.work = [](const Size& size) { return static_cast<double>(size[0]); };
    problem.metric = ladder::kGigabytesPerSecond;
    problem.reference = version(baseline::histogram_serial);
    problem.columns = ladders::columns();
    ladder::Ladder ladder(problem);
    ladder::Extras leaves_zeros;
    leaves_zeros.reference = zeros;
    ladder.baseline_roof("read", read_bytes_on_host, leaves_zeros);
    ladder.baseline("serial", version(baseline::histogram_serial));
    ladder.baseline("openmp", version(baseline::histogram_openmp));
    ladder.roof("cub",
                [scratch = ladders::scratch_of(cub_transfer::histogram_scratch_bytes)](const Call& call) {
                    const std::size_t n = call.size[0];
                    cub_transfer::histogram(call.out<std::int64_t>(), call.in<std::uint8_t>(), n, scratch(n));
                });
    ladder.roof("read_only", read_bytes_on_device, leaves_zeros);
    for (const rungs::Histogram& rung : rungs::kHistograms) ladder.rung(rung.name, version(rung.run));
    return ladder;
}
