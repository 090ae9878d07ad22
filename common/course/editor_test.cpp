// The tasks in .vscode: their problem matchers find the places in what the compilers, the checks and the emulator print, and
// their commands exist.
#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <vector>

#include "common/testing/process.hpp"

namespace {

using nlohmann::json;

json tasks() { return json::parse(testing::read_text(".vscode/tasks.json")).at("tasks"); }

// "file:line: message" as the first matcher of the task that fits finds them; empty if none fits.
std::string problem_in(const json& task, const std::string& line) {
    for (const json& matcher : task.at("problemMatcher")) {
        const json& pattern = matcher.at("pattern");
        std::smatch found;
        if (!std::regex_search(line, found, std::regex(pattern.at("regexp").get<std::string>()))) continue;
        const auto part = [&](const char* name) { return found[pattern.at(name).get<std::size_t>()].str(); };
        return part("file") + ":" + part("line") + ": " + part("message");
    }
    return "";
}

}  // namespace

TEST_CASE("a problem matcher finds the place in a message") {
    int with_matchers = 0;
    for (const json& task : tasks()) {
        if (task.at("problemMatcher").empty()) continue;
        ++with_matchers;
        CAPTURE(task.at("label").get<std::string>());
        CHECK(problem_in(task, "a/b.cu(12): error: identifier \"x\" is undefined") ==
              "a/b.cu:12: identifier \"x\" is undefined");
        CHECK(problem_in(task, "/my course/b.cu(3): warning #177-D: variable \"y\" was declared") ==
              "/my course/b.cu:3: variable \"y\" was declared");
        CHECK(problem_in(task, "a/b.cu:7:5: error: 'strlen' was not declared") ==
              "a/b.cu:7: 'strlen' was not declared");
        CHECK(problem_in(task, "a/b.cu:7:5: fatal error: c.hpp: No such file or directory") ==
              "a/b.cu:7: c.hpp: No such file or directory");
        CHECK(problem_in(task, "         a/b.cu:10 makes 4096 sectors:") == "a/b.cu:10: makes 4096 sectors:");
        CHECK(problem_in(task, "                       a/b.cu:10   if (i < n) x[i] = 1;") ==
              "a/b.cu:10: if (i < n) x[i] = 1;");
        CHECK(problem_in(task, "    saxpy.cu:5") == "saxpy.cu:5: ");
        for (const char* line :
             {"passed   every element is scaled", "file  a/b.cu", "page  a/README.md",
              "Not solved yet: 1 of 2 tests failed.", "  nvcc a/b.cu",
              "         8192 elements: global loads: 4096 sectors in 256 requests (16 each)"})
            CHECK(problem_in(task, line) == "");
    }
    CHECK(with_matchers == 2);
}

TEST_CASE("the commands of the tasks are in the list of commands") {
    const std::string help = testing::read_text("common/make/help.txt");
    for (const json& task : tasks()) {
        const std::string command = task.at("command");
        CAPTURE(command);
        const std::string goal = command.substr(0, command.find(' ', std::string("make ").size()));
        CHECK(command.starts_with("make "));
        CHECK(help.find("\n" + goal + " ") != std::string::npos);
    }
}
