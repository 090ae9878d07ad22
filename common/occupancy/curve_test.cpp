// Occupancy as a staircase, as a table, and on the multiprocessor of Kirk and Hwu's §5.4.
#include "common/occupancy/curve.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "common/occupancy/table.hpp"

using namespace occupancy;

namespace {

Occupancy in_the_textbook(u32 threads, u32 registers) {
    return calculate(textbook(), {threads, registers, 0, -1});
}

}  // namespace

TEST_CASE("the book's 128-thread blocks: 12 would fill the threads, there are places for 8") {
    CHECK(in_the_textbook(512, 1).blocks == 3);
    const Occupancy small = in_the_textbook(128, 1);
    CHECK(small.by_warps == 12);
    CHECK(small.blocks == 8);
    CHECK(small.warps() * kWarpSize == 1024);
    CHECK(names_of(small.limits()) == "blocks");
    CHECK(in_the_textbook(256, 1).warps() * kWarpSize == 1536);
}

TEST_CASE("the book's cliff: 10 registers hold 1,536 threads, 12 hold 1,280") {
    const Occupancy before = in_the_textbook(16 * 16, 10), after = in_the_textbook(16 * 16, 12);
    CHECK(before.registers_per_block == 2560);
    CHECK(before.blocks == 6);
    CHECK(before.warps() * kWarpSize == 1536);
    CHECK(after.registers_per_block == 3072);
    CHECK(after.blocks == 5);
    CHECK(after.warps() * kWarpSize == 1280);
    // This does not happen on the real GPUs it resembles: 1.3 has no room for 1,536 threads, and 2.0 has twice the
    // registers.
    for (const char* const capability : {"1.3", "2.0"})
        CHECK(calculate(*find_device(capability), {256, 10, 0, -1}).blocks ==
              calculate(*find_device(capability), {256, 12, 0, -1}).blocks);
}

TEST_CASE("a curve's steps cover every value once, and agree with the calculator") {
    for (const char* const capability : {"1.3", "2.0", "7.5", "9.0", "textbook"}) {
        const Device& device = *find_device(capability);
        for (const Resource resource : {Resource::Registers, Resource::SharedMemory, Resource::Threads}) {
            CAPTURE(capability);
            const Kernel kernel{96, 24, 1000, -1};
            u64 next = resource == Resource::SharedMemory ? 0 : 1;
            for (const Step& step : steps_over(resource, device, kernel)) {
                REQUIRE(step.from == next);
                REQUIRE(step.to >= step.from);
                next = step.to + 1;
                for (const u64 value : {step.from, (step.from + step.to) / 2, step.to}) {
                    Kernel changed = kernel;
                    if (resource == Resource::Registers) changed.registers = static_cast<u32>(value);
                    if (resource == Resource::SharedMemory) changed.shared = value;
                    if (resource == Resource::Threads) changed.threads = static_cast<u32>(value);
                    REQUIRE(calculate(device, changed).blocks == step.found.blocks);
                }
            }
            const u64 most = resource == Resource::Registers      ? device.max_registers_per_thread
                             : resource == Resource::SharedMemory ? device.shared_per_block
                                                                  : device.max_threads_per_block;
            CHECK(next == most + 1);
        }
    }
}

TEST_CASE("over registers, blocks of 256 threads on 9.0 fall from 8 to 1") {
    const auto steps = steps_over(Resource::Registers, *find_device("9.0"), {256, 0, 0, -1});
    std::string all;
    for (const Step& step : steps)
        all += std::to_string(step.from) + "-" + std::to_string(step.to) + ":" +
               std::to_string(step.found.blocks) + " ";
    CHECK(all == "1-24:8 25-32:8 33-40:6 41-48:5 49-64:4 65-80:3 81-128:2 129-255:1 ");
}

TEST_CASE("a curve as text and as JSON: where it falls, why, and where nothing fits") {
    const Device& device = *find_device("1.3");
    const std::string text = curve_as_text(Resource::Registers, device, {512, 0, 0, -1});
    CHECK(text.find("blocks with 512 threads and 0 bytes of shared memory") != std::string::npos);
    CHECK(text.find("33 to 128                      0           0       0.0 %   too much for one block") !=
          std::string::npos);
    const auto json = nlohmann::json::parse(curve_as_json(Resource::SharedMemory, device, {256, 11, 0, -1}));
    CHECK(json["compute_capability"] == "1.3");
    CHECK(json["over"] == "shared");
    CHECK(json["steps"].back()["to"] == 16384);
    CHECK(json["steps"].back()["blocks"] == 1);
    CHECK(json["steps"].back()["limits"] == nlohmann::json::array({"shared memory"}));
    CHECK(!resource_named("bytes"));
}

TEST_CASE("a table of kernels, with remarks between them; a line that cannot be read is named") {
    std::istringstream rows("# Figure 1.39\n\nGPU4 16x16 11 2092\nGPU6 16x8 38 2220\n");
    const std::string text = std::get<Table>(read_table(rows, "1.3")).text;
    CHECK(text.find(
              "GPU4                   16x16         11      2092 B       4     32       1.00   warps\n") !=
          std::string::npos);
    CHECK(
        text.find(
            "GPU6                    16x8         38      2220 B       3     12       0.38   registers\n") !=
        std::string::npos);
    const auto objection = [](const char* line) {
        std::istringstream in(line);
        return std::get<std::string>(read_table(in, "1.3"));
    };
    CHECK(objection("a 16x16 11") ==
          "line 1 is 'a 16x16 11'; it must be a name, a block, registers and bytes: GPU4 16x16 11 2092");
    CHECK(objection("# nothing\nb 1024 11 0").find("line 2, b: a block of 1024 threads is too large") == 0);
    CHECK(objection("") == "there is no kernel in what was read");
}

TEST_CASE(
    "the lesson's file of Figure 1.39 gives the occupancies that the book prints, in the book's order") {
    std::ifstream rows("chapters/04-matmul/programs/parts/textbook/figure_1_39.txt");
    REQUIRE(rows);
    std::istringstream table(std::get<Table>(read_table(rows, "1.3")).text);
    std::string printed;
    for (std::string line; std::getline(table, line);) {
        std::istringstream words(line);
        std::string name, block, registers, bytes, unit, blocks, warps, occupancy;
        words >> name >> block >> registers >> bytes >> unit >> blocks >> warps >> occupancy;
        if (unit == "B") printed += name + " " + occupancy + " ";
    }
    CHECK(printed ==
          "GPU1 1.00 GPU2 0.50 GPU3 0.50 GPU4 1.00 GPU5 1.00 GPU6 0.38 GPU7 0.38 GPU8 0.38 sgemm 0.38 ");
}
