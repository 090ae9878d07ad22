// What the lengths of integers may be: the part of forms.cuh that is not the GPU's.
#pragma once

#include <cstdint>

namespace forms {

// Lengths 0 … kNoEdge32, so that the sum of two fits. A sum of kNoEdge32 or more is no edge either.
constexpr std::int32_t kNoEdge32 = 0x3fffffff;

// Of two columns in a word: lengths 0 … kLongest16 and kNoEdge16, so that the sum of two lengths is below kNoEdge16, and that with
// kNoEdge16 fits.
constexpr std::int32_t kNoEdge16 = 0x3fff;
constexpr std::int32_t kLongest16 = 0x1fff;

}  // namespace forms
