// Chapter 03: reduction, many elements to one. Two ladders of the same rungs, sums of float and of int32:
//
//   1 interleaved                     a tree in a block: 191 divergent branches for 1024 elements
//   2 interleaved_without_divergence  the same additions by neighbouring threads: 5, but bank conflicts
//   3 sequential                      the stride shrinks: no conflicts
//   4 first_add_while_loading         no thread without an addition: half the blocks
//   5 shuffles                        the last 32 values go through registers: half the barriers
//   6 register_blocked                many elements a thread, 16 bytes at a time: memory decides
//   7 single_launch                   the block that finishes last does the rest
//   8 deterministic                   the order follows from n alone: the same bits on any GPU
//
// and two problems that reuse every idea: a histogram of bytes (1 atomics, 2 privatised) and an inclusive scan of int32 (1
// three phases, 2 single pass).
#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "chapters/03-reduction/0_read.cuh"
#include "chapters/03-reduction/cub_reduce.hpp"
#include "chapters/03-reduction/histogram/versions.cuh"
#include "chapters/03-reduction/scan/versions.cuh"
#include "chapters/03-reduction/versions.cuh"
#include "common/baseline/copy.hpp"
#include "common/baseline/histogram.hpp"
#include "common/baseline/read.hpp"
#include "common/baseline/reduce.hpp"
#include "common/baseline/scan.hpp"
#include "common/cuda/buffer.hpp"
#include "common/ladder/ladder.hpp"

