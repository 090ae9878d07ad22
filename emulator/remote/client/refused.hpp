// Calls that exist and are refused where answers are graded.
#pragma once

#include "emulator/remote/client/connection.hpp"
#include "emulator/runtime/entry_points.hpp"

// Exports a refused call under its name. It reads no arguments, so it need not match NVIDIA's declaration.
#define SIMT_REFUSED(name, why)                                                                    \
    extern "C" __attribute__((visibility("default"))) cudaError_t refused_##name() __asm__(#name); \
    cudaError_t refused_##name() { return simt::remote::refuse(#name, why); }
#define SIMT_REFUSED_TWICE(name, suffix, why) SIMT_REFUSED(name, why) SIMT_REFUSED(name##suffix, why)
