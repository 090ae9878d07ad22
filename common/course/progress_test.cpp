// The file with the learner's progress, and the costs in it.
#include "common/course/progress.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <stdexcept>

#include "common/testing/process.hpp"
#include "common/testing/temporary_folder.hpp"
#include "common/testing/words.hpp"

using course::compared;
using course::Progress;

TEST_CASE("what is solved is there again, with its costs") {
    const testing::TemporaryFolder folder;
    const std::string path = folder / "progress.txt";
    CHECK(Progress(path).count() == 0);
    Progress progress(path);
    progress.add("02.3", {{"sectors", 3072, 1536}, {"barriers", 0, 4}});
    progress.add("01.1", {});
    const Progress again(path);
    CHECK(again.solved("01.1"));
    CHECK(again.costs("01.1").empty());
    CHECK_FALSE(again.solved("02.1"));
    REQUIRE(again.costs("02.3").size() == 2);
    CHECK(again.costs("02.3")[0].own == 3072);
    CHECK(again.costs("02.3")[0].reference == 1536);
    CHECK(testing::read_text(path).ends_with("\n01.1\n02.3 sectors=3072/1536 barriers=0/4\n"));
}

TEST_CASE("a line that is not understood is named, and the file stays as it is") {
    const testing::TemporaryFolder folder;
    const std::string path = folder / "progress.txt";
    for (const std::string wrong :
         {"sectors", "sectors=", "sectors=3", "sectors=3/x", "=3/4", "sectors=3/4/5"}) {
        std::ofstream(path) << "# mine\n01.1\n02.1 " << wrong << "\n";
        CHECK_THROWS_WITH_AS(Progress{path}, doctest::Contains((path + ":3: '" + wrong).c_str()),
                             std::runtime_error);
    }
}

TEST_CASE("a line that git left of a merge is no exercise") {
    const testing::TemporaryFolder folder;
    const std::string path = folder / "progress.txt";
    for (const std::string wrong : {"=======", "02", "x.1"}) {
        std::ofstream(path) << "01.1\n" << wrong << "\n";
        CHECK_THROWS_WITH_AS(Progress{path},
                             doctest::Contains((path + ":2: '" + wrong + "' is not an").c_str()),
                             std::runtime_error);
    }
}

TEST_CASE("a file that cannot be written is an error") {
    const testing::TemporaryFolder folder;
    Progress progress(folder / "nowhere/progress.txt");
    CHECK_THROWS_WITH_AS(progress.add("01.1", {}), doctest::Contains("not recorded"), std::runtime_error);
}

TEST_CASE("loads and stores are added up, and counts that are 0 in both are left out") {
    const std::vector<course::Cost> costs =
        compared({{"global_load_sectors", 10}, {"global_store_sectors", 5}, {"warp_instructions", 1234567}},
                 {{"global_load_sectors", 10}, {"warp_instructions", 1000000}, {"barriers", 3}});
    REQUIRE(costs.size() == 3);
    CHECK(costs[0].name == "sectors");
    CHECK(costs[0].own == 15);
    CHECK(costs[0].reference == 10);
    CHECK(testing::missing(text_of(costs),
                           {"yours", "reference", "sectors", " 15 ", " 10 ", "1.50", "instructions",
                            "1,234,567", "1,000,000", "1.23", "barriers", " 0 ", " 3 ", "0.00"}) == "");
    CHECK(course::differences(costs) == "1.50 sectors, 1.23 instructions, 0.00 barriers");
    CHECK(course::differences({{"sectors", 4, 4}}) == "the same counts");
    CHECK(course::differences({{"barriers", 4, 0}}) == "4 barriers");
    CHECK(course::differences({}).empty());
    CHECK(text_of(std::vector<course::Cost>{}).empty());
}
