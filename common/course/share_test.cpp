// The share of points that an answer earns, beside its stub and the reference solution.
#include "common/course/share.hpp"

#include <doctest/doctest.h>

using course::share_earned;
using course::TestResult;

namespace {

// "PFs": the first test passes, the second fails, the third is skipped; the last two judge counts.
std::vector<TestResult> tests(const std::string& statuses) {
    std::vector<TestResult> results;
    for (std::size_t k = 0; k < statuses.size(); ++k)
        results.push_back({"test " + std::to_string(k),
                           statuses[k] == 'P'   ? "passed"
                           : statuses[k] == 'F' ? "failed"
                                                : "skipped",
                           {},
                           k + 2 >= statuses.size()});
    return results;
}

}  // namespace

TEST_CASE("the stub earns nothing, and neither does an answer that passes what the stub passes") {
    CHECK(share_earned(tests("PPFF"), tests("PPFF"), tests("PPPP")) == 0);
    CHECK(share_earned(tests("PFFF"), tests("PPFF"), tests("PPPP")) == 0);
    CHECK(share_earned(tests("PPPF"), tests("PPPF"), tests("PPPP")) == 0);
    CHECK(share_earned({}, tests("PPFF"), tests("PPPP")) == 0);
}

TEST_CASE("the solution earns all, whatever the stub passes") {
    for (const char* const stub : {"PPFF", "FFFF", "FPPP"})
        CHECK(share_earned(tests("PPPP"), tests(stub), tests("PPPP")) == 1);
}

TEST_CASE("tests of results and of counts have their shares, once one passes that the stub fails") {
    CHECK(share_earned(tests("PPPF"), tests("PPFF"), tests("PPPP")) == doctest::Approx(0.6 + 0.4 / 2));
    CHECK(share_earned(tests("PFPP"), tests("PFFF"), tests("PPPP"), 0.5) == doctest::Approx(0.25 + 0.5));
    CHECK(share_earned(tests("PPFF"), tests("PFFF"), tests("PPPP")) == doctest::Approx(0.6));
}

TEST_CASE("a record that breaks off lacks tests, and these count as failed") {
    std::vector<TestResult> cut = tests("PPPP");
    cut.pop_back();
    CHECK(share_earned(cut, tests("PFFF"), tests("PPPP")) == doctest::Approx(0.6 + 0.4 / 2));
}

TEST_CASE("on a GPU, where tests of counts are skipped, those of results earn all") {
    CHECK(share_earned(tests("PPss"), tests("PFss"), tests("PPss")) == 1);
    CHECK(share_earned(tests("PPPP"), tests("PPss"), tests("PPss")) == 0);
}
