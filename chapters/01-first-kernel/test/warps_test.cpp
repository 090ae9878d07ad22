// How blocks become warps, divergence, and the cost of a boundary: the text's numbers (Kirk and Hwu, §5.3) from the
// machine, and the counts that the lesson uses.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "chapters/01-first-kernel/programs/parts/boundary.hpp"
#include "chapters/01-first-kernel/programs/parts/divergence.hpp"
#include "chapters/01-first-kernel/programs/parts/latency.hpp"
#include "chapters/01-first-kernel/programs/parts/membership.hpp"
#include "common/cuda/buffer.hpp"
#include "common/testing/device.hpp"

namespace {

using testing::counters_of;
using warps::Cover;
using warps::Divided;
using warps::Place;
using warps::Shape;
using warps::Warp;
using Masks = std::vector<unsigned>;

std::vector<Warp> warps_of(const Shape& block) {
    return warps::group(block, warps::ask(dim3(block.x, block.y, block.z)));
}

// "T(0,0,0) to T(0,7,3)" for each warp of a block.
std::vector<std::string> first_and_last(const std::string& text) {
    const Shape block = warps::parse_block(text);
    std::vector<std::string> names;
    for (const Warp& warp : warps_of(block)) {
        const auto name = [&](const warps::Member& member) {
            return warps::thread_name(block, member.x, member.y, member.z);
        };
        names.push_back(name(warp.members.front()) + " to " + name(warp.members.back()));
    }
    return names;
}

Cover vector_cover(unsigned n, unsigned block = 64) { return {dim3(block), n, 1}; }
Cover picture_cover(unsigned width, unsigned height) { return {dim3(16, 16), width, height}; }

double divergent_warps(const Cover& cover) {
    return counters_of([&] { warps::run_guarded(cover); }).at("divergent_warps");
}

double warp_instructions(const Cover& cover) {
    return counters_of([&] { warps::run_guarded(cover); }).at("warp_instructions");
}

}  // namespace

TEST_CASE("the blocks of the text: 48 threads, 8 x 8, and 2 x 8 x 4 in the text's order") {
    CHECK(first_and_last("48") == std::vector<std::string>{"T(0) to T(31)", "T(32) to T(47)"});
    CHECK(first_and_last("8x8") == std::vector<std::string>{"T(0,0) to T(3,7)", "T(4,0) to T(7,7)"});
    CHECK(first_and_last("4x8x2") ==
          std::vector<std::string>{"T(0,0,0) to T(0,7,3)", "T(1,0,0) to T(1,7,3)"});
    CHECK(first_and_last("4x4") == std::vector<std::string>{"T(0,0) to T(3,3)"});
}

TEST_CASE(
    "threads are counted along x, then y, then z, and 32 in a row share a warp, in blocks of any shape") {
    for (const char* const text : {"1", "31", "32", "33", "48", "1024", "8x8", "5x7", "1x33", "32x32",
                                   "4x8x2", "7x3x5", "1x1x64", "3x11x31", "16x1x2"}) {
        CAPTURE(text);
        const Shape block = warps::parse_block(text);
        const auto answers = warps::ask(dim3(block.x, block.y, block.z));
        const unsigned threads = static_cast<unsigned>(block.threads());
        unsigned wrong = 0;
        for (unsigned place = 0; place < threads; ++place) {
            const warps::Answer& answer = answers[place];
            const unsigned first = place / 32 * 32;
            const unsigned members = std::min(32u, threads - first);
            const unsigned mask = members == 32 ? 0xffffffffu : (1u << members) - 1;
            const unsigned named = (answer.first_z * block.y + answer.first_y) * block.x + answer.first_x;
            wrong += answer.lane != place % 32 || answer.companions != mask || named != first;
        }
        CHECK(wrong == 0);
        CHECK(warps_of(block).size() == (threads + 31) / 32);
    }
}

