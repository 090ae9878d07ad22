// A problem with much arithmetic and little data, to compare with the addition: 1,000 times y = y * factor + summand
// for each element.
#pragma once

#include <cstddef>

namespace costs {

constexpr int kSteps = 1000;
constexpr float kFactor = 0.999f;

// On the CPU, all cores, in groups of elements that fit its vector registers. Any n.
void steps_openmp(float* y, const float* x, std::size_t n);

// On the device, where x and y are. Any n.
void steps(float* y, const float* x, std::size_t n);

}  // namespace costs
