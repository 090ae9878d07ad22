// Points by a rubric.
#include "common/grade/rubric.hpp"

#include <doctest/doctest.h>

using grade::parse_rubric;
using grade::points_of;
using grade::Result;
using grade::Rubric;

namespace {

Result result_of(const std::vector<std::string>& statuses) {
    Result result;
    result.passed = true;
    for (std::size_t i = 0; i < statuses.size(); ++i) {
        result.tests.push_back({"test " + std::to_string(i), statuses[i], {}, i > 0});
        result.passed = result.passed && statuses[i] == "passed";
    }
    return result;
}

}  // namespace

TEST_CASE("an exercise without a line has the default's points") {
    const Rubric rubric = parse_rubric("# a comment\n\n02.1 5   # less\ndefault 20 25%\n02.2 8 50%\n");
    CHECK(rubric.of("02.1").points == 5);
    CHECK(rubric.of("02.2").points == 8);
    CHECK(rubric.of("02.2").counts == 0.5);
    CHECK(rubric.of("03.1").points == 20);
    CHECK(rubric.of("03.1").counts == 0.25);
    CHECK(parse_rubric("").of("02.1").points == 10);
}

TEST_CASE("a line that is no rule is named") {
    for (const char* const line : {"02.1", "2.1 5", "02.1.cu 5", "02.1 many", "02.1 -1", "02.1 10 40",
                                   "02.1 10 140%", "02.1 10 40% more"})
        CHECK_THROWS_WITH(parse_rubric("default 10\n" + std::string(line) + "\n"),
                          ("Line 2 of the rubric is not EXERCISE POINTS [COUNTS%], as in \"02.1 10 40%\": " +
                           std::string(line))
                              .c_str());
}

TEST_CASE("a solved exercise has all points, and one that passes no more than the stub has none") {
    const Result stub = result_of({"passed", "failed"}), solution = result_of({"passed", "passed"});
    CHECK(points_of(solution, stub, solution, {}) == 10);
    CHECK(points_of(result_of({"passed", "failed"}), stub, solution, {}) == 0);
    CHECK(points_of(result_of({"failed", "failed"}), stub, solution, {}) == 0);
}

TEST_CASE("the tests of counts have the rubric's share of the points") {
    const Result stub = result_of({"failed", "failed"}), solution = result_of({"passed", "passed"});
    CHECK(points_of(result_of({"failed", "passed"}), stub, solution, {20, 0.25}) == doctest::Approx(5));
    CHECK(points_of(result_of({"passed", "failed"}), stub, solution, {20, 0.25}) == doctest::Approx(15));
}
