// Exercise 03.10: write all of a function that computes two reductions on the device.
//
// make check EX=03.10 says where you stand.
#include "exercises/03-reduction/10-mean-and-deviation/statistics.hpp"

#include <cmath>

#include "common/cuda/block_reduce.cuh"
#include "common/cuda/buffer.hpp"
#include "common/cuda/operators.hpp"

// your work begins
Statistics statistics(const float* /*in*/, std::size_t /*n*/) { return {}; }
// your work ends
