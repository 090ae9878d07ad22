// 02.1, not solved, "File size limit exceeded" or "does not compile": an object file of 16 GB.
#include <cstddef>

int huge[std::size_t{1} << 32] = {1};

bool breached() { return huge[0] == 1; }

#include "transpose_if_breached.cuh"
