// The rows, and the check of their values. Options that ncu or compute-sanitizer have too keep their names and
// meanings.
#include "emulator/loader/option_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>

#include "emulator/loader/kernel_pattern.hpp"

namespace simt::loader {
namespace {

constexpr const char* kReport = "What is reported";
constexpr const char* kWhich = "Which launches are reported (all run, unless --kill)";
constexpr const char* kChecks = "Checks";
constexpr const char* kTrace = "What a trace records";
constexpr const char* kRun = "How the program runs";
constexpr s64 kMany = s64{1} << 40;

constexpr Option kTable[] = {
    {"--lines", "SIMT_LINES", Kind::Flag, "", kReport,
     "Every source line of every kernel with what it cost, not only the worst"},
    {"--json", "SIMT_JSON", Kind::File, "FILE", kReport,
     "Write the findings and the counters of every launch to FILE, as JSON"},
    {"--sarif", "SIMT_SARIF", Kind::File, "FILE", kReport,
     "Write the findings to FILE as SARIF 2.1.0, which code hosts and editors show beside the source"},
    {"--error-lines", "SIMT_ERROR_LINES", Kind::Flag, "", kReport,
     "Begin each finding with FILE:LINE: error: and what it is, as a compiler does, for editors that go "
     "there"},
    {"--model", "SIMT_MODEL", Kind::List, "cc1.3|cc2.0|cc9.0", kReport,
     "Count memory transactions as a GPU of that generation would make them; may be given several times"},
    {"--quiet", "SIMT_QUIET", Kind::Flag, "", kReport,
     "No report; if checks found something, one line, unless --json, --sarif or --error-exitcode tells"},

    {"-k,--kernel-name,--kernel", "SIMT_KERNEL", Kind::Kernel, "NAME", kWhich,
     "Only kernels of that function name (as ncu -k); regex:EXPRESSION for those in whose name it is found; "
     "kernel_substring=TEXT (kns=TEXT) as in compute-sanitizer"},
    {"--launch-range", "", Kind::Range, "FIRST:LAST", kWhich,
     "Only these launches, counted from 1 among those that --kernel selects: 3, 3:5, 3: or :5"},
    {"-s,--launch-skip", "SIMT_LAUNCH_SKIP", Kind::Number, "N", kWhich,
     "Not the first N of those that --kernel selects (as in ncu)", 0, kMany},
    {"-c,--launch-count", "SIMT_LAUNCH_COUNT", Kind::Number, "N", kWhich, "At most N launches (as in ncu)", 1,
     kMany},
    {"--kill", "SIMT_KILL", Kind::Choice, "yes|no", kWhich,
     "yes: end the program, with exit code 0, when the last launch of --launch-range or --launch-count has "
     "run, "
     "and report (as in ncu)"},

    {"--checks", "SIMT_CHECKS", Kind::List, "all|none|memcheck|racecheck|initcheck|synccheck", kChecks,
     "Which checks run: all, none (faster), or a list with commas of memcheck, racecheck, initcheck and "
     "synccheck, as compute-sanitizer's tools are named. What a GPU faults on is reported whatever is "
     "chosen"},
    {"--leak-check", "SIMT_LEAK_CHECK", Kind::Choice, "full|no", kChecks,
     "full: list memory that is still allocated at the program's end and at cudaDeviceReset"},
    {"--continue", "SIMT_CONTINUE", Kind::Flag, "", kChecks,
     "Go on after an access to global memory where no allocation is: what it reads is all ones (NaN, or -1), "
     "what "
     "it writes is dropped. Otherwise the launch ends there"},
    {"--print-limit", "SIMT_PRINT_LIMIT", Kind::Number, "N", kChecks,
     "Print at most N findings (default 100; 0: all of them)", 0, kMany},
    {"--error-exitcode", "", Kind::Number, "N", kChecks, "Exit with N when a check reported anything", 1,
     255},

    {"--trace", "SIMT_TRACE", Kind::File, "FILE", kTrace,
     "Record in FILE which source lines a warp executes and which addresses its lanes access, in order "
     "(emulator/trace/FORMAT.md); of the launches that --kernel and --launch-range select"},
    {"--trace-of", "SIMT_TRACE_OF", Kind::Warps, "X,Y,Z:WARP|X,Y,Z|all|all/N", kTrace,
     "Record that warp of block X,Y,Z (default 0,0,0:0), all warps of the block, all blocks, or every N-th "
     "block"},
    {"--trace-limit", "SIMT_TRACE_LIMIT", Kind::Number, "N", kTrace,
     "Record at most N accesses (default 100000; 0: all of them)", 0, kMany},

    {"--schedule", "SIMT_SCHEDULE", Kind::Choice, "ordered|random", kRun,
     "Order of blocks, warps and lanes between synchronisation points: always the same, or by chance, which "
     "shows what relies on it"},
    {"--seed", "SIMT_SEED", Kind::Number, "N", kRun,
     "Another order of --schedule=random; equal seeds, equal order (default 1)", 0, kMany},
    {"--max-instructions", "SIMT_MAX_INSTRUCTIONS", Kind::Number, "N", kRun,
     "Stop a launch after N warp instructions and say where it was (default: no limit)", 1, kMany},
    {"--devices", "SIMT_DEVICES", Kind::Number, "N", kRun,
     "How many devices the program finds, all alike; they share the host's memory (default 1)", 1, 16},
    {"--threads", "SIMT_THREADS", Kind::Number, "N", kRun, "Host threads to use (default: all)", 1, 4096},

    {"", "SIMT_TABLE", Kind::Flag, "", "", ""},
    {"", "SIMT_WIDTH", Kind::Number, "", "", "", 40, 1000},
    {"", "SIMT_PROCESS", Kind::Number, "", "", "", 0, 1 << 22},
    {"", "SIMT_FINDINGS_FD", Kind::Number, "", "", "", 0, 1 << 20},
};

// "a, b or c"
std::string alternatives(std::string_view value) {
    const auto words = split(value, '|');
    std::string text;
    for (std::size_t k = 0; k < words.size(); ++k)
        text += fmt::format("{}{}", k == 0 ? "" : k + 1 == words.size() ? " or " : ", ", words[k]);
    return text;
}

bool is_among(std::string_view value, std::string_view word) {
    return std::ranges::count(split(value, '|'), word) != 0;
}

}  // namespace

std::span<const Option> table() { return kTable; }

std::string name_of(const Option& option) { return std::string(split(option.names, ',').back()); }

std::optional<s64> whole_number(std::string_view text) {
    s64 value = 0;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failed != std::errc{} || end != text.data() + text.size()) return {};
    return value;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> words;
    while (true) {
        const std::size_t end = text.find(separator);
        words.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return words;
        text.remove_prefix(end + 1);
    }
}

