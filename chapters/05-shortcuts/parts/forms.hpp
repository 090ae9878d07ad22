// What the lengths of integers may be: the part of forms.cuh that is not the GPU's.
#pragma once

#include <cstdint>

namespace forms {

// Lengths 0 … kNoRoad32, so that the sum of two fits. A sum of kNoRoad32 or more is no road either.
constexpr std::int32_t kNoRoad32 = 0x3fffffff;

// Of two columns in a word: lengths 0 … kLongest16 and kNoRoad16, so that the sum of two lengths is below kNoRoad16, and that with
// kNoRoad16 fits.
constexpr std::int32_t kNoRoad16 = 0x3fff;
constexpr std::int32_t kLongest16 = 0x1fff;

}  // namespace forms
