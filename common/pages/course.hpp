// Everything that pages may refer to: the repository's files, its programs and the commands of its Makefile.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace pages {

class Course {
  public:
    // `top` is the repository's root.
    explicit Course(const std::string& top);

    // All pages, x.md, in order: paths from the root.
    const std::vector<std::string>& pages() const { return pages_; }

    // A sentence for each thing that the page refers to and that does not exist. Web addresses are not checked, nor
    // are names with *, … or NN, or of a file x, which are placeholders.
    std::vector<std::string> objections_to(const std::string& page) const;

  private:
    std::string objection_to_link(const std::string& page, const std::string& target) const;
    std::string objection_to_word(const std::string& page, const std::string& word) const;
    std::string objection_to_command(const std::string& command) const;
    bool has(const std::string& path) const;
    bool has_chapter(const std::string& name) const;  // "02" or "02-transpose"
    bool has_program(const std::string& number, const std::string& name) const;

    std::string top_;
    std::vector<std::string> pages_;
    std::vector<std::string> chapters_;  // "chapters/02-transpose"
    std::set<std::string> goals_;        // goals with a rule in the Makefile or its parts
};

}  // namespace pages
