// Every option of `simt` with the environment variable that passes it to the library: one table for both.
//
// A new option is a row in option_table.cpp, a member of runtime::Settings, and a line in runtime/settings.cpp that
// fills it. The launcher parses, checks and forwards it and prints it in --help without knowing more.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/integers.hpp"
#include "emulator/trace/trace.hpp"

namespace simt::loader {

enum class Kind {
    Flag,    // --quiet; the variable is 1 or 0
    Choice,  // one of the words in `value`: "all|none"
    List,    // the same, may be given several times; the variable holds them separated by commas
    Number,  // lowest … highest
    File,    // made absolute, and must be writable
    Kernel,  // a pattern: kernel_pattern.hpp
    Range,   // 3, 3:5, 3: or :5
    Warps,   // 0,0,0:0, 3,1, all or all/16
};

struct Option {
    const char* names;     // "-k,--kernel", as CLI11 wants them; empty: for the library alone
    const char* variable;  // "SIMT_KERNEL"; empty: for the launcher alone
    Kind kind;
    const char* value;  // its value as --help shows it; the words of a Choice or List
    const char* group;  // heading in --help
    const char* help;
    s64 lowest = 0, highest = 0;  // Number
};

std::span<const Option> table();

// The last name of an option, for messages: "--kernel" of "-k,--kernel-name,--kernel".
std::string name_of(const Option& option);

// Empty if the text is a valid value; otherwise what a valid one is: "all or none", "a number from 0 to 4096".
std::optional<std::string> must_be(const Option& option, std::string_view text);

// The launches that --launch-range selects, counted from 1.
struct LaunchRange {
    u64 first = 1, last = ~u64{0};
    bool operator==(const LaunchRange&) const = default;
};

// Parses "3", "3:5", "3:" or ":5"; nothing for an invalid or an empty range.
std::optional<LaunchRange> parse_launch_range(std::string_view text);

// The warps that --trace-of selects: "3,1:2" is a warp of a block, "3,1" the whole block, "all" every block, "all/16"
// every 16th. Nothing for any other text.
std::optional<trace::Selection> parse_warps(std::string_view text);

// The number that the whole text spells; nothing if it spells none.
std::optional<s64> whole_number(std::string_view text);

// The words between the separators. An empty text has one word, which is empty.
std::vector<std::string_view> split(std::string_view text, char separator);

}  // namespace simt::loader
