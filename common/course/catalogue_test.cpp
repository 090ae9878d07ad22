// Exercises found on disk.
#include "common/course/catalogue.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "common/testing/temporary_folder.hpp"
#include "common/testing/words.hpp"

namespace {

// A repository with one exercise.
struct Repository {
    testing::TemporaryFolder top;

    Repository() {
        write("exercises/02-first/1-one/README.md", "# 02.1: The first\n\nText.\n");
        write("exercises/02-first/1-one/check.cpp", "");
        write("exercises/02-first/1-one/hints.md",
              "## Hint 1\n\nOne\n\nparagraph more.\n\n## Hint 2\n\nTwo.\n");
        write("solutions/02-first/1-one/sum.cu", "");
        write("solutions/02-first/1-one/wrong/b.diff", "");
        write("solutions/02-first/1-one/wrong/a.diff", "");
    }
    void write(const std::string& name, const std::string& text) const {
        const std::string path = top / name;
        std::filesystem::create_directories(std::filesystem::path(path).parent_path());
        std::ofstream(path) << text;
    }
};

}  // namespace

TEST_CASE("an exercise is found with its number, title, answer, hints in order and wrong answers") {
    const Repository repository;
    const std::vector<course::Exercise> all = course::find_exercises(repository.top.path());
    REQUIRE(all.size() == 1);
    CHECK(all[0].id == "02.1");
    CHECK(all[0].title == "The first");
    CHECK(all[0].answer == repository.top / "exercises/02-first/1-one/sum.cu");
    CHECK(all[0].hints == std::vector<std::string>{"One\n\nparagraph more.\n", "Two.\n"});
    REQUIRE(all[0].wrong.size() == 2);
    CHECK(all[0].wrong[0].ends_with("wrong/a.diff"));
}

TEST_CASE("a students' copy has stubs in place of solutions") {
    const Repository repository;
    std::filesystem::rename(repository.top / "solutions", repository.top / "stubs");
    const std::vector<course::Exercise> all = course::find_exercises(repository.top.path());
    REQUIRE(all.size() == 1);
    CHECK(all[0].answer == repository.top / "exercises/02-first/1-one/sum.cu");
    CHECK(all[0].stub == repository.top / "stubs/02-first/1-one/sum.cu");
    CHECK(all[0].solution == "");
}

TEST_CASE("a number that no exercise has leads to one that there is") {
    const Repository repository;
    const std::vector<course::Exercise> all = course::find_exercises(repository.top.path());
    CHECK(not_found(all, "2.1") == "There is no exercise 2.1. Did you mean 02.1?\n");
    CHECK(not_found(all, "02.7") == "There is no exercise 02.7. This chapter has:\n  02.1  The first\n");
    for (const std::string none : {"", "x", "7"})
        CHECK(testing::missing(not_found(all, none), {"02.1", "make list"}) == "");
}

TEST_CASE("exercise 10 comes after exercise 2") {
    const Repository repository;
    for (const std::string name : {"10-ten", "2-two"}) {
        repository.write("exercises/02-first/" + name + "/README.md", "# 02.x: Title\n");
        repository.write("exercises/02-first/" + name + "/check.cpp", "");
        repository.write("solutions/02-first/" + name + "/sum.cu", "");
    }
    std::string ids;
    for (const course::Exercise& exercise : course::find_exercises(repository.top.path()))
        ids += exercise.id + " ";
    CHECK(ids == "02.1 02.2 02.10 ");
}

TEST_CASE("an exercise without a reference solution is refused") {
    const Repository repository;
    std::filesystem::remove(repository.top / "solutions/02-first/1-one/sum.cu");
    CHECK_THROWS_AS(course::find_exercises(repository.top.path()), std::runtime_error);
}