TEST_CASE("vectors of the text in blocks of 64: warps launched, warps with data, divergent warps") {
    struct Case {
        unsigned n, launched, with_data;
    };
    // For 10,000 elements the text counts 313 warps, those with data. One more is launched, without data.
    for (const Case& expected : {Case{100, 4, 4}, {1000, 32, 32}, {1003, 32, 32}, {10000, 314, 313}}) {
        CAPTURE(expected.n);
        const Cover cover = vector_cover(expected.n);
        CHECK(cover.warps() == expected.launched);
        const warps::Tally tally = warps::tally(cover, warps::vote(cover));
        CHECK(tally.inside + tally.edge == expected.with_data);
        CHECK(tally.edge == 1);
        if (testing::counted()) CHECK(divergent_warps(cover) == 1);
    }
}

TEST_CASE("pictures of the text in blocks of 16 x 16: 31 of 160 and 75 of 1,040 warps diverge") {
    struct Case {
        unsigned width, height, launched, divergent, without_data;
    };
    // With an odd number of rows the bottom warps have one row inside and one outside, which the text leaves to
    // verify.
    for (const Case& expected : {Case{76, 62, 160, 31, 5},
                                 {76, 61, 160, 35, 5},
                                 {200, 150, 1040, 75, 65},
                                 {1000, 750, 23688, 375, 63},
                                 {64, 64, 128, 0, 0},
                                 {1, 1, 8, 1, 7},
                                 {16, 1, 8, 1, 7}}) {
        CAPTURE(expected.width);
        CAPTURE(expected.height);
        const Cover cover = picture_cover(expected.width, expected.height);
        CHECK(cover.warps() == expected.launched);
        const warps::Tally tally = warps::tally(cover, warps::vote(cover));
        CHECK(tally.edge == expected.divergent);
        CHECK(tally.outside == expected.without_data);
        if (testing::counted()) CHECK(divergent_warps(cover) == expected.divergent);
    }
}

TEST_CASE("the five warps that the text counts too many at 200 x 150 are warps 3 to 7 of the corner block") {
    const Cover cover = picture_cover(200, 150);
    const auto lanes_inside = warps::vote(cover);
    const unsigned corner = cover.blocks() - 1;
    for (unsigned warp = 0; warp < 8; ++warp) {
        const Place place = warps::place_of(cover, lanes_inside, corner * 8 + warp);
        CHECK(place == (warp < 3 ? Place::kEdge : Place::kOutside));
    }
    // The right column: all 8 warps of 9 blocks, and 3 of the corner's.
    unsigned right = 0;
    for (unsigned row = 0; row < cover.grid().y; ++row) {
        for (unsigned warp = 0; warp < 8; ++warp) {
            const unsigned block = row * cover.grid().x + cover.grid().x - 1;
            right += warps::place_of(cover, lanes_inside, block * 8 + warp) == Place::kEdge;
        }
    }
    CHECK(right == 9 * 8 + 3);
}

TEST_CASE("a guard without an else costs lanes, not passes: 1,003 elements take the instructions of 1,024") {
    if (!testing::counted()) return;
    const double more = warp_instructions(vector_cover(1003)) - warp_instructions(vector_cover(1024));
    CHECK(more >= 0);
    CHECK(more <= 1);  // lanes that skip the body exit separately
    CHECK(warp_instructions(vector_cover(1025, 32)) > warp_instructions(vector_cover(1024, 32)));
    // A warp without data exits at the guard.
    const double one_warp = warp_instructions(vector_cover(32, 32));
    const double two_warps = warp_instructions(vector_cover(32, 64));
    CHECK(two_warps > one_warp);
    CHECK(two_warps < 2 * one_warp);
}