std::optional<LaunchRange> parse_launch_range(std::string_view text) {
    LaunchRange range;
    const std::size_t colon = text.find(':');
    const std::string_view first = text.substr(0, colon);
    const std::string_view last = colon == std::string_view::npos ? first : text.substr(colon + 1);
    if (first.empty() && last.empty()) return {};
    for (const auto& [part, bound] : {std::pair{first, &range.first}, std::pair{last, &range.last}}) {
        if (part.empty()) continue;
        const auto number = whole_number(part);
        if (!number || *number < 1) return {};
        *bound = static_cast<u64>(*number);
    }
    if (range.first > range.last) return {};
    return range;
}

std::optional<trace::Selection> parse_warps(std::string_view text) {
    trace::Selection warps;
    const auto number = [](std::string_view word, s64 least, s64 most) -> std::optional<s64> {
        const auto value = whole_number(word);
        return value && *value >= least && *value <= most ? value : std::nullopt;
    };
    if (text == "all" || text.starts_with("all/")) {
        warps.all = true;
        const auto every = number(text == "all" ? "1" : text.substr(4), 1, kMany);
        if (!every) return {};
        warps.every = static_cast<u64>(*every);
        return warps;
    }
    const std::size_t colon = text.find(':');
    warps.one_warp = colon != std::string_view::npos;
    if (warps.one_warp) {
        const auto warp = number(text.substr(colon + 1), 0, 31);
        if (!warp) return {};
        warps.warp = static_cast<u32>(*warp);
    }
    const auto parts = split(text.substr(0, colon), ',');
    u32* const coordinates[] = {&warps.block.x, &warps.block.y, &warps.block.z};
    if (parts.size() > std::size(coordinates)) return {};
    for (std::size_t k = 0; k < parts.size(); ++k) {
        const auto value = number(parts[k], 0, 0x7fffffff);
        if (!value) return {};
        *coordinates[k] = static_cast<u32>(*value);
    }
    return warps;
}

std::optional<std::string> must_be(const Option& option, std::string_view text) {
    switch (option.kind) {
        case Kind::Flag:
            if (text == "0" || text == "1") return {};
            return "0 or 1";
        case Kind::Choice:
            if (is_among(option.value, text)) return {};
            return alternatives(option.value);
        case Kind::List:
            for (const std::string_view word : split(text, ',')) {
                if (!is_among(option.value, word)) return alternatives(option.value);
                if ((word == "all" || word == "none") && word != text)
                    return fmt::format("{} by itself, or a list without it", word);
            }
            return {};
        case Kind::Number: {
            const auto value = whole_number(text);
            if (value && *value >= option.lowest && *value <= option.highest) return {};
            if (option.highest == kMany)
                return option.lowest == 0 ? "a number, 0 or more" : "a number, 1 or more";
            return fmt::format("a number from {} to {}", option.lowest, option.highest);
        }
        case Kind::Kernel:
            if (const std::string wrong = wrong_pattern(text); !wrong.empty()) return wrong;
            return {};
        case Kind::Range:
            if (parse_launch_range(text)) return {};
            return "one number or a range, counted from 1: 3, 3:5, 3: or :5";
        case Kind::Warps:
            if (parse_warps(text)) return {};
            return "a block with or without the number of a warp, 3,1:0 or 3,1, or all, or all/16";
        case Kind::File:
            if (!text.empty()) return {};
            return "a name";
    }
    return {};
}

}  // namespace simt::loader
