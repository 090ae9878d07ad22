// A wrong answer's first line compared with the output of a check, and the page that shows such output.
#include "common/course/verify.hpp"

#include <doctest/doctest.h>

#include <stdexcept>
#include <string>

using course::objection_to;
using course::page_with;

namespace {

const std::string kText =
    "Exercise 02.1: A side\n"
    "passed   it is right\n"
    "FAILED   it is coalesced\n"
    "         128 sectors\n"
    "             code\n"
    "FAILED   the program ended\n"
    "         exit code 0\n"
    "Not solved yet\n";

}  // namespace

TEST_CASE("a promise is kept by words below the test that it names") {
    CHECK(objection_to("fails: it is coalesced | 128 sectors", kText) == "");
    CHECK(objection_to("fails: it is coalesced | code", kText) == "");
    CHECK(objection_to("fails: it is coalesced | sectors code", kText) == "");
    CHECK(objection_to("fails: the program ended | exit code 0", kText) == "");
}

TEST_CASE("a test that passed, or words elsewhere, do not keep it") {
    CHECK(objection_to("fails: it is right | right", kText) == "The test \"it is right\" should fail.");
    CHECK(objection_to("fails: it is coalesced | exit code", kText) != "");
    CHECK(objection_to("fails: it is coalesced | Not solved", kText) != "");
}

TEST_CASE("a first line that promises nothing is refused") {
    CHECK(objection_to("A wrong answer.", kText) != "");
    CHECK(objection_to("fails: it is coalesced", kText) != "");
}

TEST_CASE("a page shows the text in its place, and stays as it is when it shows it already") {
    const std::string page =
        "# Title\n<!-- table:unsolved begin -->\nold\n<!-- table:unsolved end -->\nend\n";
    const std::string written = page_with(page, kText);
    CHECK(written.find("```text\n" + kText + "```\n") != std::string::npos);
    CHECK(written.find("old") == std::string::npos);
    CHECK(page_with(written, kText) == written);
}

TEST_CASE("a page without the place is refused") {
    for (const char* const fact :
         {"<!-- table:unsolved begin -->", "<!-- table:unsolved end -->", "make verify PAGES=write"})
        CHECK_THROWS_WITH_AS(page_with("# Title\n", kText), doctest::Contains(fact), std::runtime_error);
}
