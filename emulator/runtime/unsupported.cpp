// Every call of the CUDA 13 runtime that the emulator does not support. Such a call fails and says its name; without
// it, the loader would refuse the whole program.
//
// unsupported_calls.inc lists the names. NVIDIA's header is left out on purpose: no arguments are read, whatever they
// are.

#include "emulator/runtime/unsupported.hpp"

#define SIMT_UNSUPPORTED(name)                                     \
    extern "C" __attribute__((visibility("default"))) int name() { \
        return simt::runtime::unsupported_call(#name);             \
    }
#include "emulator/runtime/unsupported_calls.inc"
#undef SIMT_UNSUPPORTED
