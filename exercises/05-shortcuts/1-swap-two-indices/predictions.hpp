// The predictions of exercise 05.1, by name.
#pragma once

namespace predicted {

extern const double first_before, second_before, store_before;
extern const double first_after, second_after, store_after;

}  // namespace predicted
