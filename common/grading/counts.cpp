// Bounds on counts, and the text for a learner who misses one; see grading.hpp and counts.hpp.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>

#include "common/grading/counts.hpp"
#include "common/grading/source_lines.hpp"
#include "emulator/report/names.hpp"

namespace grading {
namespace {

// A counter's key in words: global_store_sectors is "sectors" in "global stores".
struct Words {
    std::string unit, side;
    std::string requests_key;  // the divisor for "32 a request"; empty if that would say nothing
};

Words words_of(const std::string& key) {
    constexpr std::array<std::array<const char*, 2>, 5> kSides = {{{"global_load_", "global loads"},
                                                                   {"global_store_", "global stores"},
                                                                   {"global_atomic_", "global atomics"},
                                                                   {"shared_load_", "shared loads"},
                                                                   {"shared_store_", "shared stores"}}};
    for (const auto& [prefix, side] : kSides) {
        if (key.rfind(prefix, 0) != 0) continue;
        Words words;
        words.unit = key.substr(std::string(prefix).size());
        words.side = side;
        if (words.unit != "requests") words.requests_key = std::string(prefix) + "requests";
        if (words.unit == "bank_conflicts") words.unit = "bank conflicts";
        return words;
    }
    if (key == "static_shared" || key == "dynamic_shared")
        return {"bytes", key.substr(0, key.find('_')) + " shared memory", ""};
    if (key == "overlapped_load_requests")
        return {"requests", "global loads that are under way while the warp computes", ""};
    if (key == "active_lanes_pct") return {"% of the lanes at work", "the kernel", ""};
    if (key == "longest_warp") return {"instructions", "the busiest warp", ""};
    std::string unit = key;
    std::replace(unit.begin(), unit.end(), '_', ' ');
    return {unit, "the kernel", ""};
}

// Whole numbers without decimals: "32", "4.5".
std::string number(double value) {
    char text[32];
    std::snprintf(text, sizeof text, value == std::floor(value) ? "%.0f" : "%.2f", value);
    return text;
}

// "2 divergent branches", "1 divergent branch".
std::string counted(double count, const std::string& unit) {
    std::size_t letters = unit.size();
    if (count == 1) letters -= unit.size() > 4 && unit.compare(unit.size() - 4, 4, "ches") == 0 ? 2 : 1;
    return number(count) + " " + unit.substr(0, letters);
}

double count_of(const Run& run, const std::string& key) {
    const auto found = run.counters.find(key);
    return found == run.counters.end() ? 0 : found->second;
}

std::string per_request(const Run& run, const Words& words, double count) {
    const double requests = words.requests_key.empty() ? 0 : count_of(run, words.requests_key);
    if (requests == 0) return "";
    return " in " + counted(requests, "requests") + " (" + number(count / requests) + " each)";
}

// "multiply.cu:12 makes 375 sectors:", with the line's source below.
std::string line_text(const SourceLine& line, const Words& words) {
    const std::string text = "\n" + simt::report::shown_path(line.file) + ":" + std::to_string(line.line) +
                             " makes " + counted(line.count, words.unit);
    const std::string source = simt::report::source_line(line.file, line.line);
    return source.empty() ? text + "." : text + ":\n    " + source;
}

// The line to blame, which exceeds the bound by itself; else the lines that exceed it together.
std::string lines_text(const Run& run, const std::string& key, double bound, const Words& words,
                       const LineCounts& counts) {
    constexpr std::size_t kMost = 4;
    std::string text;
    double sum = 0;
    std::size_t shown = 0;
    for (const SourceLine& line : costliest_lines(key, run.first_launch, run.last_launch, counts)) {
        if (sum > bound || shown++ == kMost) break;
        text += line_text(line, words);
        sum += line.count;
    }
    return text;
}

// Bulk copies move bytes that no bound on sectors sees.
std::string bulk_text(const Run& run, const Words& words, const LineCounts& counts) {
    const double bulk = count_of(run, "bulk_requests");
    if (bulk == 0) return "";
    return run.subject + ": " + words.side + ": not judged, for there are " + counted(bulk, "bulk requests") +
           " (cp.async.bulk and the like), whose sectors are not counted. Use loads and stores." +
           lines_text(run, "bulk_requests", 0, words_of("bulk_requests"), counts);
}

void judge(const Run& run, const std::string& key, double bound, Side side, const std::string& why) {
    if (!run.ok) return;
    const std::string complaint = complaint_about(run, key, bound, side, why);
    if (!complaint.empty()) fail(complaint);
}

}  // namespace

std::string complaint_about(const Run& run, const std::string& key, double bound, Side side,
                            const std::string& why, const LineCounts& lines) {
    const double count = count_of(run, key);
    const Words words = words_of(key);
    if (key.starts_with("global_") || key.starts_with("shared_"))
        if (std::string text = bulk_text(run, words, lines); !text.empty()) return text;
    if (side == Side::kAtMost ? count <= bound : count >= bound) return "";
    std::string text =
        run.subject + ": " + words.side + ": " + counted(count, words.unit) + per_request(run, words, count);
    if (side == Side::kAtLeast)
        text += "; at least " + number(bound) + (bound == 1 ? " is expected: " : " are expected: ");
    else
        text += bound == 0 ? "; none is needed: "
                           : "; at most " + number(bound) + (bound == 1 ? " is needed: " : " are needed: ");
    text += why;
    return side == Side::kAtMost ? text + lines_text(run, key, bound, words, lines) : text;
}

void at_most(const Run& run, const std::string& key, double bound, const std::string& why) {
    judge(run, key, bound, Side::kAtMost, why);
}

void at_least(const Run& run, const std::string& key, double bound, const std::string& why) {
    judge(run, key, bound, Side::kAtLeast, why);
}

}  // namespace grading
