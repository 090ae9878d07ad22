// Hints one at a time, remembered between calls.
#include "common/course/hints.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <string>

#include "common/testing/temporary_folder.hpp"

namespace {

// An exercise with two hints.
class TwoHints {
  public:
    TwoHints() {
        exercise.id = "02.1";
        exercise.title = "A side";
        exercise.hints = {"Look at the store.\n", "Swap x and y.\n"};
        exercise.solution = "solutions/a.cu";
    }

    std::string next() { return course::next_hint(exercise, memory()); }
    std::string memory() const { return folder_ / "shown/02.1"; }

    course::Exercise exercise;

  private:
    testing::TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("each call gives the next hint, then says where the solution is") {
    TwoHints hints;
    CHECK(hints.next() == "Hint 1 of 2 for 02.1, A side\n\nLook at the store.\n");
    CHECK(hints.next() == "Hint 2 of 2 for 02.1, A side\n\nSwap x and y.\n");
    CHECK(hints.next().find("solutions/a.cu") != std::string::npos);
    CHECK(hints.next().find("You have seen all 2 hints") == 0);
}

TEST_CASE("where there are no solutions, the hints do not name one") {
    TwoHints hints;
    hints.exercise.solution = "";
    hints.next();
    hints.next();
    CHECK(hints.next().find("reference solution") == std::string::npos);
}

TEST_CASE("after a reset the first hint comes again") {
    TwoHints hints;
    const std::string first = hints.next();
    hints.next();
    course::reset_hints(hints.memory());
    CHECK(hints.next() == first);
}

TEST_CASE("a memory that holds no number counts as none shown") {
    TwoHints hints;
    const std::string first = hints.next();
    std::ofstream(hints.memory()) << "?";
    CHECK(hints.next() == first);
}
