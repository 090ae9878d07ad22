// Of every mistake in this folder, the first finding names the line and says what to do; with that done the program is right, and
// nothing is found. The page README.md shows what is said.
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "emulator/test/support/shell.hpp"

using namespace simt::testing;

namespace {

const std::string kFolder = "emulator/test/mistakes/";
const std::vector<std::string> kGroups = {"barriers", "warps", "memory", "host"};

std::string program_of(const std::string& group) { return "build/test/programs/mistakes_" + group; }

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

// What the source of a mistake says about it: the first line is its title, "// says:", "// advice:" and "// options:" what a test
// expects and passes; "// cause" ends each line that the finding has to name.
struct Mistake {
    std::string group, name, title, options;
    std::vector<std::string> says, advice;
    std::vector<int> causes;
    std::vector<std::string> source;
};

Mistake mistake_of(const std::string& group, const std::string& name) {
    Mistake mistake{group, name, "", "", {}, {}, {}, lines_of(text_of(kFolder + name + ".cu"))};
    REQUIRE_FALSE(mistake.source.empty());
    const auto rest = [](const std::string& line, const std::string& opening) {
        return line.rfind(opening, 0) == 0 ? line.substr(opening.size()) : std::string();
    };
    mistake.title = rest(mistake.source[0], "// ");
    for (std::size_t k = 0; k < mistake.source.size(); ++k) {
        const std::string& line = mistake.source[k];
        if (const std::string words = rest(line, "// says: "); !words.empty()) mistake.says.push_back(words);
        if (const std::string words = rest(line, "// advice: "); !words.empty())
            mistake.advice.push_back(words);
        if (const std::string words = rest(line, "// options: "); !words.empty()) mistake.options = words;
        if (line.find("// cause") != std::string::npos) mistake.causes.push_back(static_cast<int>(k) + 1);
    }
    return mistake;
}

std::vector<Mistake> all() {
    std::vector<Mistake> mistakes;
    for (const std::string& group : kGroups)
        for (const std::string& name : lines_of(shell(program_of(group) + " list").out))
            mistakes.push_back(mistake_of(group, name));
    REQUIRE(mistakes.size() >= 40);
    return mistakes;
}

// The first that simt says: a line and those indented below it.
std::string first_finding(const std::string& text) {
    std::string found;
    for (const std::string& line : lines_of(text)) {
        if (!found.empty() && line.rfind("  ", 0) != 0) break;
        if (found.empty() && line.rfind("simt: ", 0) != 0) continue;
        found += line + "\n";
    }
    return found;
}

// Words may be broken over lines.
bool has_words(std::string text, const std::string& words) {
    text = std::regex_replace(text, std::regex("\\s+"), " ");
    return text.find(words) != std::string::npos;
}

std::string said_of(const Mistake& mistake) {
    return first_finding(shell("build/simt --threads 1 " + mistake.options + " " + program_of(mistake.group) +
                               " " + mistake.name)
                             .err);
}

}  // namespace

TEST_CASE("the first finding of a mistake names its line, and its advice is the cure") {
    for (const Mistake& mistake : all()) {
        const std::string said = said_of(mistake);
        CAPTURE(mistake.name);
        CAPTURE(said);
        REQUIRE_FALSE(mistake.says.empty());
        for (const std::string& words : mistake.says) CHECK_MESSAGE(has_words(said, words), words);
        for (const std::string& words : mistake.advice) CHECK_MESSAGE(has_words(said, words), words);
        for (const int line : mistake.causes)
            CHECK_MESSAGE(said.find(mistake.name + ".cu:" + std::to_string(line) + " ") != std::string::npos,
                          "line " << line);
    }
}

TEST_CASE("with its cure the program is right, and nothing is found") {
    for (const Mistake& mistake : all()) {
        const Ended ran = shell("build/simt --error-exitcode 9 " + mistake.options + " " +
                                program_of(mistake.group) + " " + mistake.name + " cured");
        CAPTURE(mistake.name);
        CAPTURE(ran.err);
        CHECK(ran.exit_code == 0);
    }
}

