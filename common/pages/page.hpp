// What a page of the course refers to (links, files, programs, commands), so that a test can check that it exists.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace pages {

// Markdown, as far as the pages use it. Code is text between fences or indented by four spaces.
struct Page {
    std::vector<std::string> links;  // targets of [text](target) outside of code: "../README.md#the-chapters"
    std::vector<std::string> quoted;  // words between backticks outside of code: "make run"
    std::vector<std::string>
        commands;  // lines of code up to "#" or two spaces, without "$ ": "make check EX=02.1"
    std::set<std::string> anchors;  // of its headings: "the-chapters"
};

Page read_page(const std::string& text);

// The anchor that a heading gets: small letters, no punctuation, a hyphen for each space.
std::string anchor_of(const std::string& heading);

// The words of a text, which spaces separate.
std::vector<std::string> words_of(const std::string& text);

}  // namespace pages
