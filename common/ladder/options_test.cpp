// The arguments of a chapter's program.
#include "common/ladder/options.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

ladder::Ladder ladder_of(const std::string& name, const std::vector<std::string>& rungs) {
    ladder::Problem problem;
    problem.name = name;
    ladder::Ladder ladder(problem);
    for (const std::string& rung : rungs) ladder.rung({1, rung.c_str(), ""}, {});
    return ladder;
}

ladder::Options parse(const std::vector<std::string>& arguments) {
    return ladder::parse_options(arguments, {ladder_of("", {"naive", "coalesced"})});
}

// Whether the arguments are refused with a message that has all these facts.
bool refused(const std::vector<std::string>& arguments, const std::vector<std::string>& facts) {
    try {
        parse(arguments);
    } catch (const std::invalid_argument& error) {
        const std::string message = error.what();
        return std::all_of(facts.begin(), facts.end(),
                           [&](const std::string& fact) { return message.find(fact) != std::string::npos; });
    }
    return false;
}

}  // namespace

TEST_CASE("options are read with their value beside them or after an equals sign") {
    const ladder::Options options =
        parse({"--size", "31x33", "--rung=naive", "--rung", "coalesced", "--reps=5", "--json", "out.json",
               "--csv=out.csv", "--seed", "7", "--loops", "--skip-cpu"});
    CHECK(options.size == "31x33");
    CHECK(options.rungs == std::vector<std::string>{"naive", "coalesced"});
    CHECK(options.repeats == 5);
    CHECK(options.json_file == "out.json");
    CHECK(options.csv_file == "out.csv");
    CHECK(options.seed == 7);
    CHECK(options.loops);
    CHECK(options.skip_cpu);
    CHECK_FALSE(options.bench);
}

TEST_CASE("after --list, --json takes no file") {
    CHECK(parse({"--list"}).list);
    CHECK_FALSE(parse({"--list"}).list_as_json);
    CHECK(parse({"--list", "--json"}).list_as_json);
    CHECK(parse({"--json", "--list"}).list_as_json);
    CHECK_FALSE(parse({"--json", "out.json"}).list);
}

TEST_CASE("without arguments everything has its default") {
    const ladder::Options options = parse({});
    CHECK(options.size.empty());
    CHECK(options.rungs.empty());
    CHECK_FALSE(options.repeats.has_value());
}

TEST_CASE("invalid arguments are refused, and the message names them and what is allowed") {
    CHECK(refused({"--bogus"}, {"'--bogus'", "--help"}));
    CHECK(refused({"2048"}, {"'2048'", "--help"}));
    CHECK(refused({"--rung", "fast"}, {"'fast'", "naive, coalesced"}));
    CHECK(refused({"--size"}, {"--size", "value"}));
    CHECK(refused({"--size="}, {"--size", "value"}));
    for (const char* const repeats : {"0", "many", "-1"})
        CHECK(refused({"--reps", repeats}, {"--reps", "1 to 999999999", repeats}));
    CHECK(refused({"--check"}, {"--check", "--tables FILE"}));
    CHECK(refused({"--bench", "--size", "8"}, {"--bench", "--size", "--loops", "--json", "--tables"}));
}

TEST_CASE("--help keeps ladders on request apart, and their sizes to itself") {
    ladder::Problem problem;
    problem.name = "seldom";
    problem.on_request = true;
    problem.size_syntax = "N";
    const std::string help = ladder::usage("x", {ladder_of("often", {}), ladder::Ladder(problem)});
    CHECK(help.find("only this ladder: often\n") != std::string::npos);
    CHECK(help.find("or one of: seldom\n") != std::string::npos);
    CHECK(help.find("the size of seldom") == std::string::npos);
}

TEST_CASE("where there are several ladders one of them can be chosen, and a rung may be in any of them") {
    const std::vector<ladder::Ladder> two = {ladder_of("add", {"first", "wide"}),
                                             ladder_of("grey", {"first", "flat"})};
    const ladder::Options options = ladder::parse_options({"--ladder", "grey", "--rung", "flat"}, two);
    CHECK(options.ladder == "grey");
    CHECK(options.rungs == std::vector<std::string>{"flat"});
    CHECK_THROWS_WITH(ladder::parse_options({"--ladder", "red"}, two),
                      doctest::Contains("'red'; there are: add, grey"));
    CHECK_THROWS_WITH(ladder::parse_options({"--rung", "deep"}, two),
                      doctest::Contains("'deep'; there are: first, wide, flat"));
    CHECK(refused({"--ladder", "add"}, {"'--ladder'", "--help"}));
    CHECK(ladder::usage("program", two, "  --picture FILE\n")
              .find("--ladder NAME    only this ladder: add, grey") != std::string::npos);
}