namespace {

// The mistaken and the cured lines as a diff, from "#ifdef CURED" … "#else" … "#endif", or "#ifndef"; with the lines around them as
// far as those that the finding has to name.
std::string diff_of(const Mistake& mistake) {
    struct Line {
        std::string text;
        bool wanted;
    };
    std::vector<Line> lines;
    std::vector<Line> cured;
    char sign = ' ';
    for (const std::string& line : mistake.source) {
        const bool opens = line == "#ifdef CURED" || line == "#ifndef CURED";
        if (opens || (sign != ' ' && line == "#else")) {
            sign = line == "#ifdef CURED" || sign == '-' ? '+' : '-';
        } else if (sign != ' ' && line == "#endif") {
            sign = ' ';
            lines.insert(lines.end(), cured.begin(), cured.end());
            cured.clear();
        } else {
            const bool wanted = sign != ' ' || line.find("// cause") != std::string::npos;
            (sign == '+' ? cured : lines).push_back({sign + line.substr(0, line.find("  // cause")), wanted});
        }
    }
    const auto wanted = [](const Line& line) { return line.wanted; };
    const auto first = std::find_if(lines.begin(), lines.end(), wanted);
    const auto last = std::find_if(lines.rbegin(), lines.rend(), wanted).base();
    std::string text;
    for (auto line = first; line < last; ++line) text += line->text == " " ? "\n" : line->text + "\n";
    return text;
}

// The first finding without addresses, which differ from run to run, and names of this test's own.
std::string shown(const Mistake& mistake) {
    std::string said = said_of(mistake);
    said = std::regex_replace(said, std::regex("mistakes::" + mistake.name + "::wrong::"), "");
    said = std::regex_replace(said, std::regex("0x[0-9a-f]{4,}"), "0x…");
    said = std::regex_replace(said, std::regex(kFolder), "");
    said = std::regex_replace(said, std::regex("  // cause"), "");
    return std::regex_replace(said, std::regex(R"( \(PTX line \d+\))"), "");
}

std::string title_of_group(const std::string& group) {
    const std::string first = lines_of(text_of(kFolder + "programs/mistakes_" + group + ".cu")).at(0);
    return first.substr(3, first.size() - 4);
}

// "no barrier after store" for no_barrier_after_store.
std::string heading_of(std::string name) {
    std::replace(name.begin(), name.end(), '_', ' ');
    name[0] = static_cast<char>(std::toupper(name[0]));
    return name;
}

std::string anchor_of(std::string name) {
    std::replace(name.begin(), name.end(), '_', '-');
    return name;
}

std::string page_of(const std::vector<Mistake>& mistakes) {
    std::string index = "| mistake | what simt says first |\n|---|---|\n", text;
    std::string group;
    for (const Mistake& mistake : mistakes) {
        const std::string said = shown(mistake);
        const std::string headline = said.substr(6, said.find('\n') - 6);
        index += "| [" + heading_of(mistake.name) + "](#" + anchor_of(mistake.name) + ") | " +
                 std::regex_replace(headline, std::regex("\\|"), "\\|") + " |\n";
        if (mistake.group != group) text += "\n## " + title_of_group(mistake.group) + "\n";
        group = mistake.group;
        text += "\n### " + heading_of(mistake.name) + "\n\n" + mistake.title + " [" + mistake.name + ".cu](" +
                mistake.name + ".cu)\n\n```diff\n" + diff_of(mistake) + "```\n\n```\n" + said + "```\n";
    }
    return index + text;
}

}  // namespace

TEST_CASE("the page of mistakes shows what is said today") {
    const std::string page = text_of(kFolder + "README.md");
    const std::string begin = "<!-- mistakes begin -->\n", end = "<!-- mistakes end -->\n";
    const std::size_t first = page.find(begin), last = page.find(end);
    REQUIRE(first != std::string::npos);
    REQUIRE(last != std::string::npos);
    const std::string wanted = page.substr(0, first + begin.size()) + page_of(all()) + page.substr(last);
    const bool up_to_date = page == wanted;
    if (!up_to_date) std::ofstream("build/test/mistakes_README.md") << wanted;
    CHECK_MESSAGE(up_to_date,
                  "after a look: cp build/test/mistakes_README.md emulator/test/mistakes/README.md");
}
