// The calls with sizes, each twice: with int, and with 64 bits under the name that ends in _64.
#include "emulator/libraries/cublas/call.hpp"
#include "emulator/libraries/cublas/export.hpp"
#include "emulator/libraries/cublas/gemm.hpp"
#include "emulator/libraries/cublas/lu.hpp"
#include "emulator/libraries/cublas/matrices.hpp"
#include "emulator/libraries/cublas/transfers.hpp"
#include "emulator/libraries/cublas/vectors.hpp"

using namespace simt;
using namespace simt::cublas;

// CUBLAS(cublasSaxpy, _v2, parameters…): cublasSaxpy_v2, and cublasSaxpy_v2_64 where it is included again.
#define CUBLAS(name, version, ...) CUBLAS_EXPORT Status name##version(__VA_ARGS__)
#define CUBLAS_NAME(name) #name
#define CUBLAS_INT int
#include "emulator/libraries/cublas/calls.inc"
#include "emulator/libraries/cublas/gemm_calls.inc"
#include "emulator/libraries/cublas/lu_calls.inc"
#undef CUBLAS
#undef CUBLAS_NAME
#undef CUBLAS_INT

#define CUBLAS(name, version, ...) CUBLAS_EXPORT Status name##version##_64(__VA_ARGS__)
#define CUBLAS_NAME(name) #name "_64"
#define CUBLAS_INT s64
#include "emulator/libraries/cublas/calls.inc"
#include "emulator/libraries/cublas/gemm_calls.inc"
