// The emulator counts what an H200 counted: results/*.csv (measure.sh) against the same programs run here.
#include <doctest/doctest.h>

#include <map>
#include <string>

#include "emulator/test/hardware/measured.hpp"

using namespace simt::testing;

namespace {

std::string all_differences(const Line& measured, const nlohmann::json& launch) {
    return differences(measured, launch, kGlobalKeys) + differences(measured, launch, kSharedKeys) +
           atomic_differences(measured, launch);
}

// How far two measurements of one launch of ours lay apart: wavefronts of shared memory, with cp.async in flight or stores of
// several warps at once.
constexpr long long kNoise = 4;

std::string rung_differences(const Line& measured, const nlohmann::json& launch) {
    std::string text =
        differences(measured, launch, kGlobalKeys) + atomic_differences(measured, launch, kContention);
    for (const std::string& key : kSharedKeys) {
        const long long there = std::stoll(measured.at(key));
        const long long here = emulated_count(launch, key);
        if (there < here || there > here + kNoise) text += differences(measured, launch, {key});
    }
    return text;
}

}  // namespace

TEST_CASE("stores, reductions, atomics and asynchronous copies cost what they cost on an H200") {
    const std::vector<Line> measured = read_csv("emulator/test/hardware/results/access_patterns.csv");
    const nlohmann::json launches = emulate("build/test/programs/access_patterns").launches;
    REQUIRE(measured.size() == 176);
    REQUIRE(launches.size() == measured.size());
    for (std::size_t k = 0; k < measured.size(); ++k) {
        const std::string name =
            measured[k].at("operation") + " " + measured[k].at("pattern") + " " + measured[k].at("width");
        CAPTURE(name);
        CHECK(all_differences(measured[k], launches[k]) == "");
    }
}

TEST_CASE("every rung of every ladder costs what it costs on an H200") {
    const std::vector<Line> measured = read_csv("emulator/test/hardware/results/rungs.csv");
    REQUIRE(measured.size() >= 36);
    struct Command {
        nlohmann::json launches;
        std::vector<bool> as_measured;
    };
    std::map<std::string, Command> commands;
    for (const Line& line : measured) {
        const std::string program = "build/" + line.at("chapter") + " " + line.at("arguments") + " --size " +
                                    line.at("size") + " --rung " + line.at("rung") +
                                    " --reps 1 --skip-cpu --seed 1";
        CAPTURE(program);
        Command& command = commands[program];
        if (command.launches.empty()) {
            command.launches = emulate(program).launches;
            command.as_measured.resize(command.launches.size());
        }
        REQUIRE_FALSE(command.launches.empty());
        std::string nearest = rung_differences(line, command.launches.back());
        for (std::size_t k = 0; k < command.launches.size(); ++k) {
            const std::string here = rung_differences(line, command.launches[k]);
            if (here.empty()) command.as_measured[k] = true;
            if (here.size() < nearest.size()) nearest = here;
        }
        CHECK(nearest == "");
    }
    for (const auto& [program, command] : commands) {
        for (std::size_t k = 0; k < command.as_measured.size(); ++k) {
            CAPTURE(program);
            CAPTURE(command.launches[k].at("kernel"));
            CHECK(command.as_measured[k]);
        }
    }
}
