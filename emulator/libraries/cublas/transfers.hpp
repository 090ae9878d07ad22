// cublasSetVector and its like: copies between host and device with steps between the elements, as cudaMemcpy2D.
#pragma once

#include <optional>

#include "emulator/libraries/cublas/types.hpp"

namespace simt::cublas {

// `count` columns of `rows` elements of `size` bytes, from_ld and to_ld elements apart; a vector's elements are columns of one row.
// Without a stream the call waits. kInvalidValue for a size of 0 or leading dimensions that are too small, kMappingError if the
// memory cannot be copied.
Status transfer(const char* name, cudaMemcpyKind direction, s64 rows, s64 count, s64 size, const void* from,
                s64 from_ld, void* to, s64 to_ld, std::optional<cudaStream_t> stream = {});

}  // namespace simt::cublas
