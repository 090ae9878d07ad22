// Command lines: valid ones are understood, and invalid ones start no work.
#include "common/course/arguments.hpp"

#include <doctest/doctest.h>

#include <stdexcept>
#include <string>
#include <vector>

using course::Arguments;
using course::parse_arguments;

namespace {

std::string refusal(const std::vector<std::string>& words) {
    try {
        parse_arguments(words);
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "not refused";
}

}  // namespace

TEST_CASE("a command, numbers and options are read in any order") {
    const Arguments check = parse_arguments({"check", "--answer", "mine.cu", "02.1"});
    CHECK(check.command == "check");
    CHECK(check.ids == std::vector<std::string>{"02.1"});
    CHECK(check.answer == "mine.cu");
    CHECK(parse_arguments({"check", "02.1", "--answer=mine.cu"}).answer == "mine.cu");
    const Arguments verify = parse_arguments({"verify", "02.1", "--jobs", "3", "02.2", "--write-pages"});
    CHECK(verify.ids == std::vector<std::string>{"02.1", "02.2"});
    CHECK(verify.jobs == 3);
    CHECK(verify.write_pages);
    CHECK(parse_arguments({"verify", "02.1", "--jobs=2"}).jobs == 2);
    CHECK(parse_arguments({"hint", "02.1", "--reset"}).reset);
    CHECK(parse_arguments({"check", "02.1", "--built"}).built);
    CHECK(parse_arguments({"check", "02.1", "--all"}).all);
    CHECK(parse_arguments({"diff", "--force", "02.1"}).force);
    CHECK(parse_arguments({"watch"}).ids.empty());
}

TEST_CASE("what follows -- belongs to the program of try") {
    const Arguments mine = parse_arguments({"try", "mine.cu", "--built", "--", "1000", "--help", "--", "-x"});
    CHECK(mine.program == std::vector<std::string>{"mine.cu", "1000", "--help", "--", "-x"});
    CHECK(mine.built);
    CHECK(!mine.help);
    CHECK(parse_arguments({"try", "mine.cu", "--"}).program == std::vector<std::string>{"mine.cu"});
    CHECK(refusal({"try"}) == "try needs a file: make try FILE=mine.cu, or ./course try mine.cu");
    CHECK(refusal({"try", ""}) == refusal({"try"}));
    CHECK(refusal({"try", "mine.cu", "1000"}) ==
          "try does not know what to do with '1000': write -- in front of the program's arguments");
    CHECK(refusal({"check", "--", "02.1"}).starts_with("check has no option '--'"));
}

TEST_CASE("every command answers --help, wherever it stands, and whatever else is wrong") {
    for (const std::string command :
         {"start", "list", "check", "watch", "show", "hint", "diff", "reset", "try", "verify"}) {
        CAPTURE(command);
        for (const std::string help : {"--help", "-h"}) {
            const Arguments asked = parse_arguments({command, "--nonsense", help});
            CHECK(asked.help);
            CHECK(asked.command == command);
        }
        const std::string text = course::usage(command);
        CHECK(text.starts_with("usage: course " + command));
    }
    CHECK(parse_arguments({"--help"}).help);
    CHECK(course::usage("verify").find("hint") == std::string::npos);
    CHECK(course::usage("").find("hint") != std::string::npos);
}

TEST_CASE("what is not understood is named") {
    CHECK(parse_arguments({}).command == "start");
    CHECK(refusal({"judge"}) ==
          "there is no command 'judge'; there are start, list, check, watch, show, hint, diff, reset, try, "
          "verify");
    CHECK(refusal({"verify", "--fast"}) ==
          "verify has no option '--fast'; it has --write-pages, --built, --jobs");
    CHECK(refusal({"hint", "--answer", "mine.cu"}) == "hint has no option '--answer'; it has --reset");
    CHECK(refusal({"check", "--html"}) ==
          "check has no option '--html'; it has --answer, --all, --built, --seed");
    CHECK(refusal({"list", "-v"}) == "list has no option '-v'; it has none");
    CHECK(refusal({"check", "02.1", "02.2"}) == "check does not know what to do with '02.2'");
    CHECK(refusal({"check", "--answer"}) == "--answer needs a value after it");
    CHECK(refusal({"hint", "--reset=02.1"}) == "--reset takes no value");
}

TEST_CASE("a seed is a whole number of 64 bits") {
    CHECK(parse_arguments({"check", "02.1"}).seed.empty());
    CHECK(parse_arguments({"check", "02.1", "--seed", "18446744073709551615"}).seed ==
          "18446744073709551615");
    for (const std::string text : {"-1", "seventeen", "1x", "18446744073709551616"})
        CHECK(refusal({"check", "02.1", "--seed", text}) ==
              "--seed needs a whole number below 2^64, not '" + text + "'");
}

TEST_CASE("a number of jobs is a whole number from 1 on") {
    for (const std::string text : {"0", "-1", "two", "2x", "99999999999"})
        CHECK(refusal({"verify", "--jobs", text}) ==
              "--jobs needs a whole number from 1 on, not '" + text + "'");
}
