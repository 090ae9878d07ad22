// See course.hpp.
#include "common/pages/course.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "common/pages/page.hpp"

namespace pages {
namespace {

namespace fs = std::filesystem;

std::string text_of(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

bool is_example(const std::string& path) {
    for (const char* part : {"*", "…", "NN", "1-name", "/x.", "/NAME"})
        if (path.find(part) != std::string::npos) return true;
    return path.ends_with("/x") || path.ends_with("/y");
}

// A page that make new copies: its links hold where the copy lies.
bool is_template(const std::string& page) { return page.starts_with("common/templates/"); }

// Adds the goals of the rules in a part of the Makefile: the words before a colon that is not an assignment.
// "fuzz-$(1)" in a definition allows any goal that begins with "fuzz-".
void add_goals(const std::string& path, std::set<std::string>& goals) {
    std::istringstream lines(text_of(path));
    for (std::string line; std::getline(lines, line);) {
        const std::size_t colon = line.find(':');
        if (colon == std::string::npos || line[0] == '\t' || line[0] == '#' ||
            line.compare(colon, 2, ":=") == 0)
            continue;
        for (const std::string& goal : words_of(line.substr(0, colon)))
            goals.insert(goal.ends_with("-$(1)") ? goal.substr(0, goal.size() - 4) + "*" : goal);
    }
}

// A path without the line number that a report adds (x.cu:12), and without punctuation at the end of a sentence.
std::string bare(std::string word) {
    word = word.substr(0, word.find(':'));
    while (!word.empty() && std::ispunct(static_cast<unsigned char>(word.back())) && word.back() != '*')
        word.pop_back();
    return word;
}

}  // namespace

Course::Course(const std::string& top) : top_(top) {
    for (const char* part : {"chapters", "common", "emulator", "exercises", "solutions", "slides", "teaching",
                             ".devcontainer"}) {
        if (!has(part)) continue;
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(fs::path(top) / part))
            if (entry.path().extension() == ".md" && !is_template(fs::relative(entry.path(), top)))
                pages_.push_back(fs::relative(entry.path(), top));
    }
    for (const char* page : {"README.md", "CONTRIBUTING.md", "GLOSSARY.md"})
        if (has(page)) pages_.push_back(page);
    std::sort(pages_.begin(), pages_.end());
    if (has("chapters"))
        for (const fs::directory_entry& entry : fs::directory_iterator(fs::path(top) / "chapters"))
            chapters_.push_back(fs::relative(entry.path(), top));
    add_goals(top + "/Makefile", goals_);
    if (has("common/make"))
        for (const fs::directory_entry& entry : fs::directory_iterator(fs::path(top) / "common/make"))
            if (entry.path().extension() == ".mk") add_goals(entry.path(), goals_);
}

bool Course::has(const std::string& path) const { return fs::exists(fs::path(top_) / path); }

bool Course::has_chapter(const std::string& name) const {
    return std::any_of(chapters_.begin(), chapters_.end(), [&](const std::string& chapter) {
        return (chapter + "-").starts_with("chapters/" + name + "-");
    });
}

bool Course::has_program(const std::string& number, const std::string& name) const {
    return std::any_of(chapters_.begin(), chapters_.end(), [&](const std::string& chapter) {
        if (!chapter.starts_with("chapters/" + number + "-")) return false;
        for (const char* folder : {"/programs/", "/programs/measuring/"})
            for (const char* ending : {".cu", ".cpp"})
                if (has(chapter + folder + name + ending)) return true;
        return false;
    });
}

std::string Course::objection_to_link(const std::string& page, const std::string& target) const {
    if (target.starts_with("http://") || target.starts_with("https://")) return "";
    const std::size_t hash = target.find('#');
    const std::string file = target.substr(0, hash);
    const std::string path =
        file.empty() ? page : (fs::path(page).parent_path() / file).lexically_normal().string();
    if (!has(path)) return "links to " + target + ", which is not there";
    if (hash == std::string::npos || fs::path(path).extension() != ".md") return "";
    if (read_page(text_of(top_ + "/" + path)).anchors.contains(target.substr(hash + 1))) return "";
    return "links to " + target + ", and there is no such heading";
}

std::string Course::objection_to_word(const std::string& page, const std::string& word) const {
    if (is_example(word)) return "";
    // build/02/strides is a lesson's program, so it must exist; other files in build come and go.
    if (word.size() > 9 && word.starts_with("build/") && std::isdigit(word[6]) && word[8] == '/')
        return has_program(word.substr(6, 2), word.substr(9))
                   ? ""
                   : "names " + word + ", which no program becomes";
    for (const char* part :
         {"chapters/", "common/", "emulator/", "exercises/", "solutions/", "slides/", "teaching/"}) {
        const bool is_there = has(word) || has(fs::path(page).parent_path() / word);
        if (word.starts_with(part) && !is_there) return "names " + word + ", which is not there";
    }
    return "";
}

std::string Course::objection_to_command(const std::string& command) const {
    const std::vector<std::string> words = words_of(command);
    if (words.size() < 2 || words[0] != "make") return "";
    for (std::size_t i = 1; i < words.size(); ++i) {
        const std::string& goal = words[i];
        if (goal.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") != std::string::npos) break;
        const bool of_chapter =
            goal.starts_with("run-") || goal.starts_with("programs-") || goal.starts_with("tables-");
        const std::string chapter = of_chapter ? goal.substr(goal.find('-') + 1) : goal;
        const std::string family = goal.substr(0, goal.find('-') + 1) + "*";
        const bool is_chapter = std::isdigit(static_cast<unsigned char>(chapter[0])) && has_chapter(chapter);
        if (!is_chapter && (of_chapter || (!goals_.contains(goal) && !goals_.contains(family))))
            return "says make " + goal + ", which is no command";
    }
    return "";
}

std::vector<std::string> Course::objections_to(const std::string& path) const {
    const Page page = read_page(text_of(top_ + "/" + path));
    std::vector<std::string> objections;
    const auto add = [&](const std::string& objection) {
        if (!objection.empty()) objections.push_back(path + " " + objection);
    };
    for (const std::string& target : page.links) add(objection_to_link(path, target));
    std::vector<std::string> code = page.commands;
    code.insert(code.end(), page.quoted.begin(), page.quoted.end());
    for (const std::string& text : code) {
        add(objection_to_command(text));
        for (const std::string& word : words_of(text)) add(objection_to_word(path, bare(word)));
    }
    return objections;
}

}  // namespace pages
