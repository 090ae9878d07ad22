// The corpus of faults for the tests of this folder: its programs, their cases, and what the checker is known to miss.
#pragma once

#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "emulator/test/corpus/expectations.hpp"
#include "emulator/test/support/shell.hpp"

namespace simt::corpus {

struct Program {
    const char* name;
    std::vector<const char*> sources;
};
inline const Program kPrograms[] = {
    {"blind", {"blind_memory.cuh", "blind_order.cuh"}},
    {"corpus_memory",
     {"bounds.cuh", "alignment.cuh", "lifetime.cuh", "initialisation.cuh", "locals.cuh", "padding.cuh",
      "constant.cuh"}},
    {"corpus_order",
     {"races_shared.cuh", "races_global.cuh", "barriers.cuh", "collectives.cuh", "streams.cuh"}},
    {"corpus_classics", {"classics_memory.cuh", "classics_order.cuh", "shared_flags.cuh"}},
};

inline std::string path_of(const Program& program) {
    return std::string("build/test/programs/") + program.name;
}

inline std::vector<Expectation> expectations_of(const Program& program) {
    std::vector<Expectation> all;
    for (const char* source : program.sources)
        for (const Expectation& one : expectations_of(std::string(source))) all.push_back(one);
    return all;
}

// What every case that a program runs is to find, in the program's order.
inline std::vector<Expectation> cases_of(const Program& program) {
    const std::vector<Expectation> written = expectations_of(program);
    std::istringstream out(simt::testing::shell(path_of(program) + " list").out);
    std::vector<Expectation> cases;
    for (std::string name; std::getline(out, name);) cases.push_back(expectation_for(written, name));
    REQUIRE_FALSE(cases.empty());
    return cases;
}

// "program/case" of the faults that the checker is known to miss, "program/case/right" of known false alarms.
inline std::set<std::string> known_holes() {
    std::set<std::string> holes;
    std::istringstream lines(simt::testing::text_of("emulator/test/corpus/KNOWN_HOLES"));
    for (std::string line; std::getline(lines, line);) holes.insert(line.substr(0, line.find(':')));
    return holes;
}

}  // namespace simt::corpus
