// Shared by this chapter's harnesses, on top of chapter 01's trial.hpp: inputs whose sums are exact in any order.
#pragma once

#include "common/cuda/counters.hpp"
#include "exercises/01-first-kernel/trial.hpp"

namespace trial {

// Whole numbers from -99 to 99, the same in every run.
template <class Element>
std::vector<Element> whole_numbers(std::size_t count) {
    std::vector<std::int32_t> numbers(count);
    ladder::fill_random(numbers.data(), count, count, -99, 99);
    return {numbers.begin(), numbers.end()};
}

}  // namespace trial
