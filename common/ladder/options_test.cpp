// The arguments of a chapter's program.
#include "common/ladder/options.hpp"

#include <doctest/doctest.h>

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

std::string options_complaint(const std::vector<std::string>& arguments) {
    try {
        parse(arguments);
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "accepted";
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

TEST_CASE("what makes no sense is refused with a sentence that helps") {
    CHECK(options_complaint({"--bogus"}) == "unknown option '--bogus'; --help lists them");
    CHECK(options_complaint({"2048"}) == "unknown option '2048'; --help lists them");
    CHECK(options_complaint({"--rung", "fast"}) == "there is no rung 'fast'; there are: naive, coalesced");
    CHECK(options_complaint({"--size"}) == "--size needs a value after it");
    CHECK(options_complaint({"--size="}) == "--size needs a value after it");
    CHECK(options_complaint({"--reps", "0"}) == "--reps needs a whole number from 1 to 999999999, not '0'");
    CHECK(options_complaint({"--reps", "many"}) ==
          "--reps needs a whole number from 1 to 999999999, not 'many'");
    CHECK(options_complaint({"--reps", "-1"}) == "--reps needs a whole number from 1 to 999999999, not '-1'");
    CHECK(options_complaint({"--check"}) == "--check compares the tables of a page: it needs --tables FILE");
    CHECK(
        options_complaint({"--bench", "--size", "8"}) ==
        "--bench has its own sizes and loops and writes CSV: leave out --size, --loops, --json and --tables");
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
                      "there is no ladder 'red'; there are: add, grey");
    CHECK_THROWS_WITH(ladder::parse_options({"--rung", "deep"}, two),
                      "there is no rung 'deep'; there are: first, wide, flat");
    CHECK(options_complaint({"--ladder", "add"}) == "unknown option '--ladder'; --help lists them");
    CHECK(ladder::usage("program", two, "  --picture FILE\n")
              .find("--ladder NAME    only this ladder: add, grey") != std::string::npos);
}
