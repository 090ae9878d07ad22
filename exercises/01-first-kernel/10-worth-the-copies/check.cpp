// Exercise 01.10: each answer against the computer of machine.hpp.
#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "common/grading/grading.hpp"
#include "exercises/01-first-kernel/10-worth-the-copies/answers.hpp"
#include "exercises/01-first-kernel/10-worth-the-copies/machine.hpp"

namespace {

void judge_whole(const std::string& question, double answer, std::int64_t right) {
    grading::expect_predicted(question, answer, static_cast<double>(right));
}

// Answers may be rounded.
void judge(const std::string& question, double answer, double right) {
    if (std::fabs(answer - right) > 0.005 * right) grading::expect_predicted(question, answer, right);
}

}  // namespace

TEST_CASE("one launch, one copy") {
    judge_whole("elements_there", answered::elements_there, machine::elements_there());
    judge("times_the_cpu", answered::times_the_cpu, machine::times_the_cpu());
    judge("times_in_small_copies", answered::times_in_small_copies,
          machine::times_in_small_copies(1000, 1000));
}

TEST_CASE("data that stay on the GPU") {
    judge_whole("sums_in_a_row", answered::sums_in_a_row, machine::sums_in_a_row(machine::bus()));
    judge_whole("sums_in_a_row_pinned", answered::sums_in_a_row_pinned,
                machine::sums_in_a_row(machine::pinned()));
}

TEST_CASE("much to compute for each byte") {
    judge_whole("operations_for_each_element", answered::operations_for_each_element,
                machine::operations_for_each_element());
    judge_whole("rows_of_a_product", answered::rows_of_a_product, machine::rows_of_a_product());
}
