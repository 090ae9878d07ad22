// See answers_errors.hpp.
#include "common/judging/judge/answers_errors.hpp"

#include <utility>

#include "common/grading/next_definition.hpp"

namespace {

cudaError_t last_error = cudaSuccess, lost_with = cudaSuccess;
bool taken = false;

cudaError_t first_of(cudaError_t own, cudaError_t of_answer) { return own != cudaSuccess ? own : of_answer; }

}  // namespace

namespace judging {

void note_errors(cudaError_t last, cudaError_t lost) {
    last_error = last;
    lost_with = lost;
}

bool last_error_was_taken() { return std::exchange(taken, false); }

}  // namespace judging

extern "C" {

cudaError_t cudaGetLastError() {
    taken = true;
    return first_of(grading::next_definition(&cudaGetLastError, "cudaGetLastError")(),
                    std::exchange(last_error, cudaSuccess));
}

cudaError_t cudaPeekAtLastError() {
    return first_of(grading::next_definition(&cudaPeekAtLastError, "cudaPeekAtLastError")(), last_error);
}

cudaError_t cudaDeviceSynchronize() {
    return first_of(grading::next_definition(&cudaDeviceSynchronize, "cudaDeviceSynchronize")(), lost_with);
}

}  // extern "C"
