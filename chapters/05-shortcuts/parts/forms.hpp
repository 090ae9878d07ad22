// The range of integer lengths: the part of forms.cuh that host code needs, too.
#pragma once

#include <cstdint>

namespace forms {

// Lengths 0 … kNoEdge32, so that the sum of two fits. A sum of kNoEdge32 or more also means no edge.
constexpr std::int32_t kNoEdge32 = 0x3fffffff;

// Two columns in a word: lengths 0 … kLongest16 and kNoEdge16, so that the sum of two lengths is below kNoEdge16, and
// the sum with kNoEdge16 fits.
constexpr std::int32_t kNoEdge16 = 0x3fff;
constexpr std::int32_t kLongest16 = 0x1fff;

}  // namespace forms
