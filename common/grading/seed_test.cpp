// Draws, and data that depend on the seed. The tests of other seeds run this program again.
#include "common/grading/seed.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <set>
#include <vector>

#include "common/testing/process.hpp"
#include "common/testing/temporary_folder.hpp"

namespace {

// What a run of this program with that seed prints in the test called "printed"; the ending's exit code behind it.
std::string with_seed(const std::string& seed) {
    const testing::TemporaryFolder folder;
    const testing::Ending ending = testing::run_process(
        {"env", "EXERCISE_SEED=" + seed, "build/test/common-grading", "-tc=draws are printed"},
        folder / "log", 60);
    return testing::read_text(folder / "log") + "exit code " + std::to_string(ending.exit_code);
}

}  // namespace

TEST_CASE("draws are printed") {
    grading::Draw draw("sizes");
    std::printf("drawn %zu %zu data %llu note%s\n", draw.number(0, 1000000), draw.size(1000000),
                static_cast<unsigned long long>(grading::data_seed(5)), grading::seed_note().c_str());
}

TEST_CASE("without a seed the data are those of every run, and texts say nothing of it") {
    CHECK(grading::seed() == 0);
    CHECK(grading::data_seed(5) == 5);
    CHECK(grading::seed_note().empty());
}

TEST_CASE("a seed gives the same draws and data each time, and another seed others") {
    const std::string one = with_seed("17");
    CHECK(one.find("note (seed 17)") != std::string::npos);
    CHECK(one == with_seed("17"));
    const std::string other = with_seed("18446744073709551615");
    CHECK(other.find("(seed 18446744073709551615)") != std::string::npos);
    CHECK(other.substr(0, other.find(" data")) != one.substr(0, one.find(" data")));
    CHECK(other.find(" data 5 ") == std::string::npos);
}

TEST_CASE("a seed that is no number is refused before the first test") {
    for (const char* const seed : {"", "seventeen", "-1", "18446744073709551616"}) {
        CAPTURE(seed);
        const std::string text = with_seed(seed);
        CHECK(text.find("Nothing was graded: EXERCISE_SEED is '" + std::string(seed) + "'") !=
              std::string::npos);
        CHECK(text.find("exit code 3") != std::string::npos);
    }
}

TEST_CASE("what a test draws does not depend on other draws") {
    grading::Draw first("one"), again("one"), other("two");
    static_cast<void>(other.number(0, 1000000));
    CHECK(first.number(0, 1000000) == again.number(0, 1000000));
    CHECK(grading::Draw("one").number(0, 1000000) != grading::Draw("two").number(0, 1000000));
}

TEST_CASE("numbers are within their bounds, and reach both") {
    grading::Draw draw("bounds");
    std::set<std::size_t> numbers, sizes;
    for (int k = 0; k < 1000; ++k) {
        numbers.insert(draw.number(3, 5));
        sizes.insert(draw.size(40));
    }
    CHECK(numbers == std::set<std::size_t>{3, 4, 5});
    CHECK(*sizes.begin() == 1);
    CHECK(*sizes.rbegin() == 40);
    for (int k = 0; k < 100; ++k) CHECK(draw.size(1) == 1);
}

TEST_CASE("most sizes lie beside whole tiles or are prime") {
    grading::Draw draw("awkward");
    int beside = 0;
    for (int k = 0; k < 1000; ++k) {
        const std::size_t size = draw.size(100000, 32);
        beside += size % 32 == 1 || size % 32 == 31;
    }
    CHECK(beside > 450);
}
