// See similarity.hpp.
#include "common/grade/similarity.hpp"

#include <fcntl.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>

#include "common/grade/files.hpp"
#include "common/grade/page.hpp"
#include "common/grade/text.hpp"
#include "common/ladder/csv.hpp"

namespace grade {
namespace {

namespace fs = std::filesystem;

constexpr const char* kTool = "/usr/bin/sim_c++";
constexpr double kLimit = 120;                      // seconds for an exercise
constexpr std::size_t kLongestCompared = 64 << 10;  // bytes; the time grows with the square of what repeats
constexpr std::size_t kLargestOutput = 32 << 20;    // bytes
constexpr std::size_t kMostShown = 500;             // pairs of an exercise in the HTML file

std::string_view trimmed(std::string_view line) {
    const std::size_t begin = line.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos) return "";
    return line.substr(begin, line.find_last_not_of(" \t\r") - begin + 1);
}

// Takes a number and the text behind it from the beginning of the line.
bool take(std::string_view& line, std::string_view behind, std::size_t& number) {
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), number);
    if (error != std::errc()) return false;
    line.remove_prefix(static_cast<std::size_t>(end - line.data()));
    if (!line.starts_with(behind)) return false;
    line.remove_prefix(behind.size());
    return true;
}

int larger_of(const Pair& pair) { return std::max(pair.of_one, pair.of_other); }

// Runs sim_c++ in the folder, which has the files 0, 1, 2…
Ended run_tool(std::size_t files, const std::string& folder, const Conditions& conditions) {
    const std::string inside = conditions.isolated ? "/compared" : folder;
    Command command;
    // Each file with each other one, in percentages, without a summary of the input, unsorted.
    command.words = {kTool, "-aepTu", "-t", std::to_string(kSimilar), "-o", inside + "/out/pairs"};
    for (std::size_t i = 0; i < files; ++i) command.words.push_back(std::to_string(i));
    command.environment = {"LANG=C.UTF-8"};
    command.folder = inside;
    Limits limits;
    limits.seconds = kLimit;
    return run_confined({{command,
                          {{folder, inside}, {folder + "/out", inside + "/out", true}, {kTool, kTool}},
                          Programs::kNone}},
                        limits, conditions, folder);
}

// Compares the texts. Returns a sentence if that fails.
std::string compare(const std::vector<std::string>& texts, const std::string& folder,
                    const Conditions& conditions, std::vector<Pair>& pairs) {
    fs::remove_all(folder);
    fs::create_directories(folder + "/out");
    for (std::size_t i = 0; i < texts.size(); ++i)
        std::ofstream(folder + "/" + std::to_string(i), std::ios::binary) << texts[i];
    const Ended ended = run_tool(texts.size(), folder, conditions);
    std::string printed;
    const std::string unreadable = read_bounded(AT_FDCWD, folder + "/out/pairs", kLargestOutput, printed);
    fs::remove_all(folder);
    if (ended.ending.timed_out)
        return "sim_c++ was still running after " + std::to_string(static_cast<int>(kLimit)) +
               " s and was stopped.";
    if (!ended.exceeded.empty()) return "sim_c++ " + ended.exceeded + " and was stopped.";
    if (ended.ending.exit_code != 0 || ended.ending.signal != 0)
        return "sim_c++ failed: " + printable(ended.output.substr(0, ended.output.find('\n')));
    if (!unreadable.empty()) return "What sim_c++ found cannot be read. " + unreadable;
    pairs = read_pairs(printed, texts.size());
    return "";
}

Similarities compare_exercise(const std::string& exercise, const std::vector<Submission>& submissions,
                              const std::string& stub, const std::string& folder,
                              const Conditions& conditions) {
    Similarities result;
    result.exercise = exercise;
    std::vector<std::string> texts;
    std::vector<std::size_t> which;
    for (std::size_t i = 0; i < submissions.size(); ++i) {
        if (!submissions[i].refused.empty() || submissions[i].exercise != exercise) continue;
        const std::string text = without_stub(submissions[i].text, stub);
        if (text.size() > kLongestCompared) {
            result.long_ones.push_back(i);
        } else {
            texts.push_back(text);
            which.push_back(i);
        }
    }
    result.compared = texts.size();
    if (texts.size() < 2) return result;
    result.failure = compare(texts, folder, conditions, result.pairs);
    for (Pair& pair : result.pairs) pair = {which[pair.one], which[pair.other], pair.of_one, pair.of_other};
    // A student may hand in a file twice.
    std::erase_if(result.pairs, [&](const Pair& pair) {
        return submissions[pair.one].student == submissions[pair.other].student;
    });
    return result;
}

std::string student_of(const std::vector<Submission>& submissions, std::size_t i) {
    return printable(submissions[i].student);
}