TEST_CASE("the guarded kernels of the boundary compute what they should, at sizes around the block") {
    for (const unsigned n : {1u, 31u, 33u, 63u, 64u, 65u, 1003u}) {
        CAPTURE(n);
        const Cover cover = vector_cover(n);
        std::vector<float> a(n), b(n);
        for (unsigned i = 0; i < n; ++i) a[i] = static_cast<float>(i), b[i] = static_cast<float>(2 * i + 1);
        const gpu::Buffer<float> device_a(a), device_b(b);
        gpu::Buffer<float> c(n + 1);
        c.fill_bytes(0);
        warps::add(cover, c.data(), device_a.data(), device_b.data());
        const std::vector<float> got = c.to_host();
        unsigned wrong = got[n] != 0;
        for (unsigned i = 0; i < n; ++i) wrong += got[i] != static_cast<float>(3 * i + 1);
        CHECK(wrong == 0);
    }
    const Cover cover = picture_cover(17, 3);
    gpu::Buffer<unsigned char> picture(17 * 3 + 1);
    picture.fill_bytes(1);
    warps::brighten(cover, picture.data());
    std::vector<unsigned char> expected(17 * 3, 11);
    expected.push_back(1);
    CHECK(picture.to_host() == expected);
}

TEST_CASE("an if with an else: a divergent warp takes two passes, warps whose lanes agree one each") {
    const auto halves = warps::if_else(Divided::kByHalves, 32);
    CHECK(warps::passes(halves, 32, 0, 0) == Masks{0x0000ffff});
    CHECK(warps::passes(halves, 32, 1, 0) == Masks{0xffff0000});
    CHECK(warps::passes(halves, 32, 2, 0) == Masks{0xffffffff});
    const auto parity = warps::if_else(Divided::kByParity, 32);
    CHECK(warps::passes(parity, 32, 0, 0) == Masks{0x55555555});
    CHECK(warps::passes(parity, 32, 1, 0) == Masks{0xaaaaaaaa});
    CHECK(warps::passes(parity, 32, 2, 0) == Masks{0xffffffff});
    const auto by_warps = warps::if_else(Divided::kByWarps, 64);
    CHECK(warps::passes(by_warps, 64, 0, 0) == Masks{0xffffffff});
    CHECK(warps::passes(by_warps, 64, 1, 0).empty());
    CHECK(warps::passes(by_warps, 64, 0, 1).empty());
    CHECK(warps::passes(by_warps, 64, 1, 1) == Masks{0xffffffff});
    if (!testing::counted()) return;
    const auto divergent = [](Divided divided, unsigned threads) {
        return counters_of([&] { warps::if_else(divided, threads); }).at("divergent_branches");
    };
    CHECK(divergent(Divided::kByHalves, 32) == 1);
    CHECK(divergent(Divided::kByParity, 32) == 1);
    CHECK(divergent(Divided::kByWarps, 64) == 0);
}

TEST_CASE("a switch with four cases takes four passes of eight lanes") {
    const auto seen = warps::switch_of_four(32);
    for (unsigned arm = 0; arm < 4; ++arm)
        CHECK(warps::passes(seen, 32, arm, 0) == Masks{0x11111111u << arm});
    CHECK(warps::passes(seen, 32, 4, 0) == Masks{0xffffffff});
    if (testing::counted())
        CHECK(counters_of([] { warps::switch_of_four(32); }).at("divergent_branches") == 3);
}

TEST_CASE("a loop of 6, 7 or 8 trips a lane: six trips together, one for two thirds, one for one third") {
    const auto seen = warps::loop(32);
    for (unsigned trip = 0; trip < 6; ++trip) CHECK(warps::passes(seen, 32, trip, 0) == Masks{0xffffffff});
    CHECK(warps::passes(seen, 32, 6, 0) == Masks{0xb6db6db6});  // lanes that are not 0 mod 3
    CHECK(warps::passes(seen, 32, 7, 0) == Masks{0x24924924});  // lanes that are 2 mod 3
    CHECK(warps::passes(seen, 32, 8, 0) == Masks{0xffffffff});
    if (!testing::counted()) return;
    // The loop is rolled: one branch a trip. Lanes diverge after trip 6 and after trip 7.
    const auto counters = counters_of([] { warps::loop(32); });
    CHECK(counters.at("branches") == 8);
    CHECK(counters.at("divergent_branches") == 2);
    CHECK(counters.at("divergent_warps") == 1);
    // One store a trip and one after the loop, each by the active lanes: 9 requests.
    CHECK(counters.at("global_store_requests") == 9);
}

