// Every call of CUDA 13's libcublasLt that is not supported. Such a call fails and says its name.
#include "emulator/libraries/cublas/refused.hpp"

#include "emulator/libraries/cublaslt/unsupported_calls.inc"
