// Every call of CUDA 13's libcublas that is not supported (unsupported_calls.inc). Such a call fails and says its name. If it were
// missing, the loader would refuse the whole program.
#include "emulator/libraries/cublas/refused.hpp"

// With its twin for sizes of 64 bits.
#define CUBLAS_UNSUPPORTED_TWICE(name) CUBLAS_UNSUPPORTED(name) CUBLAS_REFUSED(name##_64, #name "_64")
// A call of the interface without handles, which has the name that cublas_v2.h gives to another call.
#define CUBLAS_LEGACY(name) CUBLAS_REFUSED(name, #name " of cublas.h (without a handle)")
// Both, and with the twin for sizes of 64 bits.
#define CUBLAS_UNSUPPORTED_V2_32(name) CUBLAS_LEGACY(name) CUBLAS_REFUSED(name##_v2, #name)
#define CUBLAS_UNSUPPORTED_V2(name) CUBLAS_UNSUPPORTED_V2_32(name) CUBLAS_REFUSED(name##_v2_64, #name "_64")

#include "emulator/libraries/cublas/unsupported_calls.inc"
