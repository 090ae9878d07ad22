// The model's tables in Markdown, for the lesson on memory and for a terminal.
#pragma once

#include <span>
#include <string>

namespace dram {

struct Section {
    const char* name;  // "banks"
    const char* title;
    std::string (*text)();
};

// In the order of the text.
std::span<const Section> sections();

}  // namespace dram
