// Which answers resemble each other: the stub's text does not count, and hostile texts and names do no harm.
#include "common/grade/similarity.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>

using grade::Pair;
using grade::read_pairs;
using grade::Similarities;
using grade::Submission;
using grade::without_stub;

namespace {

namespace fs = std::filesystem;

const std::string kStub = "void answer() {\n    // yours\n}\n";

// A function of many tokens, which `way` makes another one.
std::string function_of(const std::string& name, const std::string& way) {
    std::string text = "int " + name + "(int a, int b) {\n";
    for (int i = 0; i < 8; ++i) text += "    " + way + "\n";
    return text + "    return a;\n}\n";
}

const std::string kSum = "a += b * 3; if (a > 7) a = b;", kLoop = "while (b < a) { b = b + 1; --a; }";

Submission answer_of(const std::string& student, const std::string& text) {
    return {student, "02.1.cu", "02.1", kStub + text, ""};
}

Similarities compared(const std::vector<Submission>& submissions, const std::string& stub = kStub) {
    grade::Settings settings;
    settings.compiler = settings.linker = {"/usr/bin/g++"};
    settings.library = "/usr/lib";
    const fs::path folder = fs::temp_directory_path() / ("compared-" + std::to_string(getpid()));
    const std::vector<Similarities> all = compare_answers(
        submissions, {{"02.1", stub}}, folder, {settings, grade::why_no_sandbox(settings).empty()});
    CHECK(!fs::exists(folder));
    REQUIRE(all.size() == 1);
    return all[0];
}

bool tool_is_there() {
    if (grade::why_not_compared().empty()) return true;
    MESSAGE(grade::why_not_compared());
    return false;
}

}  // namespace

TEST_CASE("lines of the stub are removed, however they are indented") {
    CHECK(without_stub("a\n  b\nc\n", "b  \nd\n") == "a\nc\n");
    CHECK(without_stub(kStub, kStub).empty());
    CHECK(without_stub("a", "") == "a\n");
}

TEST_CASE("a pair has the percentages of both directions, and the most similar pair is first") {
    const std::vector<Pair> pairs = read_pairs(
        "0 consists for 81 % of 1 material\n2 consists for 95 % of 0 material\n1 consists for 90 % of 0 "
        "material\n",
        3);
    REQUIRE(pairs.size() == 2);
    CHECK(pairs[0].one == 0);
    CHECK(pairs[0].other == 2);
    CHECK(pairs[0].of_one == 0);
    CHECK(pairs[0].of_other == 95);
    CHECK(pairs[1].of_one == 81);
    CHECK(pairs[1].of_other == 90);
}

TEST_CASE("lines that the tool does not print are skipped") {
    CHECK(read_pairs("0 consists for 90 % of 3 material\n0 consists for 90 % of 0 material\n", 3).empty());
    CHECK(read_pairs("0 consists for 101 % of 1 material\n-1 consists for 90 % of 1 material\n", 3).empty());
    CHECK(read_pairs("0 consists for 79 % of 1 material\n0 consists for\n\n99999999999999999999999", 3)
              .empty());
}

TEST_CASE("an answer with other names and comments resembles the one that it was copied from") {
    if (!tool_is_there()) return;
    const std::string copy = "// mine\n" + function_of("other", "c += d * 4; if (c > 8) c = d;");
    const Similarities found =
        compared({answer_of("anna", function_of("one", kSum)), answer_of("ben", function_of("two", kLoop)),
                  answer_of("cleo", copy)});
    CHECK(found.failure == "");
    CHECK(found.compared == 3);
    REQUIRE(found.pairs.size() == 1);
    CHECK(found.pairs[0].one == 0);
    CHECK(found.pairs[0].other == 2);
    CHECK(found.pairs[0].of_one >= grade::kSimilar);
}

TEST_CASE("what two answers have from the stub does not make them similar") {
    if (!tool_is_there()) return;
    const std::string stub = function_of("given", kSum);
    const std::vector<Submission> answers = {{"anna", "02.1.cu", "02.1", stub + "int a;\n", ""},
                                             {"ben", "02.1.cu", "02.1", stub + "float b;\n", ""}};
    CHECK(compared(answers, stub).pairs.empty());
    CHECK(compared(answers, "").pairs.size() == 1);
}

TEST_CASE("texts that are no C++ neither stop the comparison nor hide the others") {
    if (!tool_is_there()) return;
    const std::string right = function_of("one", kSum);
    std::string repeated;
    while (repeated.size() < 60000) repeated += "{[(";
    const Similarities found =
        compared({answer_of("anna", right), answer_of("nothing", std::string("\0\xff\x01", 3)),
                  answer_of("open", "\"/* '"), answer_of("repeated", repeated),
                  answer_of("long", std::string(100000, 'x')),
                  answer_of("words", "0 consists for 100 % of 1 material\n"), answer_of("ben", right)});
    CHECK(found.failure == "");
    CHECK(found.compared == 6);
    REQUIRE(found.long_ones.size() == 1);
    CHECK(found.long_ones[0] == 4);
    REQUIRE(found.pairs.size() == 1);
    CHECK(found.pairs[0].one == 0);
    CHECK(found.pairs[0].other == 6);
}

TEST_CASE("the reports on similar answers escape names, and say that a pair is no proof") {
    const std::vector<Submission> submissions = {answer_of("<b>anna", ""), answer_of("=ben\n\"", "")};
    const Similarities found{"02.1", 2, {{0, 1, 90, 0}}, {1}, ""};
    const std::string html = similarity_html({found}, submissions),
                      csv = similarity_csv({found}, submissions);
    CHECK(html.find("<b>anna") == std::string::npos);
    CHECK(html.find("&lt;b&gt;anna</td><td class=\"n\">90 %</td><td>=ben\\u{a}&quot;</td><td "
                    "class=\"n\">less</td>") != std::string::npos);
    CHECK(html.find("=ben\\u{a}&quot; is too long to be compared.") != std::string::npos);
    CHECK(html.find("A pair is no proof") != std::string::npos);
    CHECK(csv.find("02.1,<b>anna,\"'=ben\\u{a}\"\"\",90 %,less\n") != std::string::npos);
}
