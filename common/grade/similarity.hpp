// Which answers of a class resemble each other, by sim_c++ of Debian's package similarity-tester. It compares tokens, so other names,
// comments and constants make no difference. A pair is a reason to look, and never a verdict: short exercises have few right answers.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "common/grade/confined.hpp"
#include "common/grade/submissions.hpp"

namespace grade {

constexpr int kSimilar = 80;  // per cent of one of the two answers, without the stub's lines

// Two answers to an exercise.
struct Pair {
    std::size_t one, other;  // which of the texts or submissions
    int of_one,
        of_other;  // per cent of the answer's tokens that the other one has, too; 0 if fewer than kSimilar
};

// The lines of the text that are not in the stub; blanks around them make no difference.
std::string without_stub(const std::string& text, const std::string& stub);

// The pairs that sim_c++ prints for files that are called 0, 1, 2…, the most similar first. Lines that are not of this form are skipped.
std::vector<Pair> read_pairs(std::string_view printed, std::size_t files);

// The answers to one exercise, compared.
struct Similarities {
    std::string exercise;
    std::size_t compared = 0;
    std::vector<Pair> pairs;             // of submissions
    std::vector<std::size_t> long_ones;  // too long to be compared
    std::string failure;                 // a sentence if they could not be compared
};

// Empty if the tool is there; else a sentence.
std::string why_not_compared();

// `stubs` by exercise. `folder` is one for files that are deleted at the end. sim_c++ runs within limits, in a sandbox if the
// conditions say so, and gets files with names that are numbers.
std::vector<Similarities> compare_answers(const std::vector<Submission>& submissions,
                                          const std::map<std::string, std::string>& stubs,
                                          const std::string& folder, const Conditions& conditions);

std::string similarity_csv(const std::vector<Similarities>& all, const std::vector<Submission>& submissions);
std::string similarity_html(const std::vector<Similarities>& all, const std::vector<Submission>& submissions);

}  // namespace grade
