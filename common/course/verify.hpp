// Checks what the exercises claim: each stub compiles, fails as its page shows and earns no points, each reference solution passes,
// and each wrong answer fails for the reason in the first line of solutions/*/*/wrong/NAME.diff:
//
//     fails: loads and stores are coalesced | at most 1536 are needed
//
// This line has the test that must fail, and words that the learner must read below it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "common/course/catalogue.hpp"

namespace course {

struct Claim {
    std::string sentence;
    std::string objection;  // empty: the claim holds
};

// Reports all claims in order; `jobs` threads check them with the programs that make has built. With write_pages,
// writes the output of the stubs into the pages.
void verify(const std::vector<Exercise>& exercises, unsigned jobs, bool write_pages,
            const std::function<void(const Claim&)>& report);

// Whether the output of a check has the failure that the first line of a wrong answer names: empty if so, else what
// is missing.
std::string objection_to(const std::string& first_line, const std::string& text);

// The page with the stub's output between <!-- table:unsolved begin --> and its end. Throws std::runtime_error for a
// page without these markers.
std::string page_with(const std::string& page, const std::string& text);

}  // namespace course
