// See steps.hpp.
#include "chapters/01-first-kernel/programs/parts/steps.hpp"

#include <algorithm>
#include <cstring>

namespace costs {
namespace {

// 8 floats in one vector register, or in two if the CPU's are shorter (an extension of g++ and clang).
using Lanes = float __attribute__((vector_size(32)));
constexpr std::size_t kGroup = 8 * sizeof(Lanes) / sizeof(float);

// Eight registers in turn, so that no step waits for the one before. They are written out because a compiler that
// interchanges loops (g++ 13 does) would turn the steps of each element into a chain again.
void steps_of_group(float* y, const float* x) {
    Lanes from[8];
    std::memcpy(from, x, sizeof from);
    const Lanes a = from[0], b = from[1], c = from[2], d = from[3];
    const Lanes e = from[4], f = from[5], g = from[6], h = from[7];
    Lanes p = a, q = b, r = c, s = d, t = e, u = f, v = g, w = h;
    for (int step = 0; step < kSteps; ++step) {
        p = p * kFactor + a;
        q = q * kFactor + b;
        r = r * kFactor + c;
        s = s * kFactor + d;
        t = t * kFactor + e;
        u = u * kFactor + f;
        v = v * kFactor + g;
        w = w * kFactor + h;
    }
    const Lanes to[8] = {p, q, r, s, t, u, v, w};
    std::memcpy(y, to, sizeof to);
}

}  // namespace

void steps_openmp(float* y, const float* x, std::size_t n) {
    const std::size_t groups = n / kGroup;
#pragma omp parallel for if (groups > 1)
    for (std::size_t group = 0; group < groups; ++group)
        steps_of_group(y + group * kGroup, x + group * kGroup);
    const std::size_t rest = n - groups * kGroup;
    float last[kGroup] = {};
    std::copy_n(x + groups * kGroup, rest, last);
    if (rest > 0) steps_of_group(last, last);
    std::copy_n(last, rest, y + groups * kGroup);
}

}  // namespace costs
