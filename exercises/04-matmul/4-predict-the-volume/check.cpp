// Exercise 04.4: each prediction against the rules of two generations, and today's rules against the count.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <string>

#include "common/cuda/annotate.hpp"
#include "common/cuda/buffer.hpp"
#include "common/cuda/counters.hpp"
#include "common/grading/grading.hpp"
#include "exercises/04-matmul/4-predict-the-volume/loads.cuh"
#include "exercises/04-matmul/4-predict-the-volume/predictions.hpp"

namespace {

constexpr const char* kOld = "cc1.3";
constexpr const char* kNew = "cc9.0";

// Bytes that one request of a warp moves.
template <class Load>
unsigned moved(const char* model) {
    std::uint64_t address[loads::kWarp];
    for (int lane = 0; lane < loads::kWarp; ++lane) address[lane] = static_cast<unsigned>(Load::offset(lane));
    return grading::modelled_bytes(model, address, 0xffffffff, sizeof(typename Load::Element));
}

// In bytes; 0 is no prediction yet.
void judge(const std::string& question, const char* model, double prediction, double right) {
    if (std::fabs(prediction - right) < 1e-6) return;
    grading::expect_predicted(question + " on " + (model == kOld ? "1.3" : "9.0"),
                              prediction == 0 ? -1 : prediction, right);
}

template <class Load>
void judge_request(const std::string& question, const predicted::Bytes& prediction) {
    judge(question, kOld, prediction.cc13, moved<Load>(kOld));
    judge(question, kNew, prediction.cc90, moved<Load>(kNew));
}

// Judges bytes for each multiplication, if a warp's requests for A and B serve that many.
template <class LoadA, class LoadB>
void judge_share(const std::string& question, const predicted::Share& prediction, double multiplications) {
    judge(question, kOld, prediction.cc13, (moved<LoadA>(kOld) + moved<LoadB>(kOld)) / multiplications);
    judge(question, kNew, prediction.cc90, (moved<LoadA>(kNew) + moved<LoadB>(kNew)) / multiplications);
}

template <class Load>
bool rule_equals_count() {
    if (!grading::device_usable()) return true;
    gpu::Buffer<char> matrix(4 * loads::kN * loads::kWarp);
    gpu::Buffer<int> never(1);
    matrix.fill_bytes(0);
    simt::annotate(reinterpret_cast<const float*>(matrix.data()), loads::kWarp, loads::kN, "matrix");
    const grading::Run run =
        grading::run("the load's kernel", [&] { loads::launch<Load>(matrix.data(), never.data()); });
    return run.ok && 32 * run.counters.at("global_load_sectors") == moved<Load>(kNew);
}

}  // namespace

TEST_CASE("the simple kernel, block by block") {
    judge_request<loads::SimpleA<16>>("a_in_blocks_of_16x16", predicted::a_in_blocks_of_16x16);
    judge_request<loads::SimpleB<16>>("b_in_blocks_of_16x16", predicted::b_in_blocks_of_16x16);
    judge_request<loads::SimpleA<256>>("a_in_blocks_of_256x1", predicted::a_in_blocks_of_256x1);
    judge_request<loads::SimpleB<256>>("b_in_blocks_of_256x1", predicted::b_in_blocks_of_256x1);
    judge_request<loads::SimpleA<1>>("a_in_blocks_of_1x256", predicted::a_in_blocks_of_1x256);
    judge_request<loads::SimpleB<1>>("b_in_blocks_of_1x256", predicted::b_in_blocks_of_1x256);
}

TEST_CASE("pairs, a tile, and a tile one column further on") {
    judge_request<loads::PairOfB>("b_as_float2_in_blocks_of_8x8", predicted::b_as_float2_in_blocks_of_8x8);
    judge_request<loads::TileOfA>("tile_of_a", predicted::tile_of_a);
    judge_request<loads::TileOneColumnOn>("tile_of_b_one_column_on", predicted::tile_of_b_one_column_on);
}

TEST_CASE("the volume of whole products") {
    judge_share<loads::SimpleA<16>, loads::SimpleB<16>>("simple_in_blocks_of_16x16",
                                                        predicted::simple_in_blocks_of_16x16, 32);
    judge_share<loads::SimpleA<256>, loads::SimpleB<256>>("simple_in_blocks_of_256x1",
                                                          predicted::simple_in_blocks_of_256x1, 32);
    judge_share<loads::SimpleA<1>, loads::SimpleB<1>>("simple_in_blocks_of_1x256",
                                                      predicted::simple_in_blocks_of_1x256, 32);
    judge_share<loads::TileOfA, loads::TileOfA>("tiles_of_16", predicted::tiles_of_16, 16 * 32);
}

TEST_CASE("the rule for today's GPUs gives what is counted") {
    if (!grading::counted_here()) return;
    CHECK(rule_equals_count<loads::SimpleA<16>>());
    CHECK(rule_equals_count<loads::SimpleB<16>>());
    CHECK(rule_equals_count<loads::SimpleA<256>>());
    CHECK(rule_equals_count<loads::SimpleB<256>>());
    CHECK(rule_equals_count<loads::SimpleA<1>>());
    CHECK(rule_equals_count<loads::SimpleB<1>>());
    CHECK(rule_equals_count<loads::PairOfB>());
    CHECK(rule_equals_count<loads::TileOfA>());
    CHECK(rule_equals_count<loads::TileOneColumnOn>());
}
