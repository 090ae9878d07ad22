// The predictions of exercise 05.6, by name.
#pragma once

namespace predicted {

extern const double down_to, down_from, down_store;
extern const double across_to, across_from, across_store;
extern const double by_columns_to, by_columns_from, by_columns_store;

}  // namespace predicted
