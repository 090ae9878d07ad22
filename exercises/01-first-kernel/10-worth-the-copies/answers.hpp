// The questions of exercise 01.10, by name. Not int, so that an answer with a fraction keeps it.
#pragma once

namespace answered {

extern const double elements_there;
extern const double times_the_cpu;
extern const double times_in_small_copies;

extern const double sums_in_a_row;
extern const double sums_in_a_row_pinned;

extern const double operations_for_each_element;
extern const double rows_of_a_product;

}  // namespace answered