std::string words_for(int percent) { return percent == 0 ? "less" : std::to_string(percent) + " %"; }

}  // namespace

std::string without_stub(const std::string& text, const std::string& stub) {
    std::set<std::string_view> known;
    for (std::size_t begin = 0; begin < stub.size();) {
        const std::size_t end = std::min(stub.find('\n', begin), stub.size());
        known.insert(trimmed(std::string_view(stub).substr(begin, end - begin)));
        begin = end + 1;
    }
    std::istringstream lines(text);
    std::string rest;
    for (std::string line; std::getline(lines, line);)
        if (!known.contains(trimmed(line))) rest += line + "\n";
    return rest;
}

std::vector<Pair> read_pairs(std::string_view printed, std::size_t files) {
    std::map<std::pair<std::size_t, std::size_t>, Pair> found;
    while (!printed.empty()) {
        const std::size_t end = std::min(printed.find('\n'), printed.size());
        std::string_view line = printed.substr(0, end);
        printed.remove_prefix(std::min(end + 1, printed.size()));
        std::size_t one = 0, other = 0, percent = 0;
        if (!take(line, " consists for ", one) || !take(line, " % of ", percent) ||
            !take(line, " material", other))
            continue;
        if (one >= files || other >= files || one == other || percent > 100) continue;
        Pair& pair =
            found.try_emplace(std::minmax(one, other), Pair{std::min(one, other), std::max(one, other), 0, 0})
                .first->second;
        (one < other ? pair.of_one : pair.of_other) = static_cast<int>(percent);
    }
    std::vector<Pair> pairs;
    for (const auto& [numbers, pair] : found)
        if (larger_of(pair) >= kSimilar) pairs.push_back(pair);
    std::stable_sort(pairs.begin(), pairs.end(),
                     [](const Pair& a, const Pair& b) { return larger_of(a) > larger_of(b); });
    return pairs;
}

std::string why_not_compared() {
    return fs::exists(kTool) ? ""
                             : "Answers were not compared with each other: Debian's package "
                               "similarity-tester is not installed.";
}

std::vector<Similarities> compare_answers(const std::vector<Submission>& submissions,
                                          const std::map<std::string, std::string>& stubs,
                                          const std::string& folder, const Conditions& conditions) {
    std::vector<Similarities> all;
    for (const auto& [exercise, stub] : stubs)
        all.push_back(compare_exercise(exercise, submissions, stub, fs::absolute(folder), conditions));
    return all;
}

std::string similarity_csv(const std::vector<Similarities>& all, const std::vector<Submission>& submissions) {
    std::string text = ladder::csv_line({"exercise", "one", "other", "shared of one", "shared of other"});
    for (const Similarities& each : all)
        for (const Pair& pair : each.pairs)
            text += ladder::csv_line({each.exercise, spreadsheet_cell(student_of(submissions, pair.one)),
                                      spreadsheet_cell(student_of(submissions, pair.other)),
                                      words_for(pair.of_one), words_for(pair.of_other)});
    return text;
}

std::string similarity_html(const std::vector<Similarities>& all,
                            const std::vector<Submission>& submissions) {
    std::string body =
        "<p>Pairs of answers of which one shares at least " + std::to_string(kSimilar) +
        " % of its tokens with the other, the stub's lines left out. Names, comments and constants make no "
        "difference. A pair is no proof: a short exercise has few right answers. Read both before you "
        "speak of it.</p>\n";
    for (const Similarities& each : all) {
        body += "<h2>" + escaped(each.exercise) + "</h2>\n<p>" + std::to_string(each.compared) +
                " answers, " + std::to_string(each.pairs.size()) + " pairs. " + escaped(each.failure);
        for (const std::size_t i : each.long_ones)
            body += " The answer of " + escaped(student_of(submissions, i)) + " is too long to be compared.";
        body += "</p>\n";
        if (each.pairs.empty()) continue;
        body +=
            "<table>\n<tr><th>student</th><th class=\"n\">shares</th><th>student</th><th "
            "class=\"n\">shares</th></tr>\n";
        for (std::size_t i = 0; i < std::min(each.pairs.size(), kMostShown); ++i) {
            const Pair& pair = each.pairs[i];
            body += "<tr><td>" + escaped(student_of(submissions, pair.one)) + "</td><td class=\"n\">" +
                    words_for(pair.of_one) + "</td><td>" + escaped(student_of(submissions, pair.other)) +
                    "</td><td class=\"n\">" + words_for(pair.of_other) + "</td></tr>\n";
        }
        body += "</table>\n";
        if (each.pairs.size() > kMostShown)
            body +=
                "<p>These are the first " + std::to_string(kMostShown) + "; similarity.csv has all.</p>\n";
    }
    return html_page("Similar answers", body);
}

}  // namespace grade
