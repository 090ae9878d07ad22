// On a GPU the answer has a device of its own. Its errors reach the harness as if the device were the judge's: through cudaGetLastError,
// cudaPeekAtLastError and cudaDeviceSynchronize, which are defined here once more (common/grading/next_definition.hpp).
#pragma once

#include <cuda_runtime_api.h>

namespace judging {

// After a call of the answer. last: the error that its cudaGetLastError would return. lost: the one after which its device can do
// nothing more.
void note_errors(cudaError_t last, cudaError_t lost);

// Whether the harness has called cudaGetLastError since this was last asked. Then the answer's runtime has to forget its error, too.
bool last_error_was_taken();

}  // namespace judging
