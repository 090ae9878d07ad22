// Exercise 03.7: each prediction against the count; on a GPU, which does not count, against the rule.
#include <doctest/doctest.h>

#include <numeric>

#include "exercises/03-reduction/7-predict-the-rounds/predictions.hpp"
#include "exercises/03-reduction/7-predict-the-rounds/rounds.cuh"
#include "exercises/03-reduction/trial.hpp"

namespace {

constexpr unsigned kWarpLanes = 32;

// By the rule: warps of the block whose threads do not all add in this round, or all rest.
template <class Kernel>
int modelled_warps(unsigned round) {
    int divergent = 0;
    for (unsigned first = 0; first < Kernel::kThreads; first += kWarpLanes) {
        unsigned adding = 0;
        for (unsigned t = first; t < first + kWarpLanes; ++t) adding += Kernel::adds(t, round);
        divergent += adding != 0 && adding != kWarpLanes;
    }
    return divergent;
}

struct Block {
    grading::Run run;
    unsigned additions = 0;
    int sum = 0;
};

// Runs a block for some of its rounds on 1, 2, ..., 1024.
template <class Kernel>
Block run(unsigned first, unsigned last) {
    std::vector<int> elements(rounds::kSection);
    std::iota(elements.begin(), elements.end(), 1);
    const gpu::Buffer<int> in(elements);
    gpu::Buffer<int> out(Kernel::kThreads);
    gpu::Buffer<unsigned> added(std::vector<unsigned>{0});
    simt::annotate(in.data(), in.size(), "in");
    simt::annotate(out.data(), out.size(), "out");
    simt::annotate(added.data(), added.size(), "added");
    Block block;
    block.run = grading::run("the rounds' kernel", [&] {
        rounds::launch<Kernel>(out.data(), added.data(), in.data(), first, last);
    });
    block.additions = added.to_host().front();
    block.sum = out.to_host().front();
    return block;
}

template <class Kernel>
int counted_warps(unsigned round) {
    return static_cast<int>(run<Kernel>(round, round).run.counters.at("divergent_warps"));
}

template <class Kernel>
void judge_warps(const std::string& question, int prediction, unsigned round) {
    if (!grading::device_usable()) return;
    grading::expect_predicted(
        question, prediction,
        gpu::emulator::present() ? counted_warps<Kernel>(round) : modelled_warps<Kernel>(round));
}

template <class Kernel>
void judge_additions(const std::string& question, int prediction) {
    if (!grading::device_usable()) return;
    grading::expect_predicted(question, prediction, run<Kernel>(1, rounds::kRounds).additions);
}

template <class Kernel>
int barriers() {
    return static_cast<int>(Kernel::kThreads / kWarpLanes * rounds::kRounds);
}

template <class Kernel>
void expect_rule_is_count() {
    for (unsigned round = 1; round <= rounds::kRounds; ++round) {
        CAPTURE(round);
        CHECK(modelled_warps<Kernel>(round) == counted_warps<Kernel>(round));
    }
    const Block all = run<Kernel>(1, rounds::kRounds);
    CHECK(all.run.counters.at("barriers") == barriers<Kernel>());
    CHECK(all.sum == 1024 * 1025 / 2);
}

}  // namespace

TEST_CASE("divergent warps, a thread for each element") {
    judge_warps<rounds::Simple>("simple_round_1", predicted::simple_round_1, 1);
    judge_warps<rounds::Simple>("simple_round_5", predicted::simple_round_5, 5);
    judge_warps<rounds::Simple>("simple_round_6", predicted::simple_round_6, 6);
    judge_warps<rounds::Improved>("improved_round_1", predicted::improved_round_1, 1);
    judge_warps<rounds::Improved>("improved_round_5", predicted::improved_round_5, 5);
    judge_warps<rounds::Improved>("improved_round_6", predicted::improved_round_6, 6);
}

TEST_CASE("half of the threads") {
    grading::expect_predicted("threads_halved", predicted::threads_halved, rounds::SimpleHalved::kThreads);
    judge_warps<rounds::SimpleHalved>("simple_halved_round_1", predicted::simple_halved_round_1, 1);
    judge_warps<rounds::SimpleHalved>("simple_halved_round_5", predicted::simple_halved_round_5, 5);
    judge_warps<rounds::ImprovedHalved>("improved_halved_round_6", predicted::improved_halved_round_6, 6);
}

TEST_CASE("what halving saves, and what it costs") {
    judge_additions<rounds::Simple>("additions", predicted::additions);
    judge_additions<rounds::SimpleHalved>("additions_halved", predicted::additions_halved);
    grading::expect_predicted("barriers", predicted::barriers, barriers<rounds::Simple>());
    grading::expect_predicted("barriers_halved", predicted::barriers_halved,
                              barriers<rounds::SimpleHalved>());
    grading::expect_predicted("extra_operations_simple", predicted::extra_operations_simple, 1);
    grading::expect_predicted("extra_operations_improved", predicted::extra_operations_improved, 0);
}

TEST_CASE("the rule that a GPU's check uses gives what is counted") {
    if (!grading::counted_here() || !grading::device_usable()) return;
    expect_rule_is_count<rounds::Simple>();
    expect_rule_is_count<rounds::Improved>();
    expect_rule_is_count<rounds::SimpleHalved>();
    expect_rule_is_count<rounds::ImprovedHalved>();
}
