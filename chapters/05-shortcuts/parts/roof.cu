// See roof.hpp and roof.cuh.
#include "chapters/05-shortcuts/parts/roof.cuh"

#include <algorithm>

#include "chapters/05-shortcuts/parts/forms.cuh"
#include "common/cuda/device.hpp"

namespace roof {

const Form kTernary = compiled<forms::Ternary>();
const Form kFminf = compiled<forms::Fminf>();
const Form kThreeInput = compiled<forms::ThreeInput>();
const Form kAddMin = compiled<forms::AddMin>();
const Form kAddPairs = compiled<forms::AddPairs>();
const Form kAddMin16 = compiled<forms::AddMin16>();

int resident_blocks() { return kResident * static_cast<int>(gpu::multiprocessors()); }

int rounds_for(std::size_t n) {
    const double wanted = static_cast<double>(n) * n * n;
    return std::max(1, static_cast<int>(wanted / (kRelaxationsARound * kThreads * resident_blocks())));
}

double relaxations(int rounds, int in_a_word) {
    return kRelaxationsARound * in_a_word * rounds * kThreads * resident_blocks();
}

}  // namespace roof
