// See stub_files.hpp.
#include "common/exercises/stub_files.hpp"

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>

#include "common/exercises/stub.hpp"
#include "common/testing/process.hpp"

namespace exercises {
namespace {

// FNV-1a, 64 bits: enough to notice a change.
std::string fingerprint(const std::string& text) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    char digits[17];
    std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(hash));
    return digits;
}

// Lines "02.1 0123456789abcdef".
std::map<std::string, std::string> read_list(const std::string& path) {
    std::map<std::string, std::string> fingerprints;
    std::ifstream file(path);
    for (std::string id, hash; file >> id >> hash;) fingerprints[id] = hash;
    return fingerprints;
}

std::string cut(const Exercise& exercise) {
    try {
        return cut_stub(testing::read_text(exercise.solution));
    } catch (const std::runtime_error& error) {
        throw std::runtime_error(exercise.solution + ", " + error.what());
    }
}

}  // namespace

StubReport check_stubs(const std::vector<Exercise>& exercises, const std::string& list) {
    StubReport report;
    const std::map<std::string, std::string> fingerprints = read_list(list);
    for (const Exercise& exercise : exercises) {
        const std::string stub = cut(exercise);
        const auto last = fingerprints.find(exercise.id);
        if (last == fingerprints.end() || last->second != fingerprint(stub)) {
            report.drifted.push_back(exercise.solution +
                                     " has changed since its stub was cut: build/exercises stubs --write");
        } else if (!std::filesystem::exists(exercise.answer)) {
            report.drifted.push_back(exercise.answer + " is missing: build/exercises stubs --write");
        } else if (testing::read_text(exercise.answer) != stub) {
            report.edited.push_back(exercise.answer);
        }
    }
    return report;
}

StubReport write_stubs(const std::vector<Exercise>& exercises, const std::string& list) {
    StubReport report;
    const std::map<std::string, std::string> before = read_list(list);
    std::ostringstream after;
    for (const Exercise& exercise : exercises) {
        const std::string stub = cut(exercise);
        after << exercise.id << " " << fingerprint(stub) << "\n";
        const auto last = before.find(exercise.id);
        const std::string present = testing::read_text(exercise.answer);
        const bool untouched = present.empty() || present == stub ||
                               (last != before.end() && last->second == fingerprint(present));
        if (untouched)
            std::ofstream(exercise.answer) << stub;
        else
            report.edited.push_back(exercise.answer);
    }
    std::ofstream(list) << after.str();
    return report;
}

}  // namespace exercises
