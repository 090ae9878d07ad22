// Every call of the CUDA 13 runtime that the emulator does not have: it says so by name and fails, instead of the loader
// refusing the whole program.
//
// unsupported_calls.inc lists their names. The declarations of NVIDIA's header are left out on purpose: whatever the
// arguments are, they are not read.

#include "emulator/runtime/unsupported.hpp"

#define SIMT_UNSUPPORTED(name)                                     \
    extern "C" __attribute__((visibility("default"))) int name() { \
        return simt::runtime::unsupported_call(#name);             \
    }
#include "emulator/runtime/unsupported_calls.inc"
#undef SIMT_UNSUPPORTED
