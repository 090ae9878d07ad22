// Shared by this chapter's harnesses, on top of chapter 01's trial.hpp: inputs whose sums are exact in any order.
#pragma once

#include "common/cuda/counters.hpp"
#include "exercises/01-first-kernel/trial.hpp"

namespace trial {

// Whole numbers from -99 to 99, the same in every run with the same seed.
template <class Element>
std::vector<Element> whole_numbers(std::size_t count) {
    std::vector<std::int32_t> numbers(count);
    grading::fill_random(numbers.data(), count, count, -99, 99);
    return {numbers.begin(), numbers.end()};
}

// A kernel loads every sector of its input, and stores no more than a few results: `most` sectors, by atomics or without. More
// would be a copy of the input, for somebody else to work on.
inline void expect_results_only(const grading::Run& run, double loaded, double most,
                                const std::string& results) {
    grading::at_least(run, "global_load_sectors", loaded, "the kernel loads every element.");
    grading::at_most(run, "global_store_sectors", most, results);
    grading::at_most(run, "global_atomic_sectors", most, results);
}

}  // namespace trial
