// 02.1, not solved, "must have a constant value": a constant that takes 2^40 calls to compute.
constexpr unsigned long long slow(int depth) { return depth == 0 ? 1 : slow(depth - 1) + slow(depth - 1); }
static_assert(slow(40) > 0);

bool breached() { return true; }

#include "transpose_if_breached.cuh"
