// What the learner has solved: progress.txt in the repository's root, which may be committed.
//
//     # Solved so far, and what it cost beside the reference solution. make check writes this file.
//     02.1 sectors=3072/3072 instructions=5184/5184
#pragma once

#include <map>
#include <string>
#include <vector>

#include "common/course/comparison.hpp"

namespace course {

class Progress {
  public:
    // Reads the file; no file is no progress. Throws std::runtime_error for a line that is not understood, so that
    // nothing is lost.
    explicit Progress(std::string path);

    bool solved(const std::string& id) const { return costs_.contains(id); }
    std::size_t count() const { return costs_.size(); }
    // What the solution cost; empty if it was not counted.
    const std::vector<Cost>& costs(const std::string& id) const { return costs_.at(id); }

    // Adds the exercise, or replaces what it cost, and writes the file. Throws std::runtime_error if that fails.
    void add(const std::string& id, const std::vector<Cost>& costs);

  private:
    std::string path_;
    std::map<std::string, std::vector<Cost>> costs_;
};

}  // namespace course
