// Names and texts of students, made harmless.
#include "common/grade/text.hpp"

#include <doctest/doctest.h>

#include <string>

using grade::escaped;
using grade::file_name_for;
using grade::Keep;
using grade::printable;
using grade::spreadsheet_cell;

TEST_CASE("a name of letters, blanks and quotes is printed as it is") {
    CHECK(printable("O'Brien, Anna (123)") == "O'Brien, Anna (123)");
    CHECK(printable("Jürgen Øst 李") == "Jürgen Øst 李");
    CHECK(printable("$(touch X) `id`") == "$(touch X) `id`");
}

TEST_CASE("bytes that are not UTF-8 and control characters are written in digits") {
    CHECK(printable("J\xfcrgen") == "J\\xfcrgen");
    CHECK(printable("a\nb\x1b[31m") == "a\\u{a}b\\u{1b}[31m");
    CHECK(printable("\u202egpj.exe") == "\\u{202e}gpj.exe");
    CHECK(printable("\xc0\xaf") == "\\xc0\\xaf");
    CHECK(printable("\xed\xa0\x80") == "\\xed\\xa0\\x80");
    CHECK(printable("cut \xe2\x82") == "cut \\xe2\\x82");
}

TEST_CASE("two names that differ stay different") {
    CHECK(printable("J\xfcrgen") != printable("J\\xfcrgen"));
}

TEST_CASE("a program's output keeps its lines and its backslashes") {
    CHECK(printable("a\\n\n\tb\r", Keep::kLines) == "a\\n\n\tb\\u{d}");
}

TEST_CASE("a file name for a student has no character that means anything, and is their own") {
    CHECK(file_name_for("anna.b-2") == "anna.b-2");
    for (const std::string name : {"../../etc", "..", ".", "a b", "a_b", "a/b", "-", "J\xfcrgen", "Jürgen",
                                   std::string(255, 'a').c_str()}) {
        CAPTURE(name);
        const std::string file = file_name_for(name);
        CHECK(file.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_") ==
              std::string::npos);
        CHECK(!file.starts_with("."));
        CHECK(file.size() < 80);
    }
    CHECK(file_name_for("a b") != file_name_for("a_b"));
    CHECK(file_name_for("J\xfcrgen") != file_name_for("J\xf6rgen"));
    CHECK(file_name_for(std::string(255, 'a')) != file_name_for(std::string(254, 'a')));
}

TEST_CASE("a spreadsheet takes no cell for a formula") {
    for (const std::string formula : {"=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"})
        CHECK(spreadsheet_cell(formula) == "'" + formula);
    CHECK(spreadsheet_cell("Anna = Bob") == "Anna = Bob");
    CHECK(spreadsheet_cell("").empty());
}

TEST_CASE("HTML and XML show markup and do not obey it") {
    CHECK(escaped("<script>\"&'") == "&lt;script&gt;&quot;&amp;&#39;");
}
