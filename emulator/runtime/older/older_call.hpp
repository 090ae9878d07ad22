// How to write a call of an older CUDA: SIMT_OLDER(cudaMemAdvise, parameters…) { … } exports it under its name,
// whatever declaration of that name the emulator's own toolkit header has.
#pragma once

#include "emulator/runtime/older/hooks.hpp"

#define SIMT_OLDER(name, ...)                                                                               \
    extern "C" __attribute__((visibility("default"))) cudaError_t older_##name(__VA_ARGS__) __asm__(#name); \
    cudaError_t older_##name(__VA_ARGS__)

// Its twin for per-thread default streams.
#define SIMT_OLDER_PTSZ(name) SIMT_NAMED_ALSO_AS(older_##name, name, name##_ptsz)
