// What the tests of this folder share: the tables that a GPU measured, and the same programs' launches on the emulator.
#pragma once

#include <doctest/doctest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "emulator/test/support/shell.hpp"

namespace simt::testing {

using Line = std::map<std::string, std::string>;

// The fields of a line, without the quotes around those that have commas.
inline std::vector<std::string> fields_of(const std::string& line) {
    std::vector<std::string> fields(1);
    bool quoted = false;
    for (const char c : line) {
        if (c == '"')
            quoted = !quoted;
        else if (c == ',' && !quoted)
            fields.emplace_back();
        else
            fields.back() += c;
    }
    return fields;
}

// A table of results/: column names to values, a line each. Empty where the file is not there.
inline std::vector<Line> read_csv(const std::string& path) {
    std::ifstream in(path);
    std::vector<std::string> names;
    std::vector<Line> lines;
    for (std::string text; std::getline(in, text);) {
        if (text.empty() || text[0] == '#') continue;
        const std::vector<std::string> fields = fields_of(text);
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

struct Emulated {
    nlohmann::json launches;
    std::string out;  // what the program printed
};

inline Emulated emulate(const std::string& command) {
    const TemporaryFile json(".json");
    const Ended ran = shell("build/simt --quiet --json " + json.path() + " " + command);
    CAPTURE(ran.err);
    REQUIRE(ran.exit_code == 0);
    return {nlohmann::json::parse(json.text()).at("launches"), ran.out};
}

// The emulator's count of what the GPU counted under this name: it counts accesses to shared memory as ptxas joined them.
inline long long emulated_count(const nlohmann::json& launch, const std::string& key) {
    const std::string shared = "shared";
    const std::string name = key.starts_with(shared) ? "joined" + key.substr(shared.size()) : key;
    return launch.at("counters").at(name).get<long long>();
}

// "global_load_sectors: 4 on the GPU, 5 here; …" or nothing.
inline std::string differences(const Line& measured, const nlohmann::json& launch,
                               const std::vector<std::string>& keys) {
    std::string text;
    for (const std::string& key : keys) {
        const long long here = emulated_count(launch, key);
        if (std::stoll(measured.at(key)) != here)
            text += key + ": " + measured.at(key) + " on the GPU, " + std::to_string(here) + " here; ";
    }
    return text;
}

// The same for atomics. Machine code makes a reduction of an atomic whose result nobody reads, and ncu counts the two apart; the
// emulator, which sees PTX, adds them up. `above`: how much higher the GPU's sectors may be, as a share of the emulator's.
inline std::string atomic_differences(const Line& measured, const nlohmann::json& launch, double above = 0) {
    std::string text;
    for (const std::string what : {"requests", "sectors"}) {
        const std::string key = "global_atomic_" + what;
        const long long there =
            std::stoll(measured.at("reduction_" + what)) + std::stoll(measured.at("atomic_" + what));
        const long long here = launch.at("counters").at(key).get<long long>();
        const double most = static_cast<double>(here) * (what == "sectors" ? 1 + above : 1);
        if (there < here || static_cast<double>(there) > most)
            text += key + ": " + std::to_string(there) + " on the GPU, " + std::to_string(here) + " here; ";
    }
    return text;
}

// Where many warps update the same memory, an H200 counts more sectors than one warp alone would make, and not the same number
// in each run: 861 and 875 in two runs of one histogram, 856 here; 5767 of 05's enough_blocks, 5329 here.
constexpr double kContention = 0.09;

// The counters that both have under one name.
inline const std::vector<std::string> kGlobalKeys = {"global_load_requests", "global_load_sectors",
                                                     "global_store_requests", "global_store_sectors"};
inline const std::vector<std::string> kSharedKeys = {"shared_load_wavefronts", "shared_store_wavefronts"};

}  // namespace simt::testing
