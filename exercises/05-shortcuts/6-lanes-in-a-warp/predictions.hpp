// The predictions of exercise 05.6, by name.
#pragma once

namespace predicted {

extern const double down_to, down_from, down_store;
extern const double across_to, across_from, across_store;
extern const double by_rows_to, by_rows_from, by_rows_store;

}  // namespace predicted
