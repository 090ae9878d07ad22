// The list of a chapter's rungs, as text and as JSON.
#include "common/ladder/list.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

ladder::Ladder ladder_of_two(const std::string& name, const std::string& folder) {
    ladder::Problem problem;
    problem.name = name;
    problem.folder = folder;
    ladder::Ladder two(problem);
    two.roof("cudaMemcpy", {});
    two.rung({9, "first", "It says \"first\"."}, {});
    two.rung({10, "the_second", "More."}, {});
    return two;
}

}  // namespace

TEST_CASE("the list has a line for each rung: number, name, file and idea; no roof") {
    CHECK(ladder::list_text({ladder_of_two("", "")}) ==
          " 9  first       9_first.cu        It says \"first\".\n"
          "10  the_second  10_the_second.cu  More.\n");
}

TEST_CASE("ladders with the same rungs are listed once, and rungs of a folder by their path") {
    const auto json = nlohmann::json::parse(ladder::list_json(
        {ladder_of_two("float", ""), ladder_of_two("int32", ""), ladder_of_two("grey", "grey/")}));
    REQUIRE(json.size() == 4);
    CHECK(json[0] ==
          nlohmann::json{
              {"number", 9}, {"name", "first"}, {"file", "9_first.cu"}, {"idea", "It says \"first\"."}});
    CHECK(json[1].at("file") == "10_the_second.cu");
    CHECK(json[2].at("file") == "grey/9_first.cu");
    CHECK(json[3].at("name") == "the_second");
}

TEST_CASE("a lesson's table of rungs links to their files") {
    CHECK(ladder::list_markdown(ladder_of_two("grey", "grey/")) ==
          "| rung | idea |\n| :-- | :-- |\n"
          "| [9 first](grey/9_first.cu) | It says \"first\". |\n"
          "| [10 the_second](grey/10_the_second.cu) | More. |\n");
}

TEST_CASE("a row is found by its name, and a name that no row has is refused") {
    const std::vector<ladder::Rung> rows = {{1, "naive", ""}, {2, "coalesced", ""}};
    CHECK(ladder::named("coalesced", rows).number == 2);
    CHECK_THROWS_WITH_AS(ladder::named("fast", rows), "there is no rung 'fast'", std::invalid_argument);
}
