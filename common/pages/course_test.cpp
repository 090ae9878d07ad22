// Every page of the course refers to things that exist. A small course shows that a wrong reference is found.
#include "common/pages/course.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "common/pages/page.hpp"
#include "common/testing/temporary_folder.hpp"

namespace {

namespace fs = std::filesystem;

// A course with one program, a Makefile with one command, and the page to check: chapters/02-first/README.md.
struct SmallCourse {
    testing::TemporaryFolder folder;
    fs::path top = folder.path();
    SmallCourse() {
        write("Makefile", "run: all\n\techo make: it\nFLAGS := none\nfuzz-$(1):\n");
        write("README.md", "# Learn\n\n## The chapters, `all`\n");
        write("chapters/02-first/programs/strides.cu", "");
    }

    void write(const std::string& path, const std::string& text) const {
        fs::create_directories((top / path).parent_path());
        std::ofstream(top / path) << text;
    }
    // One objection a line, without the page's name.
    std::string objections_to(const std::string& text) const {
        write("chapters/02-first/README.md", text);
        std::string lines;
        for (const std::string& objection : pages::Course(top).objections_to("chapters/02-first/README.md"))
            lines += objection.substr(objection.find(' ') + 1) + "\n";
        return lines;
    }
};

}  // namespace

TEST_CASE("every link, file, program and command that a page names is there") {
    const pages::Course course(".");
    REQUIRE(course.pages().size() > 50);
    for (const std::string& page : course.pages())
        for (const std::string& objection : course.objections_to(page)) FAIL_CHECK(objection);
}

TEST_CASE("README links every chapter, a chapter its exercises, the slides' page every deck") {
    const auto links_of = [](const std::string& path) {
        std::ostringstream text;
        text << std::ifstream(path).rdbuf();
        const std::vector<std::string> links = pages::read_page(text.str()).links;
        return std::set<std::string>(links.begin(), links.end());
    };
    const pages::Course course(".");
    std::map<std::string, std::set<std::string>> links_of_chapter;
    for (const std::string& page : course.pages()) {
        const fs::path folder = fs::path(page).parent_path();
        if (folder.parent_path() == "chapters") links_of_chapter[folder.filename()].merge(links_of(page));
    }
    int exercises = 0;
    for (const std::string& page : course.pages()) {
        CAPTURE(page);
        const fs::path path = page;
        const std::vector<std::string> parts(path.begin(), path.end());
        if (parts[0] == "exercises" && parts.size() == 4 && parts[3] == "README.md") {
            ++exercises;
            CHECK(links_of_chapter[parts[1]].contains("../../" + page));
        }
        if (parts[0] == "chapters" && parts.size() == 3 && parts[2] == "README.md")
            CHECK(links_of("README.md").contains(page));
        if (parts[0] == "slides" && parts.size() == 2 && parts[1] != "README.md")
            CHECK(links_of("slides/README.md").contains(parts[1]));
    }
    CHECK(exercises > 30);
}

TEST_CASE("every command that make lists is explained on README or CONTRIBUTING") {
    std::ostringstream pages;
    pages << std::ifstream("README.md").rdbuf() << std::ifstream("CONTRIBUTING.md").rdbuf();
    std::ifstream help("common/make/help.txt");
    int commands = 0;
    for (std::string line; std::getline(help, line);) {
        const std::vector<std::string> words = pages::words_of(line);
        if (words.size() < 2 || words[0] != "make") continue;
        const std::string command = "make " + words[1];
        CAPTURE(command);
        CHECK(pages.str().find(command) != std::string::npos);
        ++commands;
    }
    CHECK(commands > 20);
}

TEST_CASE("README's first commands run the first lesson and say what comes next") {
    std::ostringstream text;
    text << std::ifstream("README.md").rdbuf();
    const std::vector<std::string> commands = pages::read_page(text.str()).commands;
    REQUIRE(commands.size() >= 2);
    CHECK(commands[0] == "make run-01");
    CHECK(commands[1] == "make start");
}

TEST_CASE("a page that refers to what is there") {
    const SmallCourse course;
    CHECK(course.objections_to(
              "[a](../../README.md) [b](../../README.md#the-chapters-all) [c](https://x.y) [d](#here)\n"
              "# Here\n"
              "`make run-02 ARGS=x`, `make run`, `make fuzz-ptx`, "
              "`make 02`, `make 02-first`, `make run-02-first`, `make programs-02-first`, "
              "`chapters/02-first/programs/strides.cu:12`, `programs/`\n"
              "`chapters/NN-name/main.cu`, `[e](nowhere)`, `build/02/x`, `build/simt`\n\n"
              "    $ build/02/strides 3   # make it\n") == "");
}

TEST_CASE("a page that refers to what is not there") {
    const SmallCourse course;
    CHECK(course.objections_to("[a](../README.md)") == "links to ../README.md, which is not there\n");
    CHECK(course.objections_to("[a](../../README.md#learn-it)") ==
          "links to ../../README.md#learn-it, and there is no such heading\n");
    CHECK(course.objections_to("See `chapters/02-first/programs/stride.cu`.") ==
          "names chapters/02-first/programs/stride.cu, which is not there\n");
    CHECK(course.objections_to("    build/02/stride 3") ==
          "names build/02/stride, which no program becomes\n");
    CHECK(course.objections_to("```\nmake run-03\n```") == "says make run-03, which is no command\n");
    CHECK(course.objections_to("`make 03`, `make 02-second`, `make first`, `make run-first`") ==
          "says make 03, which is no command\nsays make 02-second, which is no command\n"
          "says make first, which is no command\nsays make run-first, which is no command\n");
    CHECK(course.objections_to("`make FLAGS`, `make runs`") == "says make runs, which is no command\n");
}

TEST_CASE("headings that are called the same have anchors of their own") {
    const pages::Page page =
        pages::read_page("# It costs\n## It costs\n```\n# no heading\n```\n## Why: *x* ≠ y_1 ([z](w))\n");
    CHECK(pages::anchor_of("1 · größer: 2 × n², “so”") == "1--größer-2--n-so");
    CHECK(page.anchors == std::set<std::string>{"it-costs", "it-costs-1", "why-x--y_1-z"});
}
