// See catalogue.hpp.
#include "common/course/catalogue.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <tuple>

namespace course {
namespace {

namespace fs = std::filesystem;

// The folders or files in a folder, in the order of their numbers and names; empty if there is no such folder.
std::vector<fs::path> sorted_entries(const fs::path& folder) {
    std::vector<fs::path> entries;
    if (!fs::is_directory(folder)) return entries;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) entries.push_back(entry.path());
    // 2-name comes before 10-name.
    const auto number = [](const fs::path& path) { return std::atoi(path.filename().c_str()); };
    std::sort(entries.begin(), entries.end(), [&](const fs::path& a, const fs::path& b) {
        return std::tuple(number(a), a) < std::tuple(number(b), b);
    });
    return entries;
}

// "02" of "02-transpose".
std::string number_of(const fs::path& folder) {
    const std::string name = folder.filename();
    return name.substr(0, name.find('-'));
}

// The page's title without the number before the colon: "# 02.1: The side" gives "The side".
std::string title_of(const fs::path& page) {
    std::ifstream file(page);
    std::string line;
    if (!std::getline(file, line) || !line.starts_with("# "))
        throw std::runtime_error(page.string() + " has no title.");
    const std::size_t colon = line.find(": ");
    return line.substr(colon == std::string::npos ? 2 : colon + 2);
}

std::vector<std::string> files_in(const fs::path& folder, const std::string& extension) {
    std::vector<std::string> files;
    for (const fs::path& entry : sorted_entries(folder))
        if (entry.extension() == extension) files.push_back(entry);
    return files;
}

// The texts below "## Hint 1", "## Hint 2", …, without the blank lines around them; empty if there is no such file.
std::vector<std::string> sections_of(const fs::path& page) {
    std::vector<std::string> sections;
    std::ifstream file(page);
    std::string blank;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("## ")) {
            sections.emplace_back();
        } else if (line.empty()) {
            blank += "\n";
            continue;
        } else if (!sections.empty()) {
            sections.back() += (sections.back().empty() ? "" : blank) + line + "\n";
        }
        blank.clear();
    }
    return sections;
}

Exercise read_exercise(const fs::path& folder, const fs::path& solution_folder, const fs::path& stub_folder) {
    Exercise exercise;
    exercise.id = number_of(folder.parent_path()) + "." + number_of(folder);
    exercise.folder = folder;
    exercise.title = title_of(exercise.page());
    const std::vector<std::string> solutions = files_in(solution_folder, ".cu"),
                                   stubs = files_in(stub_folder, ".cu");
    if (solutions.size() + stubs.size() != 1)
        throw std::runtime_error(solution_folder.string() +
                                 " should hold one .cu file, the reference solution.");
    (stubs.empty() ? exercise.solution : exercise.stub) = stubs.empty() ? solutions[0] : stubs[0];
    exercise.answer = folder / fs::path(exercise.solution + exercise.stub).filename();
    exercise.wrong = files_in(solution_folder / "wrong", ".diff");
    exercise.hints = sections_of(folder / "hints.md");
    return exercise;
}

}  // namespace

std::vector<Exercise> find_exercises(const std::string& top) {
    std::vector<Exercise> exercises;
    const fs::path root = fs::path(top).lexically_normal();
    const auto below = [&](const std::string& name) { return root == "." ? fs::path(name) : root / name; };
    for (const fs::path& chapter : sorted_entries(below("exercises"))) {
        for (const fs::path& folder : sorted_entries(chapter)) {
            if (!fs::exists(folder / "check.cpp")) continue;
            const fs::path name = chapter.filename() / folder.filename();
            exercises.push_back(read_exercise(folder, below("solutions") / name, below("stubs") / name));
        }
    }
    return exercises;
}

const Exercise* find_in(const std::vector<Exercise>& exercises, const std::string& id) {
    for (const Exercise& exercise : exercises)
        if (exercise.id == id) return &exercise;
    return nullptr;
}

std::string not_found(const std::vector<Exercise>& all, const std::string& id) {
    const std::string list = "make list prints all exercises; make start says which comes next.\n";
    const std::string example = all.empty() ? "02.1" : all[0].id;
    if (id.empty()) return "Which exercise? Name it, as in EX=" + example + ".\n" + list;
    if (find_in(all, "0" + id)) return "There is no exercise " + id + ". Did you mean 0" + id + "?\n";
    std::string chapter;
    for (const Exercise& exercise : all)
        if (exercise.id.starts_with(id.substr(0, id.find('.')) + "."))
            chapter += "  " + exercise.id + "  " + exercise.title + "\n";
    if (chapter.empty())
        return "There is no exercise " + id + ". Numbers look like " + example + ".\n" + list;
    return "There is no exercise " + id + ". This chapter has:\n" + chapter;
}

}  // namespace course
