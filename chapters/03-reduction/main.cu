// Chapter 03: reduction, many elements to one. Two ladders of the same rungs, a sum of float and a sum of int32:
//
//   1 interleaved                     a tree in a block: 191 divergent branches for 1024 elements
//   2 interleaved_without_divergence  the same additions by neighbouring threads: 5, but bank conflicts
//   3 sequential                      the stride shrinks: no conflicts
//   4 first_add_while_loading         no thread without an addition: half the blocks
//   5 shuffles                        the last 32 values go through registers: half the barriers
//   6 register_blocked                many elements a thread, 16 bytes at a time: memory decides
//   7 single_launch                   the block that finishes last does the rest
//   8 deterministic                   the order follows from n alone: the same bits on any GPU
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "chapters/03-reduction/0_read.cuh"
#include "chapters/03-reduction/cub_reduce.hpp"
#include "chapters/03-reduction/versions.cuh"
#include "common/baseline/read.hpp"
#include "common/baseline/reduce.hpp"
#include "common/cuda/buffer.hpp"
#include "common/ladder/ladder.hpp"

namespace {

using ladder::Array;
using ladder::Call;
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

// A roof computes no sum: it leaves a zero.
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
    ladder.baseline("tree", version<Element>(baseline::reduce_tree));
    ladder.baseline("openmp", version<Element>(baseline::reduce_openmp));
    ladder.roof("cub", [scratch = scratch_of(cub_reduce::scratch_bytes<Element>)](const Call& call) {
        const std::size_t n = call.size[0];
        cub_reduce::sum(call.out<Element>(), call.in<Element>(), n, scratch(n));
    });
    ladder.roof("read_only", read_on_device<Element>, leaves_zero<Element>());
    for (const auto& rung : versions::all<Element, Sum<Element>>()) ladder.rung(rung.name, version(rung));
    return ladder;
}

}  // namespace

int main(int argc, char** argv) {
    return ladder::run({sum_ladder<float>("float", 4'000'037, -8, 8),
                        sum_ladder<std::int32_t>("int32", 1'000'003, -2147483648.0, 2147483647.0)},
                       argc, argv);
}
