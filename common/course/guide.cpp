// See guide.hpp.
#include "common/course/guide.hpp"

#include <algorithm>
#include <filesystem>

namespace course {
namespace {

// "02-transpose".
std::string chapter_of(const Exercise& exercise) {
    return std::filesystem::path(exercise.folder).parent_path().filename();
}

// "3 of 7".
std::string share(const std::vector<const Exercise*>& chapter, const Progress& progress) {
    const auto solved = std::count_if(chapter.begin(), chapter.end(), [&](const Exercise* exercise) {
        return progress.solved(exercise->id);
    });
    return std::to_string(solved) + " of " + std::to_string(chapter.size());
}

// The exercises of each chapter.
std::vector<std::vector<const Exercise*>> by_chapter(const std::vector<Exercise>& exercises) {
    std::vector<std::vector<const Exercise*>> chapters;
    for (const Exercise& exercise : exercises) {
        if (chapters.empty() || chapter_of(*chapters.back()[0]) != chapter_of(exercise))
            chapters.emplace_back();
        chapters.back().push_back(&exercise);
    }
    return chapters;
}

std::string all_solved(std::size_t count) {
    return "You have solved all " + std::to_string(count) +
           " exercises. Last page: exercises/your-ladder.md, your own ladder beside ours.\n";
}

}  // namespace

const Exercise* next_after(const std::string& id, const std::vector<Exercise>& exercises,
                           const Progress& progress) {
    const auto unsolved = [&](const Exercise& exercise) { return !progress.solved(exercise.id); };
    auto place = std::find_if(exercises.begin(), exercises.end(),
                              [&](const Exercise& exercise) { return exercise.id == id; });
    if (place != exercises.end()) place = std::find_if(place + 1, exercises.end(), unsolved);
    if (place == exercises.end()) place = std::find_if(exercises.begin(), exercises.end(), unsolved);
    return place == exercises.end() ? nullptr : &*place;
}

std::string next_text(const std::string& id, const std::vector<Exercise>& exercises,
                      const Progress& progress) {
    const Exercise* const next = next_after(id, exercises, progress);
    if (!next) return all_solved(exercises.size());
    return "Next: exercise " + next->id + ", " + next->title + "\n" +
           (next->lesson.empty() ? "" : "  read   " + next->lesson + "\n") + "  then   " + next->page() +
           "\n  write  " + next->answer + "\n  type   make check EX=" + next->id + "\n";
}

std::string start_text(const std::vector<Exercise>& exercises, const Progress& progress) {
    std::string text;
    for (const std::vector<const Exercise*>& chapter : by_chapter(exercises))
        text += "  " + chapter_of(*chapter[0]) + ": " + share(chapter, progress) + " exercises solved\n";
    if (progress.count() == 0)
        text = "Welcome. README.md says what this course is; make run-01 runs the first kernels.\n\n" + text;
    return text + "\n" + next_text("", exercises, progress);
}

std::string list_text(const std::vector<Exercise>& exercises, const Progress& progress) {
    std::string text;
    for (const std::vector<const Exercise*>& chapter : by_chapter(exercises)) {
        text += (text.empty() ? "" : "\n") + chapter_of(*chapter[0]) + ", " + share(chapter, progress) +
                " solved\n";
        for (const Exercise* exercise : chapter)
            text += (progress.solved(exercise->id) ? "  [x] " : "  [ ] ") + exercise->id + "  " +
                    exercise->title + "\n";
    }
    return text;
}

}  // namespace course