TEST_CASE("lanes that return early cost no pass, and save none either") {
    for (const unsigned n : {0u, 1u, 20u, 31u, 32u, 33u}) {
        CAPTURE(n);
        const auto seen = warps::early_return(32, n);
        const unsigned left = n >= 32 ? 0xffffffffu : (1u << n) - 1;
        CHECK(warps::passes(seen, 32, 0, 0) == (left == 0 ? Masks{} : Masks{left}));
        if (!testing::counted()) continue;
        const auto counters = counters_of([&] { warps::early_return(32, n); });
        CHECK(counters.at("divergent_warps") == (n > 0 && n < 32 ? 1 : 0));
        CHECK(counters.at("global_store_requests") == (n > 0 ? 1 : 0));
    }
}

TEST_CASE("many ways: lanes that differ run all of them in turn, warps that differ only their own") {
    if (!testing::counted()) return;
    const auto instructions = [](unsigned ways, bool by_warp) {
        gpu::Buffer<float> out(1024);
        const dim3 grid(1), block(1024);
        return counters_of([&] { warps::many_ways(grid, block, out.data(), ways, by_warp, 256); })
            .at("warp_instructions");
    };
    const double one = instructions(1, false);
    CHECK(instructions(1, true) == one);
    for (const unsigned ways : {2u, 3u, 32u}) {
        CAPTURE(ways);
        CHECK(instructions(ways, false) > 0.95 * ways * one);
        CHECK(instructions(ways, false) < 1.05 * ways * one);
        CHECK(instructions(ways, true) < 1.2 * one);
    }
}

TEST_CASE("1, 2 or 4 loads a thread read the same elements with the same requests") {
    const dim3 grid(3), block(96);
    const std::size_t threads = 288;
    std::vector<float> in(threads * 8);
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(i % 61);
    const gpu::Buffer<float> device_in(in);
    for (const unsigned loads : {1u, 2u, 4u}) {
        CAPTURE(loads);
        gpu::Buffer<float> sums(threads);
        sums.fill_bytes(0xff);
        const auto counters = counters_of(
            [&] { warps::read_with(loads)(grid, block, sums.data(), device_in.data(), 8 / loads); });
        const std::vector<float> got = sums.to_host();
        unsigned wrong = 0;
        for (std::size_t t = 0; t < threads; ++t) {
            float expected = 0;
            for (std::size_t i = t; i < in.size(); i += threads) expected += in[i];
            wrong += got[t] != expected;
        }
        CHECK(wrong == 0);
        if (!testing::counted()) continue;
        CHECK(counters.at("global_load_requests") == in.size() / 32.0);
        CHECK(counters.at("global_load_sectors") == in.size() / 8.0);
    }
    CHECK((warps::read_with(3) == nullptr));
}

TEST_CASE(
    "the chain visits every node before it comes back, and a launch goes on where the one before ended") {
    constexpr unsigned kNodes = 1024, kSteps = 31,
                       kPieces = 33;  // 33 * 31 = 1023 steps, one fewer than nodes
    gpu::Buffer<unsigned> chain(kNodes * warps::kNodeWords), place(1);
    place.fill_bytes(0);
    warps::link(chain.data(), kNodes);
    std::set<unsigned> ends{0};
    for (unsigned piece = 0; piece < kPieces; ++piece) {
        warps::chase(place.data(), chain.data(), kSteps);
        ends.insert(place.to_host()[0]);
    }
    CHECK(ends.size() == kPieces + 1);
    warps::chase(place.data(), chain.data(), 1);
    CHECK(place.to_host()[0] == 0);
    warps::chase(place.data(), chain.data(), kNodes / 2);
    CHECK(place.to_host()[0] != 0);  // a period is a power of two here: not half of them
}
