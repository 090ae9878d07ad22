// Every fault of the corpus is found, as what it is and where it is, and nothing else is; its look-alike, which differs in
// one line, is silent.
#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "common/simt/corpus/expectations.hpp"
#include "common/simt/runtime/shell_for_tests.hpp"

using namespace simt::corpus;
using namespace simt::testing;

namespace {

struct Program {
    const char* name;
    std::vector<const char*> sources;
};
const Program kPrograms[] = {
    {"blind", {"blind_memory.cuh", "blind_order.cuh"}},
    {"corpus_memory", {"bounds.cuh", "alignment.cuh", "lifetime.cuh", "initialisation.cuh", "constant.cuh"}},
    {"corpus_classics", {"classics_memory.cuh", "classics_order.cuh"}},
    {"corpus_order", {"races_shared.cuh", "races_global.cuh", "barriers.cuh", "collectives.cuh"}},
};

std::string path_of(const Program& program) { return std::string("build/test/programs/") + program.name; }

std::vector<std::string> names_of(const Program& program) {
    std::istringstream out(run(path_of(program) + " list").out);
    std::vector<std::string> names;
    for (std::string name; std::getline(out, name);) names.push_back(name);
    REQUIRE_FALSE(names.empty());
    return names;
}

std::vector<Expectation> expectations_of(const Program& program) {
    std::vector<Expectation> all;
    for (const char* source : program.sources)
        for (const Expectation& one : simt::corpus::expectations_of(source)) all.push_back(one);
    return all;
}

// The checker's word for a fault as the comments of the corpus have it.
std::string kind_of(const std::string& fault) {
    static const std::pair<const char*, const char*> kKinds[] = {
        {"out_of_bounds", "out of bounds"},
        {"misaligned", "misaligned"},
        {"use_after_free", "use after free"},
        {"uninitialised", "uninitialised"},
        {"race", "race"},
        {"constant", "write to constant"},
        {"barrier", "barrier"},
        {"shuffle", "shuffle"},
        {"mask", "shuffle"},
        {"leak", "leak"},
    };
    for (const auto& [part, kind] : kKinds)
        if (fault.find(part) != std::string::npos) return kind;
    return fault;
}

Mark mark_of(const nlohmann::json& finding, const nlohmann::json& access) {
    const std::string kind = kind_of(finding.at("fault"));
    const std::string path = access.at("file");
    const bool everywhere = kind == "barrier" || kind == "shuffle";
    return {kind, everywhere ? "-" : finding.value("space", "-"), path.substr(path.rfind('/') + 1),
            access.at("line").get<int>()};
}

std::string text_of(const Mark& mark) {
    return mark.kind + ", " + mark.space +
           (mark.line > 0 ? ", " + mark.file + ":" + std::to_string(mark.line) : "");
}

// What the launcher said of calls of the host, which belong to no launch.
std::set<Mark> host_marks(const std::string& text) {
    std::set<Mark> marks;
    for (const char* misuse :
         {"has been freed before", "inside an allocation", "not an address that an allocation"})
        if (text.find(misuse) != std::string::npos) marks.insert({"bad free", "host", "", 0});
    if (text.find("leak") != std::string::npos) marks.insert({"leak", "host", "", 0});
    return marks;
}

// The lines that a deadlock's message names. A deadlock is what comes of a misused barrier or shuffle.
std::set<Mark> deadlock_marks(const nlohmann::json& launch, const std::string& kind) {
    static const std::regex place(R"(line (\d+) of \S*/([\w.]+))");
    const std::string message = launch.value("message", "");
    std::set<Mark> marks;
    if (message.find("deadlock") == std::string::npos) return marks;
    for (std::sregex_iterator at(message.begin(), message.end(), place), end; at != end; ++at)
        marks.insert({kind, "-", (*at)[2], std::stoi((*at)[1])});
    return marks;
}

// What is wrong with what the checker said of a faulty case: nothing if every finding is one that the source marks.
std::string mistakes(const Program& program, const Expectation& expected) {
    const TemporaryFile json(".json");
    const Ran ran =
        run("build/simt --json " + json.path() + " " + path_of(program) + " " + expected.name + "/wrong");
    std::set<Mark> found = host_marks(ran.err);
    const auto document = nlohmann::json::parse(json.text());
    for (const auto& launch : document.at("launches")) {
        found.merge(deadlock_marks(launch, expected.kind));
        for (const auto& finding : launch.at("findings")) {
            found.insert(mark_of(finding, finding.at("access")));
            if (finding.contains("other")) found.insert(mark_of(finding, finding.at("other")));
        }
    }
    std::string text;
    for (const Mark& mark : found)
        if (expected.marks.count(mark) == 0) text += "found " + text_of(mark) + "; ";
    if (found.empty()) text = "found nothing";
    return text;
}

// "program/case" of the faults that the checker is known to miss, "program/case/right" of known false alarms.
std::set<std::string> known_holes() {
    std::set<std::string> holes;
    std::istringstream lines(simt::testing::text_of("common/simt/corpus/KNOWN_HOLES"));
    for (std::string line; std::getline(lines, line);) holes.insert(line.substr(0, line.find(':')));
    return holes;
}

}  // namespace

TEST_CASE("every fault of the corpus is reported as what it is, on its line, and nothing else is") {
    const std::set<std::string> holes = known_holes();
    for (const Program& program : kPrograms) {
        const std::vector<Expectation> expectations = expectations_of(program);
        for (const std::string& name : names_of(program)) {
            const std::string wrong = mistakes(program, expectation_for(expectations, name));
            const std::string full_name = std::string(program.name) + "/" + name;
            if (holes.count(full_name) == 0)
                CHECK_MESSAGE(wrong == "", full_name << ": " << wrong);
            else if (wrong.empty())
                MESSAGE(full_name << " is found now: take it out of KNOWN_HOLES");
        }
    }
}

TEST_CASE("no look-alike is reported, and each runs to its end") {
    const std::set<std::string> holes = known_holes();
    for (const Program& program : kPrograms) {
        std::string command = "build/simt --error-exitcode 99 " + path_of(program);
        for (const std::string& name : names_of(program))
            if (holes.count(std::string(program.name) + "/" + name + "/right") == 0)
                command += " " + name + "/right";
        const Ran ran = run(command);
        CAPTURE(command);
        CHECK(ran.exit_code == 0);
        CHECK(ran.out == "");
        CHECK(host_marks(ran.err).empty());
    }
}

TEST_CASE("a fault and its look-alike differ in one line") {
    for (const Program& program : kPrograms)
        for (const Expectation& expected : expectations_of(program)) {
            CAPTURE(expected.name);
            // "wrong" is the only difference between the two: it is used once.
            const auto uses = std::count_if(expected.code.begin(), expected.code.end(), [](std::string line) {
                line = std::regex_replace(line, std::regex("template <bool wrong.*|\\w+<wrong(, T)?>"), "");
                return std::regex_search(line, std::regex("\\bwrong\\b"));
            });
            CHECK(uses == 1);
            CHECK_FALSE(expected.marks.empty());
        }
}
