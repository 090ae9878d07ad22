// Exercise 02.2: each prediction against the count; on a GPU, which does not count, against the rule.
#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "common/cuda/annotate.hpp"
#include "common/cuda/buffer.hpp"
#include "common/cuda/counters.hpp"
#include "common/grading/grading.hpp"
#include "exercises/02-transpose/2-predict-sectors/patterns.cuh"
#include "exercises/02-transpose/2-predict-sectors/predictions.hpp"

namespace {

// Sectors of one request by the rule, from the lanes' addresses.
template <class Pattern>
int modelled() {
    std::uint64_t address[patterns::kWarp] = {};
    std::uint32_t active = 0;
    for (int lane = 0; lane < patterns::kWarp; ++lane) {
        address[lane] = Pattern::index(lane) * sizeof(typename Pattern::Element);
        if (Pattern::active(lane)) active |= 1u << lane;
    }
    return static_cast<int>(grading::modelled_sectors(address, active, sizeof(typename Pattern::Element)));
}

// Sectors of one request, counted while a warp runs the pattern.
template <class Pattern>
int counted() {
    if (!grading::device_usable()) return 0;
    gpu::Buffer<typename Pattern::Element> in(patterns::kElements);
    gpu::Buffer<int> never(1);
    in.fill_bytes(0);
    simt::annotate(in.data(), in.size(), "in");
    const grading::Run run =
        grading::run("the pattern's kernel", [&] { patterns::launch<Pattern>(in.data(), never.data()); });
    return run.ok ? static_cast<int>(run.counters.at("global_load_sectors")) : 0;
}

// `code`: the load of lane `lane`, as on the page.
template <class Pattern>
void judge(const std::string& code, int prediction) {
    grading::expect_predicted(code, prediction,
                              gpu::emulator::present() ? counted<Pattern>() : modelled<Pattern>());
}

template <class Pattern>
bool rule_equals_count() {
    return modelled<Pattern>() == counted<Pattern>();
}

}  // namespace

TEST_CASE("floats, all lanes") {
    judge<patterns::Neighbours>("neighbours: in[lane]", predicted::neighbours);
    judge<patterns::NeighboursShifted>("neighbours_shifted: in[lane + 1]", predicted::neighbours_shifted);
    judge<patterns::Backwards>("backwards: in[31 - lane]", predicted::backwards);
    judge<patterns::AllTheSame>("all_the_same: in[7]", predicted::all_the_same);
    judge<patterns::EverySecond>("every_second: in[2 * lane]", predicted::every_second);
    judge<patterns::ARowApart>("a_row_apart: in[1000 * lane]", predicted::a_row_apart);
}

TEST_CASE("elements of other sizes") {
    judge<patterns::Bytes>("bytes: in[lane], unsigned char", predicted::bytes);
    judge<patterns::Doubles>("doubles: in[lane], double", predicted::doubles);
    judge<patterns::Vectors>("vectors: in[lane], float4", predicted::vectors);
    judge<patterns::Points>("points: in[lane].x, three floats a point", predicted::points);
}

TEST_CASE("some of the lanes, and two rows") {
    judge<patterns::FirstHalf>("first_half: if (lane < 16) in[lane]", predicted::first_half);
    judge<patterns::OddLanes>("odd_lanes: if (lane % 2 == 1) in[lane]", predicted::odd_lanes);
    judge<patterns::TwoRows>("two_rows: in[lane / 16 * 1001 + lane % 16]", predicted::two_rows);
}

TEST_CASE("the rule that a GPU's check uses gives what is counted") {
    if (!grading::counted_here()) return;
    CHECK(rule_equals_count<patterns::Neighbours>());
    CHECK(rule_equals_count<patterns::NeighboursShifted>());
    CHECK(rule_equals_count<patterns::Backwards>());
    CHECK(rule_equals_count<patterns::AllTheSame>());
    CHECK(rule_equals_count<patterns::EverySecond>());
    CHECK(rule_equals_count<patterns::ARowApart>());
    CHECK(rule_equals_count<patterns::Bytes>());
    CHECK(rule_equals_count<patterns::Doubles>());
    CHECK(rule_equals_count<patterns::Vectors>());
    CHECK(rule_equals_count<patterns::Points>());
    CHECK(rule_equals_count<patterns::FirstHalf>());
    CHECK(rule_equals_count<patterns::OddLanes>());
    CHECK(rule_equals_count<patterns::TwoRows>());
}
