// The copying and filling behind all cudaMemcpy… and cudaMemset… calls.
#pragma once

#include "emulator/runtime/context.hpp"
#include "emulator/runtime/entry_points.hpp"
#include "emulator/runtime/regions.hpp"

namespace simt::runtime {

// Copies rows; both shapes have the same width and height. Refuses wrong pointers with a sentence and
// cudaErrorInvalidValue, and a wrong kind with cudaErrorInvalidMemcpyDirection.
cudaError_t copy(Context& context, void* destination, const Shape& destination_shape, const void* source,
                 const Shape& source_shape, cudaMemcpyKind kind);

// A plain range.
cudaError_t copy(Context& context, void* destination, const void* source, u64 bytes, cudaMemcpyKind kind);

// Fills rows on the device with a byte.
cudaError_t fill(Context& context, void* destination, const Shape& shape, int value);

}  // namespace simt::runtime
