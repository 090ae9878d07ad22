// Prose in lines of a given width.
#include "common/course/terminal_text.hpp"

#include <doctest/doctest.h>

using course::wrapped;
using course::wrapped_paragraphs;

TEST_CASE("a line breaks at spaces, and a long word stays whole") {
    CHECK(wrapped("one two  three", 7) == "one two\nthree");
    CHECK(wrapped("a longer_than_that b", 6) == "a\nlonger_than_that\nb");
    CHECK(wrapped("", 6) == "");
}

TEST_CASE("a letter that is not ASCII takes one column") {
    CHECK(wrapped("4 × 4 × 4 b", 9) == "4 × 4 × 4\nb");
}

TEST_CASE("a paragraph is wrapped as a whole; code, lists and tables keep their lines") {
    CHECK(wrapped_paragraphs(
              "one\ntwo three\n\n    for (;;) wait_for_it();\n- four\n- five\n| six | seven |\n", 10) ==
          "one two\nthree\n\n    for (;;) wait_for_it();\n- four\n- five\n| six | seven |\n");
}
