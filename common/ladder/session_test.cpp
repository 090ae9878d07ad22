// Measuring at all sizes of a lesson: versions for the CPU alone, and sizes that do not fit a machine.
#include "common/ladder/session.hpp"

#include <doctest/doctest.h>

#include <cstring>
#include <optional>
#include <string>
#include <vector>

namespace {

using ladder::Array;
using ladder::Call;
using ladder::Size;

std::size_t bytes_of_call(const Call& call) { return call.size[0] * sizeof(float); }
void copy_for_session(const Call& call) { std::memcpy(call.out(), call.in(), bytes_of_call(call)); }

ladder::Problem copies() {
    ladder::Problem problem;
    problem.chapter = "99-copies";
    problem.size_on_emulator = problem.size_on_gpu = {1000};
    problem.inputs = [](const Size& size) { return std::vector<Array>{{size}}; };
    problem.output = [](const Size& size) { return Array{size}; };
    problem.work = [](const Size& size) { return 2.0 * sizeof(float) * static_cast<double>(size[0]); };
    problem.metric = ladder::kGigabytesPerSecond;
    problem.reference = copy_for_session;
    return problem;
}

std::vector<ladder::Version> versions() {
    const auto never = [](const Call&) { FAIL("nothing is to run on the device"); };
    return {{ladder::Kind::BaselineRoof, "roof", copy_for_session, {}},
            {ladder::Kind::Baseline, "on_host", copy_for_session, {}},
            {ladder::Kind::Rung, "on_device", never, {}}};
}

std::vector<ladder::Result> bench_on_cpu(const ladder::Problem& problem,
                                         std::optional<int> repeats = std::nullopt) {
    ladder::Options options;
    options.only_cpu = true;
    options.repeats = repeats;
    ladder::Machine machine;
    machine.cpu = "a CPU";
    std::size_t kept = 0;
    const auto results =
        ladder::Session(problem, versions(), options, machine).bench([&](const auto& so_far) {
            kept = so_far.size();
        });
    CHECK(kept == results.size());
    return results;
}

}  // namespace

TEST_CASE("what runs on the CPU alone needs no device, and has the share of its roof") {
    ladder::Problem problem = copies();
    problem.bench_sizes = {{1000}, {std::size_t{1} << 40}};  // the second one is too much work for a CPU
    problem.loop_sizes = {{1000}};
    const auto results = bench_on_cpu(problem);
    REQUIRE(results.size() == 1);
    CHECK(results[0].size == Size{1000});
    REQUIRE(results[0].rows.size() == 2);
    CHECK(results[0].ok());
    CHECK(results[0].baseline_roof == "roof");
    CHECK(results[0].rows[0].share->value == 1);
    CHECK(results[0].rows[1].repeats >= 3);
    CHECK(results[0].rows[1].share.has_value());
}

TEST_CASE("--reps asks for at least so many rounds on the CPU") {
    ladder::Problem problem = copies();
    problem.bench_sizes = {{1000}};
    const int without = bench_on_cpu(problem).at(0).rows.at(1).repeats;
    CHECK(bench_on_cpu(problem, without + 8).at(0).rows.at(1).repeats >= without + 8);
}

TEST_CASE("a ladder on request is not measured on the CPU") {
    ladder::Problem problem = copies();
    problem.bench_sizes = {{1000}};
    problem.on_request = true;
    CHECK(bench_on_cpu(problem).empty());
}

TEST_CASE("a size that the machine has no room for is left out, and the others are measured") {
    ladder::Problem problem = copies();
    problem.bench_sizes = {{1}, {1000}};
    problem.inputs = [](const Size& size) {
        if (size[0] == 1) throw std::invalid_argument("size 1 needs more than there is");
        return std::vector<Array>{{size}};
    };
    const auto results = bench_on_cpu(problem);
    REQUIRE(results.size() == 1);
    CHECK(results[0].size == Size{1000});
}
