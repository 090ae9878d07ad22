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

// "global_load_sectors: 4 on the GPU, 5 here; …" or nothing.
inline std::string differences(const Line& measured, const nlohmann::json& launch,
                               const std::vector<std::string>& keys) {
    std::string text;
    for (const std::string& key : keys) {
        const long long here = launch.at("counters").at(key).get<long long>();
        if (std::stoll(measured.at(key)) != here)
            text += key + ": " + measured.at(key) + " on the GPU, " + std::to_string(here) + " here; ";
    }
    return text;
}

// The counters that both have. ncu's other columns are reductions and atomics, which the emulator's keys do not split.
inline const std::vector<std::string> kGlobalKeys = {"global_load_requests", "global_load_sectors",
                                                     "global_store_requests", "global_store_sectors"};
inline const std::vector<std::string> kSharedKeys = {"shared_load_wavefronts", "shared_store_wavefronts"};

}  // namespace simt::testing
