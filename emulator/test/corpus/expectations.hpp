// What the sources of the corpus expect of the checker: their "// case:" and "// finds:" comments, which cases.cuh describes.
#pragma once

#include <doctest/doctest.h>

#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace simt::corpus {

// What a finding may be: kind and space as the comments write them, line 0 where the host's call is what is wrong.
struct Mark {
    std::string kind, space, file;
    int line = 0;

    bool operator<(const Mark& other) const {
        return std::tie(kind, space, file, line) < std::tie(other.kind, other.space, other.file, other.line);
    }
};

struct Expectation {
    std::string name;  // a family's ends in "*"
    std::string kind, space, width, scope;
    std::set<Mark> marks;
    std::vector<std::string> code;  // the lines of the case, without its comments
};

// Every case of a source file.
inline std::vector<Expectation> expectations_of(const std::string& file) {
    static const std::regex head(R"(^// case: (\S+) \| ([^|]+) \| (\S+) \| (\S+) \| (\S+)$)");
    static const std::regex mark(R"(// finds: ([^,]+), (\S+)$)");
    std::ifstream in("emulator/test/corpus/programs/" + file);
    REQUIRE(in.is_open());
    std::vector<Expectation> cases;
    int number = 0;
    for (std::string line; std::getline(in, line);) {
        ++number;
        std::smatch match;
        if (std::regex_search(line, match, head)) {
            cases.push_back({match[1], match[2], match[3], match[4], match[5], {}, {}});
            continue;
        }
        if (cases.empty()) continue;
        if (std::regex_search(line, match, mark)) {
            const bool host = match[2] == "host";
            cases.back().marks.insert({match[1], match[2], host ? "" : file, host ? 0 : number});
        }
        if (line.rfind("//", 0) != 0) cases.back().code.push_back(line.substr(0, line.find("  // ")));
    }
    return cases;
}

// The case that a name belongs to, its * filled in; a name without one stops the test.
inline Expectation expectation_for(const std::vector<Expectation>& cases, const std::string& name) {
    for (const Expectation& one : cases) {
        if (one.name == name) return one;
        if (one.name.back() != '*') continue;
        const std::string stem = one.name.substr(0, one.name.size() - 1);
        if (name.rfind(stem, 0) != 0 || name.find('_', stem.size()) != std::string::npos) continue;
        Expectation filled = one;
        filled.name = name;
        filled.width = name.substr(stem.size());
        return filled;
    }
    FAIL("no comment \"// case: " << name << " | …\" in the sources of the corpus");
    return {};
}

}  // namespace simt::corpus