namespace {

using ladder::Array;
using ladder::Call;
using ladder::ElementType;
using ladder::Size;
using operators::Sum;

// What shows how threads work together: how many lanes work, where warps part and wait, what shared memory costs.
std::vector<ladder::CountColumn> columns() {
    return {
        {"launches", {"launches"}, {}},
        {"warp\ninstructions", {"warp_instructions"}, {}},
        {"lanes per\ninstruction", {"thread_instructions"}, {"warp_instructions"}},
        {"divergent\nbranches", {"divergent_branches"}, {}},
        {"barriers", {"barriers"}, {}},
        {"bank\nconflicts", {"shared_load_bank_conflicts", "shared_store_bank_conflicts"}, {}},
        {"load\nrequests", {"global_load_requests"}, {}},
        {"sectors\nper load", {"global_load_sectors"}, {"global_load_requests"}},
        {"atomics", {"atomics"}, {}},
    };
}

// Scratch that a version keeps from call to call, zero when it is new: what it costs to allocate is no part of a reduction.
std::function<void*(std::size_t)> scratch_of(std::size_t (*bytes_for)(std::size_t)) {
    const auto buffer = std::make_shared<gpu::Buffer<char>>();
    return [buffer, bytes_for](std::size_t n) -> void* {
        const std::size_t bytes = bytes_for(n);
        if (buffer->size() < bytes) {
            *buffer = gpu::Buffer<char>(bytes);
            buffer->fill_bytes(0);
        }
        return buffer->data();
    };
}

template <class Element>
ladder::Function version(Element (*reduce)(const Element*, std::size_t, Sum<Element>)) {
    return [reduce](const Call& call) {
        *call.out<Element>() = reduce(call.in<Element>(), call.size[0], Sum<Element>{});
    };
}

template <class Element>
ladder::Function version(const versions::Version<Element, Sum<Element>>& rung) {
    return [run = rung.run, scratch = scratch_of(rung.scratch_bytes)](const Call& call) {
        const std::size_t n = call.size[0];
        run(call.out<Element>(), call.in<Element>(), n, Sum<Element>{}, scratch(n));
    };
}

// Reading leaves a zero in the output's first word, and that is all.
template <class Element>
ladder::Extras leaves_zero() {
    ladder::Extras extras;
    extras.reference = [](const Call& call) { *call.out<Element>() = 0; };
    return extras;
}

template <class Element>
void read_on_host(const Call& call) {
    const std::uint64_t mixture = baseline::read_bytes(call.in<Element>(), call.size[0] * sizeof(Element));
    *call.out<Element>() = static_cast<Element>(mixture & 0);
}

template <class Element>
void read_on_device(const Call& call) {
    read_only::read(reinterpret_cast<unsigned*>(call.out<Element>()), call.in<Element>(),
                    call.size[0] * sizeof(Element));
}

// Its strides leave every cache, and it copies the array first.
ladder::Extras tree_has_no_hurry() {
    ladder::Extras extras;
    extras.skipped_at = [](const Size& size) -> std::string {
        constexpr std::size_t kPatience = 1 << 24;
        return size[0] > kPatience ? "it would take seconds; see it at a smaller --size" : "";
    };
    return extras;
}

template <class Element>
ladder::Ladder sum_ladder(const std::string& name, std::size_t on_emulator, double lowest, double highest) {
    constexpr std::size_t kMany = std::size_t{1} << 28;
    ladder::Problem problem;
    problem.chapter = "03-reduction";
    problem.name = name;
    problem.size_syntax = "N";
    problem.size_on_emulator = {on_emulator};
    problem.size_on_gpu = {kMany};
    problem.bench_sizes = {{1 << 16}, {1 << 20}, {1 << 22}, {1 << 24}, {kMany}, {kMany - 1}, {4 * kMany}};
    // Whole numbers: float sums are exact as long as they stay below 2^24, whatever the order, and every wrong one is found.
    problem.inputs = [=](const Size& size) {
        return std::vector<Array>{{size, ladder::element_type<Element>(), lowest, highest, true}};
    };
    problem.output = [](const Size&) { return Array{{1}, ladder::element_type<Element>()}; };
    problem.work = [](const Size& size) { return static_cast<double>(sizeof(Element)) * size[0]; };
    problem.metric = ladder::kGigabytesPerSecond;
    problem.reference = version<Element>(baseline::reduce_openmp);
    problem.columns = columns();
    ladder::Ladder ladder(problem);
    ladder.baseline_roof("read", read_on_host<Element>, leaves_zero<Element>());
    ladder.baseline("serial", version<Element>(baseline::reduce_serial));
    ladder.baseline("tree", version<Element>(baseline::reduce_tree), tree_has_no_hurry());
    ladder.baseline("openmp", version<Element>(baseline::reduce_openmp));
    ladder.roof("cub", [scratch = scratch_of(cub_reduce::scratch_bytes<Element>)](const Call& call) {
        const std::size_t n = call.size[0];
        cub_reduce::sum(call.out<Element>(), call.in<Element>(), n, scratch(n));
    });
    ladder.roof("read_only", read_on_device<Element>, leaves_zero<Element>());
    for (const auto& rung : versions::all<Element, Sum<Element>>()) ladder.rung(rung.name, version(rung));
    return ladder;
}

ladder::Function version(histogram::Function histogram) {
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

ladder::Ladder histogram_ladder() {
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
    problem.columns = columns();
    ladder::Ladder ladder(problem);
    ladder::Extras leaves_zeros;
    leaves_zeros.reference = zeros;
    ladder.baseline_roof("read", read_bytes_on_host, leaves_zeros);
    ladder.baseline("serial", version(baseline::histogram_serial));
    ladder.baseline("openmp", version(baseline::histogram_openmp));
    ladder.roof("read_only", read_bytes_on_device, leaves_zeros);
    for (const histogram::Version& rung : histogram::kAll) ladder.rung(rung.name, version(rung.run));
    return ladder;
}

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

ladder::Ladder scan_ladder() {
    using Sum = operators::Sum<std::int32_t>;
    ladder::Problem problem;
    problem.chapter = "03-reduction";
    problem.name = "scan";
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
    problem.columns = columns();
    ladder::Ladder ladder(problem);
    ladder::Extras is_copy;
    is_copy.reference = copy_on_host;
    ladder.baseline_roof("memcpy", copy_on_host, is_copy);
    ladder.baseline("serial", version(baseline::scan_serial));
    ladder.baseline("openmp", version(baseline::scan_openmp));
    ladder.roof("cudaMemcpy", copy_on_device, is_copy);
    for (const auto& rung : scan::all<std::int32_t, Sum>()) {
        ladder.rung(rung.name, [run = rung.run, scratch = scratch_of(rung.scratch_bytes)](const Call& call) {
            const std::size_t n = call.size[0];
            run(call.out<std::int32_t>(), call.in<std::int32_t>(), n, Sum{}, scratch(n));
        });
    }
    return ladder;
}

}  // namespace

int main(int argc, char** argv) {
    return ladder::run({sum_ladder<float>("float", 4'000'037, -8, 8),
                        sum_ladder<std::int32_t>("int32", 300'007, -2147483648.0, 2147483647.0),
                        histogram_ladder(), scan_ladder()},
                       argc, argv);
}
