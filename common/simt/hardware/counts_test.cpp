// The emulator counts what an H200 counted: results/*.csv (measure.sh) against the same programs run here.
#include <doctest/doctest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "common/simt/runtime/shell_for_tests.hpp"

using namespace simt::testing;

namespace {

// The counters that both have. ncu's other columns are reductions and atomics, which the emulator's keys do not split.
const char* const kShared[] = {"global_load_requests", "global_load_sectors",    "global_store_requests",
                               "global_store_sectors", "shared_load_wavefronts", "shared_store_wavefronts"};

using Line = std::map<std::string, std::string>;

std::vector<Line> read_csv(const std::string& path) {
    std::ifstream in(path);
    std::vector<std::string> names;
    std::vector<Line> lines;
    for (std::string text; std::getline(in, text);) {
        if (text.empty() || text[0] == '#') continue;
        std::vector<std::string> fields;
        std::istringstream split(text);
        for (std::string field; std::getline(split, field, ',');) fields.push_back(field);
        if (names.empty()) {
            names = fields;
            continue;
        }
        REQUIRE(fields.size() == names.size());
        Line line;
        for (std::size_t k = 0; k < names.size(); ++k) line[names[k]] = fields[k];
        lines.push_back(line);
    }
    return lines;
}

nlohmann::json launches_of(const std::string& command) {
    const TemporaryFile json(".json");
    const Ran ran = run("build/simt --quiet --json " + json.path() + " " + command);
    REQUIRE(ran.exit_code == 0);
    return nlohmann::json::parse(json.text()).at("launches");
}

// "global_load_sectors: 4 on the GPU, 5 here; …" or nothing.
std::string differences(const Line& measured, const nlohmann::json& launch) {
    std::string text;
    for (const char* key : kShared) {
        const long long here = launch.at("counters").at(key).get<long long>();
        if (std::stoll(measured.at(key)) != here)
            text += std::string(key) + ": " + measured.at(key) + " on the GPU, " + std::to_string(here) +
                    " here; ";
    }
    return text;
}

}  // namespace

TEST_CASE("stores, reductions, atomics and asynchronous copies cost what they cost on an H200") {
    const std::vector<Line> measured = read_csv("common/simt/hardware/results/access_patterns.csv");
    const nlohmann::json launches = launches_of("build/test/programs/access_patterns");
    REQUIRE(measured.size() == 88);
    REQUIRE(launches.size() == measured.size());
    for (std::size_t k = 0; k < measured.size(); ++k) {
        const std::string name =
            measured[k].at("operation") + " " + measured[k].at("pattern") + " " + measured[k].at("width");
        CAPTURE(name);
        CHECK(differences(measured[k], launches[k]) == "");
        // An instruction that no lane executes makes no request; any other makes one.
        const bool atomic = measured[k].at("operation") == "red" || measured[k].at("operation") == "atom";
        const int requests =
            std::stoi(measured[k].at("reduction_requests")) + std::stoi(measured[k].at("atomic_requests"));
        if (atomic) CHECK(launches[k].at("counters").at("atomics").get<int>() == requests);
    }
}

TEST_CASE("every rung of the transpose costs what it costs on an H200") {
    const std::vector<Line> measured = read_csv("common/simt/hardware/results/transpose.csv");
    REQUIRE(measured.size() == 12);
    for (const Line& line : measured) {
        const std::string name = line.at("size") + " " + line.at("rung");
        CAPTURE(name);
        const nlohmann::json launches = launches_of("build/02-transpose --size " + line.at("size") +
                                                    " --rung " + line.at("rung") + " --reps 1");
        REQUIRE_FALSE(launches.empty());
        CHECK(differences(line, launches.back()) == "");
    }
}
