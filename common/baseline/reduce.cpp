// See reduce.hpp.
#include "common/baseline/reduce.hpp"

namespace baseline {

BASELINE_REDUCE_ALL(template, float)
BASELINE_REDUCE_ALL(template, double)
BASELINE_REDUCE_ALL(template, std::int32_t)
BASELINE_REDUCE_ALL(template, std::int64_t)

}  // namespace baseline
