// Pages of lessons: a rung comes with code and a drawing, words are linked to the glossary, and no page gives away the answer to an
// exercise that it asks.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

std::vector<fs::path> files_in(const fs::path& folder, const std::string& extension) {
    std::vector<fs::path> files;
    if (!fs::exists(folder)) return files;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder))
        if (entry.path().extension() == extension) files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

// The pages of the chapters with a number.
std::vector<fs::path> lesson_pages() {
    std::vector<fs::path> pages;
    for (const fs::directory_entry& chapter : fs::directory_iterator("chapters"))
        if (std::isdigit(static_cast<unsigned char>(chapter.path().filename().string()[0])))
            for (const fs::path& page : files_in(chapter.path(), ".md")) pages.push_back(page);
    return pages;
}

// A line of code without comment and with single blanks.
std::string plain(const std::string& line) {
    std::istringstream words(line.substr(0, line.find("//")));
    std::string result;
    for (std::string word; words >> word;) result += (result.empty() ? "" : " ") + word;
    return result;
}

// The lines of a solution that wrong answers change and the stub has not. Short ones are no answer.
std::set<std::string> key_lines(const fs::path& solution, const fs::path& exercise) {
    constexpr std::size_t kShort = 20;
    std::set<std::string> in_stubs;
    for (const fs::path& stub : files_in(exercise, ".cu"))
        for (const std::string& line : lines_of(text_of(stub))) in_stubs.insert(plain(line));
    std::set<std::string> keys;
    for (const fs::path& wrong : files_in(solution / "wrong", ".diff"))
        for (const std::string& line : lines_of(text_of(wrong)))
            if (!line.empty() && line[0] == '-') keys.insert(plain(line.substr(1)));
    std::erase_if(keys,
                  [&](const std::string& key) { return key.size() < kShort || in_stubs.contains(key); });
    return keys;
}

// The first of these lines that the text has; empty if it has none.
std::string first_found(const std::set<std::string>& keys, const std::string& text) {
    std::string page;
    for (const std::string& line : lines_of(text)) page += plain(line) + "\n";
    for (const std::string& key : keys)
        if (page.find(key) != std::string::npos) return key;
    return "";
}

}  // namespace

TEST_CASE("a page that climbs a rung shows its code and a drawing") {
    const std::regex rung(R"((^|\n)##+ \d+ · \w+)");
    for (const fs::path& page : lesson_pages()) {
        const std::string text = text_of(page);
        if (!std::regex_search(text, rung)) continue;
        CAPTURE(page);
        CHECK(text.find("```cuda") != std::string::npos);
        CHECK(text.find("![") != std::string::npos);
    }
}

TEST_CASE("every page of a lesson links words to the glossary") {
    for (const fs::path& page : lesson_pages()) {
        CAPTURE(page);
        CHECK(text_of(page).find("GLOSSARY.md#") != std::string::npos);
    }
}

TEST_CASE("no page gives away the answer to an exercise that it asks") {
    int compared = 0;
    for (const fs::directory_entry& chapter : fs::directory_iterator("solutions")) {
        for (const fs::directory_entry& solution : fs::directory_iterator(chapter)) {
            const fs::path name = chapter.path().filename() / solution.path().filename();
            const fs::path exercise = "exercises" / name;
            const std::set<std::string> keys = key_lines(solution, exercise);
            CHECK(first_found(keys, text_of(exercise / "README.md")) == "");
            for (const fs::path& page : files_in("chapters" / chapter.path().filename(), ".md")) {
                const std::string text = text_of(page);
                if (text.find("exercises/" + name.string() + "/README.md") == std::string::npos) continue;
                CAPTURE(page);
                CAPTURE(exercise);
                CHECK(first_found(keys, text) == "");
                compared += !keys.empty();
            }
        }
    }
    CHECK(compared > 20);
}

TEST_CASE("an answer on a page would be found") {
    const std::set<std::string> keys{"__shared__ float tile[kTile][kTile + 1];"};
    CHECK(first_found(keys, "text\n    __shared__   float tile[kTile][kTile + 1];  // padded\n") != "");
    CHECK(first_found(keys, "text\n    __shared__ float tile[kTile][kTile];\n") == "");
}
