// Drift between a stub and its solution, told from somebody's work on the stub; and exercises found on a disk.
#include "common/exercises/stub_files.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "common/exercises/catalogue.hpp"
#include "common/testing/process.hpp"

namespace {

void write(const std::string& path, const std::string& text) {
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    std::ofstream(path) << text;
}

// A repository with one exercise, gone when the test is.
class Repository {
  public:
    Repository() : top_("build/test-results/stub_files_test." + std::to_string(getpid())) {
        write(top_ + "/exercises/02-first/1-one/README.md", "# 02.1: The first\n\nText.\n");
        write(top_ + "/exercises/02-first/1-one/check.cpp", "");
        write(top_ + "/exercises/02-first/1-one/hints.md",
              "## Hint 1\n\nOne\n\nparagraph more.\n\n## Hint 2\n\nTwo.\n");
        write(top_ + "/solutions/02-first/1-one/wrong/b.cu", "");
        write(top_ + "/solutions/02-first/1-one/wrong/a.cu", "");
        solve("return 1;");
    }
    ~Repository() { std::filesystem::remove_all(top_); }

    void solve(const std::string& stub_line) {
        write(top_ + "/solutions/02-first/1-one/sum.cu",
              "// solution begin\nreturn 42;\n// stub: " + stub_line + "\n// solution end\n");
    }
    std::vector<exercises::Exercise> all() const { return exercises::find_exercises(top_); }
    exercises::StubReport check() const { return exercises::check_stubs(all(), list()); }
    exercises::StubReport write_all() const { return exercises::write_stubs(all(), list()); }
    std::string list() const { return top_ + "/exercises/stubs.txt"; }
    std::string answer() const { return top_ + "/exercises/02-first/1-one/sum.cu"; }
    const std::string& top() const { return top_; }

  private:
    std::string top_;
};

}  // namespace

TEST_CASE("an exercise is found with its number, title, answer, hints in order and wrong answers") {
    const Repository repository;
    const std::vector<exercises::Exercise> all = repository.all();
    REQUIRE(all.size() == 1);
    CHECK(all[0].id == "02.1");
    CHECK(all[0].title == "The first");
    CHECK(all[0].answer == repository.answer());
    CHECK(all[0].hints == std::vector<std::string>{"One\n\nparagraph more.\n", "Two.\n"});
    REQUIRE(all[0].wrong.size() == 2);
    CHECK(all[0].wrong[0].ends_with("wrong/a.cu"));
    CHECK(list_of(all) == "02.1  The first\n");
}

TEST_CASE("an exercise without a reference solution is refused") {
    const Repository repository;
    std::filesystem::remove(repository.top() + "/solutions/02-first/1-one/sum.cu");
    CHECK_THROWS_AS(repository.all(), std::runtime_error);
}

TEST_CASE("a stub that was never cut has drifted, and is right once it is written") {
    const Repository repository;
    CHECK(repository.check().drifted.size() == 1);
    CHECK(repository.write_all().edited.empty());
    CHECK(testing::read_text(repository.answer()) == "return 1;\n");
    CHECK(repository.check().drifted.empty());
    CHECK(repository.check().edited.empty());
}

TEST_CASE("a learner's work is not drift, and is not written over") {
    Repository repository;
    repository.write_all();
    write(repository.answer(), "return 7;\n");
    CHECK(repository.check().drifted.empty());
    CHECK(repository.check().edited == std::vector<std::string>{repository.answer()});
    repository.solve("return 2;");
    CHECK(repository.write_all().edited.size() == 1);
    CHECK(testing::read_text(repository.answer()) == "return 7;\n");
}

TEST_CASE("a solution that changed after its stub was cut is drift, whether the stub was edited or not") {
    Repository repository;
    repository.write_all();
    repository.solve("return 2;");
    CHECK(repository.check().drifted.size() == 1);
    write(repository.answer(), "return 7;\n");
    CHECK(repository.check().drifted.size() == 1);
}

TEST_CASE("a change of the solution alone, outside of what the stub shows, is no drift") {
    Repository repository;
    repository.write_all();
    write(repository.top() + "/solutions/02-first/1-one/sum.cu",
          "// solution begin\nreturn 43;\n// stub: return 1;\n// solution end\n");
    CHECK(repository.check().drifted.empty());
}

TEST_CASE("an untouched stub is cut anew, a missing one comes back") {
    Repository repository;
    repository.write_all();
    repository.solve("return 2;");
    CHECK(repository.write_all().edited.empty());
    CHECK(testing::read_text(repository.answer()) == "return 2;\n");
    std::filesystem::remove(repository.answer());
    CHECK(repository.check().drifted.size() == 1);
    repository.write_all();
    CHECK(repository.check().drifted.empty());
}
