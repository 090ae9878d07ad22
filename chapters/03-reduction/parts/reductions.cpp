// The ladders of reductions: the same rungs with every type and operator, and CUB's reduction as roof. See
// ladders.hpp.
#include <cstdint>
#include <string>
#include <vector>

#include "chapters/03-reduction/ladder.hpp"
#include "chapters/03-reduction/own_operator.hpp"
#include "chapters/03-reduction/parts/cub_reduce.hpp"
#include "chapters/03-reduction/parts/ladders.hpp"
#include "common/baseline/read.hpp"
#include "common/baseline/reduce.hpp"
#include "common/cuda/check.hpp"
#include "common/cuda/operators.hpp"

namespace {

using ladder::Array;
using ladder::Call;
using ladder::Size;
using operators::Max;
using operators::Min;
using operators::Sum;

constexpr std::size_t kMany = std::size_t{1} << 28;

template <class Element, class Operator>
ladder::Function version(Element (*reduce)(const Element*, std::size_t, Operator)) {
    return [reduce](const Call& call) {
        *call.out<Element>() = reduce(call.in<Element>(), call.size[0], Operator{});
    };
}

template <class Element, class Operator>
ladder::Function version(const rungs::Rung<Element, Operator>& rung) {
    return [run = rung.run, scratch = ladders::scratch_of(rung.scratch_bytes)](const Call& call) {
        const std::size_t n = call.size[0];
        run(call.out<Element>(), call.in<Element>(), n, Operator{}, scratch(n));
    };
}

// Reading sets the output's first word to zero and writes nothing else.
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
    // read() zeroes a word of four bytes only.
    if (sizeof(Element) > sizeof(unsigned))
        CUDA_CHECK(cudaMemsetAsync(call.out<Element>(), 0, sizeof(Element)));
    read_only::read(reinterpret_cast<unsigned*>(call.out<Element>()), call.in<Element>(),
                    call.size[0] * sizeof(Element));
}

// The tree is slow: its strides miss every cache, and it copies the array first.
ladder::Extras tree_has_no_hurry() {
    ladder::Extras extras;
    extras.skipped_at = [](const Size& size) -> std::string {
        constexpr std::size_t kPatience = 1 << 24;
        return size[0] > kPatience ? "it would take seconds; see it at a smaller --size" : "";
    };
    return extras;
}

// The range of the inputs, which are random and uniform.
struct Inputs {
    double lowest, highest;
    bool whole;
};

ladder::Problem problem_of(const std::string& name) {
    ladder::Problem problem;
    problem.chapter = "03-reduction";
    problem.name = name;
    problem.size_syntax = "N";
    problem.metric = ladder::kGigabytesPerSecond;
    problem.columns = ladders::columns();
    problem.bars = ladders::bars();
    return problem;
}

template <class Element, class Operator>
ladder::Ladder reduction(ladder::Problem problem, Inputs inputs) {
    problem.inputs = [=](const Size& size) {
        return std::vector<Array>{
            {size, ladder::element_type<Element>(), inputs.lowest, inputs.highest, inputs.whole}};
    };
    problem.output = [](const Size&) { return Array{{1}, ladder::element_type<Element>()}; };
    problem.work = [](const Size& size) { return static_cast<double>(sizeof(Element)) * size[0]; };
    problem.reference = version<Element, Operator>(baseline::reduce_openmp);
    ladder::Ladder ladder(problem);
    ladder.baseline_roof("read", read_on_host<Element>, leaves_zero<Element>());
    ladder.baseline("serial", version<Element, Operator>(baseline::reduce_serial));
    ladder.baseline("tree", version<Element, Operator>(baseline::reduce_tree), tree_has_no_hurry());
    ladder.baseline("openmp", version<Element, Operator>(baseline::reduce_openmp));
    ladder.roof("cub", [scratch = ladders::scratch_of(cub_reduce::scratch_bytes<Element, Operator>)](
                           const Call& call) {
        const std::size_t n = call.size[0];
        cub_reduce::reduce(call.out<Element>(), call.in<Element>(), n, Operator{}, scratch(n));
    });
    ladder.roof("read_only", read_on_device<Element>, leaves_zero<Element>());
    for (const auto& rung : rungs::reductions<Element, Operator>()) {
        ladder::Extras extras;
        if (CUDART_VERSION < 12000 && rung.number >= 9)
            extras.skipped =
                "it needs CUDA 12, whose blocks can ask for bytes to be brought into the second-level cache";
        ladder.rung(rung, version(rung), extras);
    }
    return ladder;
}

// The two ladders of the lesson, at many sizes.
template <class Element>
ladder::Ladder climbed(const std::string& name, std::size_t on_emulator, Inputs inputs) {
    ladder::Problem problem = problem_of(name);
    problem.size_on_emulator = {on_emulator};
    problem.size_on_gpu = {kMany};
    problem.bench_sizes = {{1 << 16}, {1 << 20}, {1 << 22}, {1 << 24}, {kMany}, {kMany - 1}, {4 * kMany}};
    return reduction<Element, Sum<Element>>(problem, inputs);
}

// The other ladders, at one gibibyte.
template <class Element, class Operator>
ladder::Ladder on_request(const std::string& name, Inputs inputs) {
    ladder::Problem problem = problem_of(name);
    problem.on_request = true;
    problem.size_on_emulator = {300'007};
    problem.size_on_gpu = {kMany * sizeof(float) / sizeof(Element)};
    problem.bench_sizes = {problem.size_on_gpu};
    return reduction<Element, Operator>(problem, inputs);
}

}  // namespace

namespace ladders {

std::vector<ladder::Ladder> reductions() {
    // Whole numbers: float sums are exact up to 2^24 in any order, and double sums up to 2^53, so that every wrong
    // one is found. Integers use all their bits, and their sums wrap around.
    const Inputs of_float{-8, 8, true};
    const Inputs of_double{-1e6, 1e6, true};
    const Inputs of_int32{-2147483648.0, 2147483647.0, true};
    const Inputs of_int64{-0x1p62, 0x1p62, true};
    const Inputs fractions{-1, 1, false};  // a minimum is exact
    return {
        climbed<float>("float", 4'000'037, of_float),
        climbed<std::int32_t>("int32", 300'007, of_int32),
        on_request<double, Sum<double>>("double", of_double),
        on_request<std::int64_t, Sum<std::int64_t>>("int64", of_int64),
        on_request<float, Min<float>>("float-min", fractions),
        on_request<float, Max<float>>("float-max", fractions),
        on_request<double, Min<double>>("double-min", fractions),
        on_request<double, Max<double>>("double-max", fractions),
        on_request<std::int32_t, Min<std::int32_t>>("int32-min", of_int32),
        on_request<std::int32_t, Max<std::int32_t>>("int32-max", of_int32),
        on_request<std::int64_t, Min<std::int64_t>>("int64-min", of_int64),
        on_request<std::int64_t, Max<std::int64_t>>("int64-max", of_int64),
        on_request<own::Element, own::Operator>("own", {own::kLowest, own::kHighest, own::kWhole}),
    };
}

}  // namespace ladders
