// One call of a learner's function on arrays, and its judgement: random input, poisoned output, every element
// compared. Shared by the harnesses of this chapter's exercises.
#pragma once

#include <cstddef>
#include <cstdio>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "common/cuda/annotate.hpp"
#include "common/cuda/buffer.hpp"
#include "common/grading/grading.hpp"
#include "common/grading/seed.hpp"
#include "common/testing/compare.hpp"

namespace trial {

constexpr double kSectorBytes = 32;
constexpr double kWarp = 32;

// Random values, the same in every run with the same seed, so that a check's message can be reproduced.
template <class Element>
std::vector<Element> random_elements(std::size_t count, std::uint64_t seed) {
    std::vector<Element> elements(count);
    if constexpr (std::numeric_limits<Element>::is_integer)
        grading::fill_random<Element>(elements.data(), count, seed, 0, std::numeric_limits<Element>::max());
    else
        grading::fill_random<Element>(elements.data(), count, seed, -1, 1);
    return elements;
}

// "1 element", "2 elements".
inline std::string counted(std::size_t count, const std::string& what) {
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

// "2 times", "7.8 times".
inline std::string times(double ratio) {
    char text[32];
    std::snprintf(text, sizeof text, ratio < 9.95 ? "%.1f times" : "%.0f times", ratio);
    return text;
}

// Sectors of `count` elements of that size, the least that any kernel needs.
inline double sectors(std::size_t count, std::size_t size) {
    return static_cast<double>((count * size + 31) / 32);
}

// Calls body(data) with the elements on the device, and compares the result in place. The kernel must do the work:
// copies fail. name: what traces and findings call the array.
template <class Element, class Body>
grading::Run run_in_place(const std::string& subject, const std::vector<Element>& before,
                          const std::vector<Element>& expected, const testing::Rules& rules, const Body& body,
                          const char* name = "data") {
    if (!grading::device_usable()) return {};
    gpu::Buffer<Element> data(before);
    const std::size_t columns = rules.columns > 0 ? rules.columns : data.size();
    simt::annotate(data.data(), columns > 0 ? data.size() / columns : 0, columns, name);
    grading::Run run = grading::run(subject, [&] { body(data.data()); });
    run.ok = grading::expect_no_copies(run);
    if (run.ok) run.ok = grading::expect_right(run, testing::compare(data.to_host(), expected, rules));
    return run;
}

// The same with a separate output, which is poisoned before.
template <class Element, class Body>
grading::Run run(const std::string& subject, const std::vector<Element>& expected, testing::Rules rules,
                 const Body& body, const char* name = "out") {
    std::vector<Element> poison(expected.size());
    if (!poison.empty()) std::memset(poison.data(), testing::kPoisonByte, poison.size() * sizeof(Element));
    rules.poisoned = true;
    return run_in_place(subject, poison, expected, rules, body, name);
}

// A kernel loads at least so many sectors, which are all of its input, and stores at least so many, all of its output. Fewer would
// mean that elements come or go by another way; atomics are none here.
inline void expect_all_sectors(const grading::Run& run, double loaded, double stored) {
    grading::at_least(run, "global_load_sectors", loaded, "the kernel loads every element.");
    grading::at_least(run, "global_store_sectors", stored, "the kernel stores every element.");
    grading::at_most(run, "global_atomic_sectors", 0, "no two threads write the same element.");
}

// Each sector of the arrays is loaded once and stored once. The bounds are totals, so that adding requests does not
// help.
inline void expect_sectors(const grading::Run& run, double loaded, double stored) {
    const char* const why = "every sector once, all its 32 bytes used.";
    grading::at_most(run, "global_load_sectors", loaded, why);
    grading::at_most(run, "global_store_sectors", stored, why);
    expect_all_sectors(run, loaded, stored);
}

}  // namespace trial
