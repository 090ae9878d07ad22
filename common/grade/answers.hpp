// The answers of a class: each distinct one is graded once, and its result kept.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "common/course/catalogue.hpp"
#include "common/grade/class.hpp"
#include "common/grade/one.hpp"
#include "common/grade/results.hpp"

namespace grade {

// Folders that no answer may see.
std::vector<std::string> hidden_folders(const Options& options);

class Answers {
  public:
    // `options` must outlive this.
    Answers(const Options& options, std::uint64_t seed);

    // Returns its key. `parameters`: the text of the student's exercises/parameters.txt.
    std::string add(const course::Exercise& exercise, const std::string& text, const std::string& parameters);

    // Grades those that have no result yet.
    void grade_all(const std::vector<course::Exercise>& exercises);

    // Null if it was not graded; then failure() is what the grader said.
    const Result* result(const std::string& key) const;
    std::string failure(const std::string& key) const;
    std::size_t newly_graded() const { return todo_.size() - failures_.size(); }

  private:
    std::string path_of(const std::string& key) const;
    const std::string& harness_of(const course::Exercise& exercise);

    const Options& options_;
    std::uint64_t seed_;
    std::string common_;  // what the results of all answers depend on
    std::map<std::string, std::string> harnesses_, failures_;
    std::set<std::string> seen_;
    std::vector<Job> todo_;
    std::vector<std::string> texts_;
    std::map<std::string, Result> results_;
};

}  // namespace grade
