// The rungs of this chapter, for its program and its tests, and functions of some rungs that these call directly.
// ladder.cpp lists them.
#pragma once

#include <cuda_runtime_api.h>

#include <vector>

#include "common/cuda/gemm.hpp"
#include "common/ladder/rung.hpp"

namespace rungs {

struct Rung : ladder::Rung {
    void (*run)(const Gemm& gemm);
};

extern const std::vector<Rung> kAll;

}  // namespace rungs

// The rungs whose blocks may have any shape: launches with a given shape; and their kernels, for the runtime's calls.
namespace coalesced {
void multiply(const Gemm& gemm, dim3 block);
const void* kernel();
}  // namespace coalesced
namespace one_by_two {
void multiply(const Gemm& gemm, dim3 block);
const void* kernel();
}  // namespace one_by_two
namespace one_by_four {
void multiply(const Gemm& gemm, dim3 block);
const void* kernel();
}  // namespace one_by_four

// in_strips on a device with this many multiprocessors.
namespace in_strips {
void multiply(const Gemm& gemm);
void multiply_for(unsigned multiprocessors, const Gemm& gemm);
}  // namespace in_strips

// bank_conflict_free with rows of 17 words, which avoid conflicts on 16 banks.
namespace bank_conflict_free {
void multiply_for_16_banks(const Gemm& gemm);
}
