// Occupancy against an H200's own answers: the lines "occupancy" and "available" of programs/device_h200.txt, which
// programs/device.cu printed there.
#include "emulator/runtime/launch_limits.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "emulator/runtime/h200.hpp"

using namespace simt;
using namespace simt::runtime;

namespace {

const std::vector<u64> kDynamicSizes = {0,     1,     128,    1000,   1024,   2048,  4096,
                                        6200,  8192,  12288,  16384,  24576,  32768, 49152,
                                        65536, 77000, 102400, 150000, 200000, 232448};
const std::vector<u32> kBlocks = {1, 2, 3, 4, 5, 7, 8, 16, 32, 33};

// "occupancy <registers> <static shared> <carve-out> <threads>: <answers>"
struct Line {
    std::string kind;
    occupancy::Kernel kernel;
    std::vector<long long> answers;
};

std::vector<Line> h200_lines(const std::string& kind) {
    std::vector<Line> lines;
    std::ifstream in("emulator/test/programs/device_h200.txt");
    for (std::string text; std::getline(in, text);) {
        Line line;
        char colon = 0;
        std::istringstream words(text);
        words >> line.kind >> line.kernel.registers >> line.kernel.shared >> line.kernel.carveout >>
            line.kernel.threads >> colon;
        if (line.kind != kind || colon != ':') continue;
        for (long long answer = 0; words >> answer;) line.answers.push_back(answer);
        lines.push_back(line);
    }
    return lines;
}

std::string name_of(const Line& line) {
    return std::to_string(line.kernel.registers) + " registers, " + std::to_string(line.kernel.shared) +
           " static, carve-out " + std::to_string(line.kernel.carveout) + ", " +
           std::to_string(line.kernel.threads) + " threads";
}

}  // namespace

TEST_CASE("resident blocks equal the H200's answer for every kernel, block size and dynamic shared memory") {
    const auto lines = h200_lines("occupancy");
    REQUIRE(lines.size() > 300);
    for (const Line& line : lines) {
        REQUIRE(line.answers.size() == kDynamicSizes.size());
        std::vector<long long> ours;
        for (const u64 dynamic : kDynamicSizes) {
            occupancy::Kernel kernel = line.kernel;
            kernel.shared += dynamic;
            ours.push_back(occupancy::calculate(h200_device(), kernel).blocks);
        }
        const std::string name = name_of(line);
        CAPTURE(name);
        CHECK(ours == line.answers);
    }
}

TEST_CASE("available dynamic shared memory equals the H200's answer") {
    const auto lines = h200_lines("available");
    REQUIRE(lines.size() > 40);
    for (const Line& line : lines) {
        REQUIRE(line.answers.size() == kBlocks.size());
        std::vector<long long> ours;
        for (const u32 blocks : kBlocks) {
            const auto bytes = occupancy::available_shared(h200_device(), line.kernel, blocks);
            ours.push_back(bytes ? static_cast<long long>(*bytes) : -1);  // cudaErrorInvalidValue
        }
        const std::string name = name_of(line);
        CAPTURE(name);
        CHECK(ours == line.answers);
    }
}

TEST_CASE("a block too large for any multiprocessor is never resident") {
    for (const occupancy::Kernel& kernel : {occupancy::Kernel{0}, {1025}, {1024, 255}})
        CHECK(occupancy::calculate(h200_device(), kernel).blocks == 0);
    CHECK(max_threads_per_block(255) == 256);
    CHECK(max_threads_per_block(0) == 1024);
}

TEST_CASE("the emulated device is the calculator's compute capability 9.0") {
    const occupancy::Device* const device = occupancy::find_device(h200::kMajor, h200::kMinor);
    REQUIRE(device != nullptr);
    CHECK(device->max_threads_per_block == h200::kMaxThreadsPerBlock);
    CHECK(device->max_warps * occupancy::kWarpSize == h200::kMaxThreadsPerMultiprocessor);
    CHECK(device->max_blocks == h200::kMaxBlocksPerMultiprocessor);
    CHECK(device->registers == h200::kRegistersPerMultiprocessor);
    CHECK(device->shared == h200::kSharedPerMultiprocessor);
    CHECK(device->shared_per_block == h200::kSharedPerBlockOptin);
    CHECK(device->shared_reserved == h200::kSharedReservedPerBlock);
}
