// Pages of lessons: they open with what one can do afterwards and take twenty minutes at most, a rung comes with code and a drawing,
// words are linked to the glossary, and no page gives away the answer to an exercise that it asks.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
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

// All pages of the chapters.
std::vector<fs::path> chapter_pages() {
    std::vector<fs::path> pages = lesson_pages();
    pages.emplace_back("chapters/reading-a-profile/README.md");
    return pages;
}

// The page up to its first heading, drawing, code or output. (A page's title is no heading here.)
std::string opening_of(const std::string& page) {
    std::smatch found;
    return std::regex_search(page, found, std::regex("\n(##|!\\[|```|    )")) ? found.prefix().str() : page;
}

// The minutes that a page's opening names: in a sentence, or in a chapter's table of pages. 0 if none.
int minutes_of(const std::string& opening) {
    std::smatch found;
    for (const char* const form : {"\\s(\\d+)\\s+minutes\\.", "\\| this one \\| (\\d+) \\|"})
        if (std::regex_search(opening, found, std::regex(form))) return std::stoi(found[1]);
    return 0;
}

// How long a page takes to read: 120 words of text or 20 lines of code a minute. Outputs, tables and drawings are looked at.
double minutes_to_read(const std::string& page) {
    bool fenced = false, code = false;
    int words = 0, lines = 0;
    for (const std::string& line : lines_of(page)) {
        if (line.starts_with("```")) {
            fenced = !fenced;
            code = line == "```cuda";
        } else if (fenced) {
            lines += code;
        } else if (!line.starts_with("|") && !line.starts_with("<") && !line.starts_with("![")) {
            std::istringstream all(line);
            words += static_cast<int>(std::distance(std::istream_iterator<std::string>(all), {}));
        }
    }
    return words / 120.0 + lines / 20.0;
}

// A rung's part of a page: from a heading "## 3 · name" to the next heading.
std::vector<std::string> rungs_of(const std::string& page) {
    static const std::regex rung(R"(##+ \d+ · \w+.*)");
    std::vector<std::string> rungs;
    bool inside = false;
    for (const std::string& line : lines_of(page)) {
        if (line.starts_with("##")) {
            inside = std::regex_match(line, rung);
            if (inside) rungs.emplace_back();
        }
        if (inside) rungs.back() += line + "\n";
    }
    return rungs;
}

// Whether a part of a page draws who reads what: a figure, a drawing in letters (which no command printed), or a link to one.
bool draws(const std::string& part) {
    static const std::regex drawing(R"(!\[|\n\n```text\n|\n\n    \S|\[drawing)");
    return std::regex_search(part, drawing);
}

// Whether a page gives the reader something to do: a link to an exercise, in a table of exercises or in a quoted block.
bool has_exercise(const std::string& page) {
    static const std::regex exercise(R"(\n(\| \d\d\.\d+ \| |> \*\*Exercises? )\[[^\n]*exercises/\d\d-)");
    return std::regex_search(page, exercise);
}

// Whether a page follows on exercises: it says that it needs them, and has their answers.
bool answers_exercises(const std::string& page) {
    return std::regex_search(opening_of(page), std::regex(R"(\*\*You\s+need\*\*[^*]*exercises\s+\d\d\.\d)"));
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

TEST_CASE("a page opens with what you can do after it, what you need, and minutes, twenty at most") {
    for (const fs::path& page : chapter_pages()) {
        const std::string opening = opening_of(text_of(page));
        CAPTURE(page);
        CHECK(std::regex_search(opening, std::regex(R"(\*\*After this (page|chapter)\*\*)")));
        CHECK(std::regex_search(opening, std::regex(R"(\*\*You\s+need\*\*)")));
        CHECK(minutes_of(opening) > 0);
        CHECK(minutes_of(opening) <= 20);
    }
}

TEST_CASE("a page takes no longer to read than it says") {
    for (const fs::path& page : chapter_pages()) {
        const std::string text = text_of(page);
        CAPTURE(page);
        CHECK(minutes_to_read(text) <= minutes_of(opening_of(text)));
    }
}

TEST_CASE("a rung shows its code and a drawing of who reads what") {
    for (const fs::path& page : lesson_pages()) {
        for (const std::string& rung : rungs_of(text_of(page))) {
            CAPTURE(page);
            CAPTURE(rung.substr(0, rung.find('\n')));
            CHECK(rung.find("```cuda") != std::string::npos);
            CHECK(draws(rung));
        }
    }
}

TEST_CASE("every page of a lesson links words to the glossary") {
    for (const fs::path& page : lesson_pages()) {
        CAPTURE(page);
        CHECK(text_of(page).find("GLOSSARY.md#") != std::string::npos);
    }
}

TEST_CASE("a page has an exercise, or the answers to those that it needs") {
    for (const fs::path& page : lesson_pages()) {
        const std::string text = text_of(page);
        CAPTURE(page);
        CHECK((has_exercise(text) || answers_exercises(text)));
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

TEST_CASE("a page without exercises would be found") {
    CHECK(has_exercise("a\n| 05.8 | [Stops](../../exercises/05-shortcuts/8-stops/README.md): b |\n"));
    CHECK(has_exercise("a\n> **Exercise [02.3](../../exercises/02-transpose/3-b/README.md)**: b\n"));
    CHECK(!has_exercise("a [page](../../exercises/README.md)\n"));
    CHECK(
        answers_exercises("# a\n**You need** [Tiles](tiles.md) and exercises\n04.10. 15 minutes.\n\n## b\n"));
    CHECK(!answers_exercises("# a\n**You need** [Tiles](tiles.md).\n\n## b\n**exercises** 04.10\n"));
}

TEST_CASE("a slow page, a rung without a drawing, and an opening without minutes would be found") {
    std::string words;
    for (int word = 0; word < 240; ++word) words += "word\n";
    CHECK(minutes_to_read("```text\n" + words + "```\n" + words + "```cuda\n" + words + "```\n") == 2 + 12);
    CHECK(rungs_of("# 05\n## 0 · naive: one\na\n### More\n## 1 · next\nb\n") ==
          std::vector<std::string>{"## 0 · naive: one\na\n", "## 1 · next\nb\n"});
    CHECK(draws("a\n\n```text\nlane 0\n```\n"));
    CHECK(!draws("a\n\n<!-- output: shown build/x -->\n```text\n$ build/x\n```\n"));
    CHECK(minutes_of(opening_of("# a\nWhy. 15 minutes.\n\n## b\n20 minutes.\n")) == 15);
    CHECK(minutes_of(opening_of("# a\n\n## b\n20 minutes.\n")) == 0);
}

TEST_CASE("an answer on a page would be found") {
    const std::set<std::string> keys{"__shared__ float tile[kTile][kTile + 1];"};
    CHECK(first_found(keys, "text\n    __shared__   float tile[kTile][kTile + 1];  // padded\n") != "");
    CHECK(first_found(keys, "text\n    __shared__ float tile[kTile][kTile];\n") == "");
}
