// See reading_order.hpp.
#include "common/course/reading_order.hpp"

#include <algorithm>
#include <filesystem>

#include "common/testing/process.hpp"

namespace course {
namespace {

namespace fs = std::filesystem;

// The pages of the lesson in this folder, README.md first.
std::vector<fs::path> pages_in(const fs::path& lesson) {
    std::vector<fs::path> pages{lesson / "README.md"};
    for (const std::string& link : links_of(testing::read_text(pages[0]))) {
        const fs::path page = lesson / link;
        if (link.find('/') == std::string::npos && page.extension() == ".md" && fs::exists(page) &&
            std::find(pages.begin(), pages.end(), page) == pages.end())
            pages.push_back(page);
    }
    return pages;
}

}  // namespace

std::vector<std::string> links_of(const std::string& page_text) {
    const std::string opening = "](";
    std::vector<std::string> links;
    for (std::size_t place = 0; (place = page_text.find(opening, place)) != std::string::npos;) {
        place += opening.size();
        const std::string target = page_text.substr(place, page_text.find(')', place) - place);
        links.push_back(target.substr(0, target.find('#')));
    }
    return links;
}

std::vector<Exercise> in_reading_order(std::vector<Exercise> exercises, const std::string& top) {
    const fs::path root = fs::path(top).lexically_normal();
    const auto chapter_of = [](const Exercise& exercise) {
        return fs::path(exercise.folder).parent_path().filename();
    };
    std::vector<Exercise> ordered;
    while (!exercises.empty()) {
        const fs::path chapter = chapter_of(exercises.front());
        const fs::path lesson = root / "chapters" / chapter;
        const auto take = [&](std::vector<Exercise>::iterator exercise) {
            ordered.push_back(*exercise);
            exercises.erase(exercise);
        };
        for (const fs::path& page : pages_in(lesson)) {
            for (const std::string& link : links_of(testing::read_text(page))) {
                const std::string target = (page.parent_path() / link).lexically_normal();
                const auto found =
                    std::find_if(exercises.begin(), exercises.end(), [&](const Exercise& exercise) {
                        return chapter_of(exercise) == chapter &&
                               fs::path(exercise.page()).lexically_normal() == target;
                    });
                if (found == exercises.end()) continue;
                found->lesson = page.lexically_normal();
                take(found);
            }
        }
        while (!exercises.empty() && chapter_of(exercises.front()) == chapter) take(exercises.begin());
    }
    return ordered;
}

}  // namespace course
