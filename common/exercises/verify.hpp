// Proves what the exercises promise: each stub compiles and fails as its page shows, each reference solution passes, and
// each wrong answer fails for the reason in the first line of solutions/*/*/wrong/NAME.diff:
//
//     fails: loads and stores are coalesced | at most 1536 are needed
//
// the test that has to fail, and words of what the learner reads below it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "common/exercises/catalogue.hpp"

namespace exercises {

struct Claim {
    std::string sentence;
    std::string objection;  // empty: the claim holds
};

// Reports all claims, in order, proved by `jobs` threads with the programs that make has built. With write_pages, what the stubs print
// is written into the pages.
void verify(const std::vector<Exercise>& exercises, unsigned jobs, bool write_pages,
            const std::function<void(const Claim&)>& report);

// Whether a text that a check printed has the failure that the first line of a wrong answer promises; why not, if not.
std::string objection_to(const std::string& first_line, const std::string& text);

// The page with what the stub prints between <!-- table:unsolved begin --> and its end. Throws std::runtime_error for a
// page without that place.
std::string page_with(const std::string& page, const std::string& text);

}  // namespace exercises
