// The ladders of the histogram of bytes, random and all equal, with CUB's histogram and reading as roofs. See
// ladders.hpp.
#include <algorithm>
#include <vector>

#include "chapters/03-reduction/ladder.hpp"
#include "chapters/03-reduction/parts/cub_transfer.hpp"
#include "chapters/03-reduction/parts/ladders.hpp"
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

// The output of cub_32: 256 counters of 32 bits in the first half of the output, and zeros.
void narrow_counts(const Call& call) {
    std::vector<std::int64_t> counts(kBins);
    baseline::histogram_serial(counts.data(), call.in<std::uint8_t>(), call.size[0]);
    zeros(call);
    auto* const narrow = reinterpret_cast<std::uint32_t*>(call.out<std::int64_t>());
    std::copy(counts.begin(), counts.end(), narrow);
}

void read_bytes_on_host(const Call& call) {
    const std::uint64_t mixture = baseline::read_bytes(call.in<std::uint8_t>(), call.size[0]);
    std::fill_n(call.out<std::int64_t>(), kBins, static_cast<std::int64_t>(mixture & 0));
}

void read_bytes_on_device(const Call& call) {
    std::int64_t* const out = call.out<std::int64_t>();
    CUDA_CHECK(cudaMemsetAsync(out, 0, kBins * sizeof *out));
    read_only::read(reinterpret_cast<unsigned*>(out), call.in<std::uint8_t>(), call.size[0]);
}

// The problem for bytes from `lowest` to 255.
ladder::Problem histogram_problem(const char* name, int lowest) {
    ladder::Problem problem;
    problem.chapter = "03-reduction";
    problem.name = name;
    problem.folder = "more/histogram/";
    problem.size_syntax = "N";
    problem.size_on_emulator = {1'000'003};
    problem.size_on_gpu = {1 << 28};
    problem.bench_sizes = {{1 << 20}, {1 << 28}};
    problem.inputs = [lowest](const Size& size) {
        return std::vector<Array>{{size, ElementType::Uint8, static_cast<double>(lowest), 255}};
    };
    problem.output = [](const Size&) { return Array{{kBins}, ElementType::Int64}; };
    problem.work = [](const Size& size) { return static_cast<double>(size[0]); };
    problem.metric = ladder::kGigabytesPerSecond;
    problem.reference = version(baseline::histogram_serial);
    problem.columns = ladders::columns();
    problem.bars = ladders::bars();
    return problem;
}

ladder::Ladder histogram_ladder(const ladder::Problem& problem) {
    ladder::Ladder ladder(problem);
    ladder::Extras leaves_zeros;
    leaves_zeros.reference = zeros;
    ladder.baseline_roof("read", read_bytes_on_host, leaves_zeros);
    ladder.baseline("serial", version(baseline::histogram_serial));
    ladder.baseline("openmp", version(baseline::histogram_openmp));
    const auto scratch = ladders::scratch_of(cub_transfer::histogram_scratch_bytes);
    ladder::Extras narrow;
    narrow.reference = narrow_counts;
    ladder.roof(
        "cub_32",
        [scratch](const Call& call) {
            const std::size_t n = call.size[0];
            auto* const counts = reinterpret_cast<std::uint32_t*>(call.out<std::int64_t>());
            cub_transfer::histogram_32(counts, call.in<std::uint8_t>(), n, scratch(n));
        },
        narrow);
    ladder.roof("cub_64", [scratch](const Call& call) {
        const std::size_t n = call.size[0];
        cub_transfer::histogram(call.out<std::int64_t>(), call.in<std::uint8_t>(), n, scratch(n));
    });
    ladder.roof("read_only", read_bytes_on_device, leaves_zeros);
    for (const rungs::Histogram& rung : rungs::kHistograms) ladder.rung(rung, version(rung.run));
    return ladder;
}

}  // namespace

std::vector<ladder::Ladder> ladders::histograms() {
    ladder::Problem equal = histogram_problem("histogram-equal", 255);
    equal.on_request = true;
    return {histogram_ladder(histogram_problem("histogram", 0)), histogram_ladder(equal)};
}
