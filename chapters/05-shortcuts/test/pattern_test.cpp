// The reads of rung 2 against the course's listing for n = 1000, word by word. The listing's stride, 1000, is that of
// an array without padding; the arrays that the kernel reads have rows of 1024.
#include <doctest/doctest.h>

#include <cstdio>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "chapters/05-shortcuts/programs/parts/recorder.hpp"

namespace {

constexpr std::size_t kSide = 1000;
constexpr unsigned kStride = 1024;
constexpr unsigned kKs = 6;  // the course's animation has six steps of the loop

using pattern::kD;
using pattern::kT;
using pattern::Read;

// "Thread (x, y) will read …": t[1000 k + 8 s + x] for s = 0 … 7, then d[1000 k + 8 s + y].
std::vector<Read> listing(unsigned x, unsigned y, unsigned stride) {
    std::vector<Read> reads;
    for (unsigned k = 0; k < kKs; ++k) {
        for (unsigned s = 0; s < 8; ++s) reads.push_back({kT, stride * k + 8 * s + x});
        for (unsigned s = 0; s < 8; ++s) reads.push_back({kD, stride * k + 8 * s + y});
    }
    return reads;
}

// The reads of the first warp's lanes in that step.
std::vector<Read> of_first_warp(const std::vector<std::vector<Read>>& block, unsigned step) {
    std::vector<Read> reads;
    for (unsigned lane = 0; lane < 32; ++lane) reads.push_back(block[lane][step]);
    return reads;
}

}  // namespace

TEST_CASE("every thread of the first block reads what the listing says, with rows of 1024") {
    const auto block = pattern::first_block(kSide, kKs);
    REQUIRE(block.size() == 64);
    for (unsigned y = 0; y < 8; ++y) {
        for (unsigned x = 0; x < 8; ++x) {
            CAPTURE(x);
            CAPTURE(y);
            CHECK(block[8 * y + x] == listing(x, y, kStride));
        }
    }
    CHECK(block[0] != listing(0, 0, kSide));
}

TEST_CASE(
    "the first warp reads 8 neighbours of t, each by four lanes, and 4 neighbours of d, each by eight") {
    const auto block = pattern::first_block(kSide, kKs);
    for (unsigned lane = 0; lane < 32; ++lane) {
        CHECK(of_first_warp(block, 0)[lane] == Read{kT, lane % 8});
        CHECK(of_first_warp(block, 1)[lane] == Read{kT, 8 + lane % 8});
        CHECK(of_first_warp(block, 8)[lane] == Read{kD, lane / 8});
        CHECK(of_first_warp(block, 16)[lane] == Read{kT, kStride + lane % 8});
    }
}

TEST_CASE("in each k the first block reads 64 neighbours of t and the same 64 of d") {
    const auto block = pattern::first_block(kSide, kKs);
    for (unsigned k = 0; k < kKs; ++k) {
        std::set<unsigned> of[2];
        for (const auto& reads : block) {
            for (unsigned step = 0; step < pattern::kReadsOfK; ++step) {
                const Read& read = reads[k * pattern::kReadsOfK + step];
                of[read.array].insert(read.index);
            }
        }
        for (const auto& indices : of) {
            CHECK(indices.size() == 64);
            CHECK(*indices.begin() == kStride * k);
            CHECK(*indices.rbegin() == kStride * k + 63);
        }
    }
}

TEST_CASE("the committed data is what the rung reads") {
    const auto block = pattern::first_block(kSide, kKs);
    std::ifstream file("chapters/05-shortcuts/programs/parts/first_block.csv");
    std::string line;
    REQUIRE(std::getline(file, line));
    CHECK(line == "k,step,thread,array,index");
    std::size_t lines = 0;
    std::size_t wrong = 0;
    for (; std::getline(file, line); ++lines) {
        unsigned k = 0, step = 0, thread = 0, index = 0;
        char array = 0;
        REQUIRE(std::sscanf(line.c_str(), "%u,%u,%u,%c,%u", &k, &step, &thread, &array, &index) == 5);
        const Read expected{array == 't' ? kT : kD, index};
        if (!(block.at(thread).at(k * pattern::kReadsOfK + step) == expected)) ++wrong;
    }
    CHECK(lines == 2 * 64 * pattern::kReadsOfK);
    CHECK(wrong == 0);
}
