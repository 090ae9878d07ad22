// Every fault of the corpus is found, as what it is and where it is, and nothing else is; its look-alike, which differs in
// one line, is silent.
#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "emulator/test/corpus/corpus.hpp"

using namespace simt::corpus;
using namespace simt::testing;

namespace {

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
    if (path.empty()) return {kind, "host", "", 0};  // a copy
    const bool everywhere = kind == "barrier" || kind == "shuffle";
    return {kind, everywhere ? "-" : finding.value("space", "-"), path.substr(path.rfind('/') + 1),
            access.at("line").get<int>()};
}

std::string described(const Mark& mark) {
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

// The lines that a deadlock's message names, but for those where other lanes wait that took another way: nothing is wrong
// there. A deadlock is what comes of a misused barrier or shuffle.
std::set<Mark> deadlock_marks(const nlohmann::json& launch, const std::string& kind) {
    static const std::regex place(R"(line (\d+) of \S*/([\w.]+))");
    static const std::regex others(R"(\d+ threads? waits? at [^;]* for lanes of the same warp)");
    const std::string message = std::regex_replace(launch.value("message", ""), others, "");
    std::set<Mark> marks;
    if (message.find("deadlock") == std::string::npos) return marks;
    for (std::sregex_iterator at(message.begin(), message.end(), place), end; at != end; ++at)
        marks.insert({kind, "-", (*at)[2], std::stoi((*at)[1])});
    return marks;
}

// What is wrong with what the checker said of a faulty case: nothing if every finding is one that the source marks.
std::string mistakes(const Program& program, const Expectation& expected) {
    const TemporaryFile json(".json");
    const std::string options = expected.kind == "leak" ? "--leak-check=full " : "";
    const Ended ran = shell("build/simt " + options + "--json " + json.path() + " " + path_of(program) + " " +
                            expected.name + "/wrong");
    std::set<Mark> found = host_marks(ran.err);
    const auto document = nlohmann::json::parse(json.text());
    for (const auto& launch : document.at("launches")) {
        found.merge(deadlock_marks(launch, expected.kind));
        for (const auto& finding : launch.at("findings")) {
            if (finding.at("fault") == "deadlock") continue;  // its message names all lines
            found.insert(mark_of(finding, finding.at("access")));
            if (finding.contains("other")) found.insert(mark_of(finding, finding.at("other")));
        }
    }
    for (const auto& finding : document.at("findings")) {  // of copies
        found.insert(mark_of(finding, finding.at("access")));
        if (finding.contains("other")) found.insert(mark_of(finding, finding.at("other")));
    }
    std::string text;
    for (const Mark& mark : found)
        if (expected.marks.count(mark) == 0) text += "found " + described(mark) + "; ";
    if (found.empty()) text = "found nothing";
    return text;
}

}  // namespace

TEST_CASE("every fault of the corpus is reported as what it is, on its line, and nothing else is") {
    const std::set<std::string> holes = known_holes();
    for (const Program& program : kPrograms)
        for (const Expectation& expected : cases_of(program)) {
            const std::string wrong = mistakes(program, expected);
            const std::string name = program.name + ("/" + expected.name);
            if (holes.count(name) == 0)
                CHECK_MESSAGE(wrong == "", name << ": " << wrong);
            else if (wrong.empty())
                MESSAGE(name << " is found now: take it out of KNOWN_HOLES");
        }
}

TEST_CASE("no look-alike is reported, and each runs to its end") {
    const std::set<std::string> holes = known_holes();
    for (const Program& program : kPrograms) {
        std::string command = "build/simt --error-exitcode 99 " + path_of(program);
        for (const Expectation& expected : cases_of(program))
            if (holes.count(program.name + ("/" + expected.name) + "/right") == 0)
                command += " " + expected.name + "/right";
        const Ended ran = shell(command);
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
