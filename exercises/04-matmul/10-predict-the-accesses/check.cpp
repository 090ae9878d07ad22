// Exercise 04.10: each prediction against the rules of two generations, and today's rules against the count.
#include <doctest/doctest.h>

#include <cstdint>
#include <string>

#include "common/cuda/annotate.hpp"
#include "common/cuda/buffer.hpp"
#include "common/cuda/counters.hpp"
#include "common/grading/grading.hpp"
#include "exercises/04-matmul/10-predict-the-accesses/loads.cuh"
#include "exercises/04-matmul/10-predict-the-accesses/predictions.hpp"

namespace {

using predicted::Coalesced;

// Bytes that one request of a warp moves under a generation's rules.
template <class Load>
unsigned moved(const char* model) {
    std::uint64_t address[loads::kWarp];
    for (int lane = 0; lane < loads::kWarp; ++lane) address[lane] = static_cast<unsigned>(Load::offset(lane));
    return grading::modelled_bytes(model, address, 0xffffffff, sizeof(typename Load::Element));
}

// Sectors that one request makes: counted, or by today's rule where nothing counts.
template <class Load>
int sectors() {
    if (!gpu::emulator::present()) return static_cast<int>(moved<Load>("cc9.0") / 32);
    gpu::Buffer<char> matrix(4 * 1024 * loads::kWarp);
    gpu::Buffer<int> never(1);
    matrix.fill_bytes(0);
    simt::annotate(reinterpret_cast<const float*>(matrix.data()), loads::kWarp, 1024, "matrix");
    const grading::Run run =
        grading::run("the load's kernel", [&] { loads::launch<Load>(matrix.data(), never.data()); });
    return run.ok ? static_cast<int>(run.counters.at("global_load_sectors")) : -1;
}

// Whether neighbouring threads of a row read neighbouring elements.
template <class Load>
bool coalesced() {
    for (int lane = 1; lane < loads::kWarp; ++lane)
        if (Load::ty(lane) == Load::ty(lane - 1) && Load::index(lane) != Load::index(lane - 1) + 1)
            return false;
    return true;
}

template <class LoadOfM, class LoadOfN>
void judge_choice(const std::string& question, Coalesced answer) {
    const bool m = coalesced<LoadOfM>(), n = coalesced<LoadOfN>();
    const Coalesced right = m && n ? Coalesced::kBoth
                            : m    ? Coalesced::kM
                            : n    ? Coalesced::kN
                                   : Coalesced::kNeither;
    if (answer == Coalesced::kUndecided)
        grading::fail(question + ": no answer yet.");
    else if (answer != right)
        grading::fail(question +
                      ": no. Write down the two indices for tx = 0, 1, 2 in one row of the block.");
}

// The smallest tile whose request moves 128 bytes, which are those that 32 lanes ask for.
int smallest_tile(const char* model) {
    if (moved<loads::TileOfM<4, 1024>>(model) == 128) return 4;
    if (moved<loads::TileOfM<8, 1024>>(model) == 128) return 8;
    if (moved<loads::TileOfM<16, 1024>>(model) == 128) return 16;
    return 32;
}

template <class Load>
bool rule_equals_count() {
    return sectors<Load>() * 32 == static_cast<int>(moved<Load>("cc9.0"));
}

}  // namespace

TEST_CASE("a warp of the tiled kernel") {
    if (!grading::device_usable()) return;
    using M = loads::TileOfM<16, 16>;
    using N = loads::TileOfN<16, 16>;
    grading::expect_predicted("tx_of_lane_21", predicted::tx_of_lane_21, M::tx(21));
    grading::expect_predicted("ty_of_lane_21", predicted::ty_of_lane_21, M::ty(21));
    grading::expect_predicted("m_index_of_lane_21", predicted::m_index_of_lane_21, M::index(21));
    grading::expect_predicted("n_index_of_lane_21", predicted::n_index_of_lane_21, N::index(21));
    grading::expect_predicted("sectors_of_m_16", predicted::sectors_of_m_16, sectors<M>());
}

TEST_CASE("which loads are coalesced") {
    if (!grading::device_usable()) return;
    using SimpleM = loads::SimpleM<32, 1024>;
    using SimpleN = loads::SimpleN<32, 1024>;
    judge_choice<SimpleM, SimpleN>("simple", predicted::simple);
    judge_choice<loads::TileOfM<16, 1024>, loads::TileOfN<16, 1024>>("tiled", predicted::tiled);
    grading::expect_predicted("simple_sectors_of_m", predicted::simple_sectors_of_m, sectors<SimpleM>());
    grading::expect_predicted("simple_sectors_of_n", predicted::simple_sectors_of_n, sectors<SimpleN>());
}

TEST_CASE("how wide a tile has to be") {
    if (!grading::device_usable()) return;
    grading::expect_predicted("sectors_with_tiles_of_4", predicted::sectors_with_tiles_of_4,
                              sectors<loads::TileOfM<4, 1024>>());
    grading::expect_predicted("sectors_with_tiles_of_8", predicted::sectors_with_tiles_of_8,
                              sectors<loads::TileOfM<8, 1024>>());
    grading::expect_predicted("sectors_with_tiles_of_16", predicted::sectors_with_tiles_of_16,
                              sectors<loads::TileOfM<16, 1024>>());
    grading::expect_predicted("smallest_tile_on_h200", predicted::smallest_tile_on_h200,
                              smallest_tile("cc9.0"));
    grading::expect_predicted("smallest_tile_on_fermi", predicted::smallest_tile_on_fermi,
                              smallest_tile("cc2.0"));
}

TEST_CASE("the rule for today's GPUs gives what is counted") {
    if (!grading::counted_here() || !grading::device_usable()) return;
    CHECK(rule_equals_count<loads::SimpleM<32, 1024>>());
    CHECK(rule_equals_count<loads::SimpleN<32, 1024>>());
    CHECK(rule_equals_count<loads::TileOfM<16, 16>>());
    CHECK(rule_equals_count<loads::TileOfM<4, 1024>>());
    CHECK(rule_equals_count<loads::TileOfM<8, 1024>>());
    CHECK(rule_equals_count<loads::TileOfM<16, 1024>>());
    CHECK(rule_equals_count<loads::TileOfM<32, 1024>>());
}
