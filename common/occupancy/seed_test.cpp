// The equations for compute capability 1.3 and 2.0 against the figures of "GPU Matrix Multiplication".
#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "common/occupancy/occupancy.hpp"

using namespace occupancy;

namespace {

Occupancy on(const char* capability, u32 threads, u32 registers, u64 shared) {
    return calculate(*find_device(capability), {threads, registers, shared, -1});
}

// As the chapter prints it, with two decimals, half up.
double printed(double ratio) { return std::floor(ratio * 100 + 0.5) / 100; }

}  // namespace

TEST_CASE("the worked example: 20 registers, 3000 bytes, 128 threads") {
    const Occupancy found = on("1.3", 128, 20, 3000);
    CHECK(found.warps_per_block == 4);
    CHECK(found.registers_per_block == 2560);
    CHECK(found.shared_per_block == 3072);
    CHECK(found.by_blocks == 8);
    CHECK(found.by_warps == 8);
    CHECK(found.by_registers == 6);
    CHECK(found.by_shared == 5);
    CHECK(found.blocks == 5);
    CHECK(printed(found.ratio()) == doctest::Approx(0.63));
    CHECK(names_of(found.limits()) == "shared memory");
}

TEST_CASE("the worked example goes on: less of each resource, and smaller blocks") {
    CHECK(on("1.3", 128, 16, 2048).ratio() == 1.0);
    const Occupancy by_registers = on("1.3", 128, 20, 1000);
    CHECK(by_registers.by_shared == 16);
    CHECK(by_registers.blocks == 6);
    CHECK(by_registers.ratio() == 0.75);
    CHECK(names_of(by_registers.limits()) == "registers");
    for (const u32 registers : {1u, 10u, 16u, 20u, 40u})
        for (const u64 shared : {u64{0}, u64{1000}, u64{3000}})
            CHECK(on("1.3", 64, registers, shared).ratio() <= 0.5);
    CHECK(on("1.3", 64, 10, 44).ratio() == 0.5);
    CHECK(printed(on("2.0", 64, 10, 44).ratio()) == doctest::Approx(0.33));
}

TEST_CASE("Figure 1.39: every kernel of the chapter") {
    struct Row {
        const char* kernel;
        u32 threads, registers;
        u64 shared;
        double occupancy;
    };
    for (const Row& row :
         {Row{"GPU1", 256, 10, 44, 1.00}, Row{"GPU2", 8 * 8, 16, 44, 0.50}, Row{"GPU3", 4 * 16, 21, 44, 0.50},
          Row{"GPU4", 16 * 16, 11, 2092, 1.00}, Row{"GPU5", 16 * 16, 11, 2156, 1.00},
          Row{"GPU6", 16 * 8, 38, 2220, 0.38}, Row{"GPU7", 16 * 8, 38, 2220, 0.38},
          Row{"GPU8", 16 * 8, 38, 4204, 0.38}, Row{"sgemm", 16 * 4, 35, 1160, 0.38}}) {
        CAPTURE(row.kernel);
        CHECK(printed(on("1.3", row.threads, row.registers, row.shared).ratio()) ==
              doctest::Approx(row.occupancy));
    }
}

TEST_CASE("Figures 1.14, 1.20 and 1.22: the occupancy of every block shape") {
    struct Row {
        u32 registers;
        u32 x, y;
        double occupancy;
    };
    for (const Row& row :
         {Row{10, 1, 32, 0.25}, Row{10, 1, 64, 0.5}, Row{10, 1, 128, 1.0}, Row{10, 1, 512, 1.0},
          Row{10, 8, 8, 0.5}, Row{10, 16, 16, 1.0}, Row{10, 32, 2, 0.5}, Row{10, 32, 1, 0.25},
          Row{10, 512, 1, 1.0}, Row{16, 1, 32, 0.25}, Row{16, 1, 256, 1.0}, Row{16, 16, 4, 0.5},
          Row{16, 16, 32, 1.0}, Row{16, 64, 1, 0.5}, Row{21, 1, 32, 0.25}, Row{21, 2, 32, 0.5},
          Row{21, 4, 16, 0.5}, Row{21, 16, 32, 0.5}, Row{21, 64, 1, 0.5}}) {
        CAPTURE(row.registers);
        CAPTURE(row.x);
        CAPTURE(row.y);
        CHECK(on("1.3", row.x * row.y, row.registers, 44).ratio() == row.occupancy);
    }
}

TEST_CASE("registers go to blocks on 1.3 and to warps on 2.0") {
    // The chapter's examples: 96 registers a warp are 3 a thread.
    CHECK(on("2.0", 6 * 32, 3, 0).registers_per_block == 6 * 128);
    CHECK(on("1.3", 6 * 32, 3, 0).registers_per_block == 1024);
    // 7 warps count as 8 on 1.3.
    CHECK(on("1.3", 7 * 32, 16, 0).registers_per_block == 8 * 16 * 32);
    CHECK(on("2.0", 7 * 32, 16, 0).registers_per_block == 7 * 16 * 32);
    // 10 warps a block: 3 blocks on 1.3, 4 on 2.0.
    CHECK(on("1.3", 320, 0, 0).blocks == 3);
    CHECK(on("2.0", 320, 0, 0).blocks == 4);
}
