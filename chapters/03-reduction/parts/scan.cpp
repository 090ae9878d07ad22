// The ladder of the inclusive scan of int32, with CUB's scan and a copy as roofs. See ladders.hpp.
#include <vector>

#include "chapters/03-reduction/ladder.hpp"
#include "chapters/03-reduction/parts/cub_transfer.hpp"
#include "chapters/03-reduction/parts/ladders.hpp"
#include "common/baseline/copy.hpp"
#include "common/baseline/scan.hpp"
#include "common/cuda/check.hpp"
#include "common/cuda/operators.hpp"

namespace {

using ladder::Array;
using ladder::Call;
using ladder::ElementType;
using ladder::Size;

ladder::Function version(void (*scan)(std::int32_t*, const std::int32_t*, std::size_t)) {
    return
        [scan](const Call& call) { scan(call.out<std::int32_t>(), call.in<std::int32_t>(), call.size[0]); };
}

void copy_on_host(const Call& call) {
    baseline::copy_bytes(call.out<std::int32_t>(), call.in<std::int32_t>(),
                         call.size[0] * sizeof(std::int32_t));
}

void copy_on_device(const Call& call) {
    const std::size_t bytes = call.size[0] * sizeof(std::int32_t);
    CUDA_CHECK(
        cudaMemcpyAsync(call.out<std::int32_t>(), call.in<std::int32_t>(), bytes, cudaMemcpyDeviceToDevice));
}

}  // namespace

ladder::Ladder ladders::scan() {
    using Sum = operators::Sum<std::int32_t>;
    ladder::Problem problem;
    problem.chapter = "03-reduction";
    problem.name = "scan";
    problem.folder = "more/scan/";
    problem.size_syntax = "N";
    problem.size_on_emulator = {300'007};
    problem.size_on_gpu = {1 << 28};
    problem.bench_sizes = {{1 << 20}, {1 << 24}, {1 << 28}, {(1 << 28) - 1}};
    problem.inputs = [](const Size& size) {
        return std::vector<Array>{{size, ElementType::Int32, -2147483648.0, 2147483647.0}};
    };
    problem.output = [](const Size& size) { return Array{size, ElementType::Int32}; };
    problem.work = [](const Size& size) { return 2.0 * sizeof(std::int32_t) * size[0]; };
    problem.metric = ladder::kGigabytesPerSecond;
    problem.reference = version(baseline::scan_serial);
    problem.columns = ladders::columns();
    problem.bars = ladders::bars();
    ladder::Ladder ladder(problem);
    ladder::Extras is_copy;
    is_copy.reference = copy_on_host;
    ladder.baseline_roof("memcpy", copy_on_host, is_copy);
    ladder.baseline("serial", version(baseline::scan_serial));
    ladder.baseline("openmp", version(baseline::scan_openmp));
    ladder::Extras in_cuda_11;
    if (CUDART_VERSION < 12000)
        in_cuda_11.skipped = "blocks race in CUDA 11's CUB: they pass words on by plain loads and stores";
    ladder.roof(
        "cub",
        [scratch = ladders::scratch_of(cub_transfer::scan_scratch_bytes)](const Call& call) {
            const std::size_t n = call.size[0];
            cub_transfer::scan(call.out<std::int32_t>(), call.in<std::int32_t>(), n, scratch(n));
        },
        in_cuda_11);
    ladder.roof("cudaMemcpy", copy_on_device, is_copy);
    for (const auto& rung : rungs::scans<std::int32_t, Sum>()) {
        ladder.rung(rung,
                    [run = rung.run, scratch = ladders::scratch_of(rung.scratch_bytes)](const Call& call) {
                        const std::size_t n = call.size[0];
                        run(call.out<std::int32_t>(), call.in<std::int32_t>(), n, Sum{}, scratch(n));
                    });
    }
    return ladder;
}
