// The way from one exercise to the next, in the order of the pages.
#include "common/course/guide.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "common/course/reading_order.hpp"
#include "common/testing/temporary_folder.hpp"
#include "common/testing/words.hpp"

using course::Exercise;
using course::Progress;

namespace {

// Two chapters: the pages of the first lead to 02.2, 02.3 and then 02.1; no page leads to 02.4.
struct Course {
    testing::TemporaryFolder top;
    std::vector<Exercise> exercises;

    Course() {
        write("chapters/02-first/README.md",
              "[two](../../exercises/02-first/2-x/README.md) [more](banks.md#top) "
              "[away](../03-next/README.md)\n");
        write(
            "chapters/02-first/banks.md",
            "[three](../../exercises/02-first/3-x/README.md#why) "
            "[one](../../exercises/02-first/1-x/README.md)\n"
            "[two](../../exercises/02-first/2-x/README.md) [other](../../exercises/03-next/1-x/README.md)\n");
        write("chapters/02-first/unread.md", "[four](../../exercises/02-first/4-x/README.md)\n");
        write("chapters/03-next/README.md", "[one](../../exercises/03-next/1-x/README.md)\n");
        for (const char* name : {"02-first/1", "02-first/2", "02-first/3", "02-first/4", "03-next/1"}) {
            Exercise exercise;
            exercise.id = std::string(name, 2) + "." + std::string(name).back();
            exercise.title = "T" + exercise.id;
            exercise.folder = top / ("exercises/" + std::string(name) + "-x");
            exercise.answer = exercise.folder + "/answer.cu";
            exercises.push_back(exercise);
        }
        exercises = course::in_reading_order(exercises, top.path());
    }
    void write(const std::string& name, const std::string& text) const {
        const std::string path = top / name;
        std::filesystem::create_directories(std::filesystem::path(path).parent_path());
        std::ofstream(path) << text;
    }
    Progress progress(const std::vector<std::string>& solved) const {
        Progress progress(top / "progress.txt");
        for (const std::string& id : solved) progress.add(id, {});
        return progress;
    }
};

std::string ids(const std::vector<Exercise>& exercises) {
    std::string text;
    for (const Exercise& exercise : exercises) text += exercise.id + " ";
    return text;
}

}  // namespace

TEST_CASE("exercises come in the order of the pages that lead to them") {
    const Course its;
    CHECK(ids(its.exercises) == "02.2 02.3 02.1 02.4 03.1 ");
    CHECK(its.exercises[0].lesson.ends_with("chapters/02-first/README.md"));
    CHECK(its.exercises[1].lesson.ends_with("chapters/02-first/banks.md"));
    CHECK(its.exercises[3].lesson.empty());
}

TEST_CASE("the next exercise is the first unsolved one behind this one, else the first of all") {
    const Course its;
    const auto next = [&](const std::string& id, const std::vector<std::string>& solved) {
        const Exercise* const found = course::next_after(id, its.exercises, its.progress(solved));
        return found ? found->id : "none";
    };
    CHECK(next("", {}) == "02.2");
    CHECK(next("02.3", {"02.3", "02.1"}) == "02.4");
    CHECK(next("03.1", {"03.1"}) == "02.2");
    CHECK(next("03.1", {"02.1", "02.2", "02.3", "02.4", "03.1"}) == "none");
}

TEST_CASE("the start says what is solved, what to read, where to write and what to type") {
    const Course its;
    const std::string text = course::start_text(its.exercises, its.progress({"02.2"}));
    CHECK(testing::missing(
              text, {"02-first: 1 of 4 exercises solved", "03-next: 0 of 1", "Next: exercise 02.3, T02.3",
                     "banks.md", "3-x/README.md", "3-x/answer.cu", "make check EX=02.3"}) == "");
    CHECK(course::start_text(its.exercises, its.progress({"02.1", "02.3", "02.4", "03.1"}))
              .find("You have solved all 5 exercises") != std::string::npos);
}

TEST_CASE("after an exercise the next one comes with its page and its file") {
    const Course its;
    const std::string text = course::next_text("02.2", its.exercises, its.progress({"02.2"}));
    CHECK(testing::missing(text, {"Next: exercise 02.3, T02.3\n", "banks.md\n", "3-x/README.md\n",
                                  "3-x/answer.cu\n", "type   make check EX=02.3\n"}) == "");
}

TEST_CASE("the list marks what is solved") {
    const Course its;
    CHECK(testing::missing(course::list_text(its.exercises, its.progress({"02.3"})),
                           {"02-first, 1 of 4 solved", "[ ] 02.2  T02.2", "[x] 02.3  T02.3", "[ ] 02.1",
                            "03-next, 0 of 1"}) == "");
}
