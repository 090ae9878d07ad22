// The types of cuBLAS's calls. NVIDIA's header may be missing where the emulator is built, so they are declared here, with its
// values (cublas_api.h); emulator/test/libraries/cublas/types_test.cpp compares them where the header is found.
#pragma once

#include <cuda_runtime_api.h>
#include <library_types.h>

#include "emulator/integers.hpp"

namespace simt::cublas {

enum Status : int {
    kSuccess = 0,
    kNotInitialized = 1,
    kAllocFailed = 3,
    kInvalidValue = 7,
    kArchMismatch = 8,
    kMappingError = 11,
    kExecutionFailed = 13,
    kInternalError = 14,
    kNotSupported = 15,
    kLicenseError = 16,
};
enum Operation : int { kPlain = 0, kTransposed = 1, kConjugateTransposed = 2 };
enum FillMode : int { kLower = 0, kUpper = 1 };
enum Diagonal : int { kNonUnit = 0, kUnit = 1 };
enum Side : int { kLeft = 0, kRight = 1 };
enum PointerMode : int { kHostPointers = 0, kDevicePointers = 1 };
enum AtomicsMode : int { kAtomicsNotAllowed = 0, kAtomicsAllowed = 1 };
enum MathMode : int {
    kDefaultMath = 0,
    kTensorOpMath = 1,
    kPedanticMath = 2,
    kTf32Math = 3,
    kEmulatedFp32Math = 4,
    kEmulatedFp64Math = 8,
    kNoReducedPrecision = 16,
};
enum ComputeType : int {
    kCompute16F = 64,
    kCompute16FPedantic = 65,
    kCompute32F = 68,
    kCompute32FPedantic = 69,
    kCompute64F = 70,
    kCompute64FPedantic = 71,
    kCompute32I = 72,
    kCompute32IPedantic = 73,
    kCompute32FFast16F = 74,
    kCompute32FFast16BF = 75,
    kCompute32FFastTF32 = 77,
    kCompute32FEmulated16BFx9 = 78,
    kCompute64FEmulated = 79,
};
using Algorithm = int;  // cublasGemmAlgo_t: all compute the same here
using Type = cudaDataType;

// What a cublasHandle_t points to.
struct Handle {
    cudaStream_t stream = nullptr;
    PointerMode pointers = kHostPointers;
    AtomicsMode atomics = kAtomicsNotAllowed;
    MathMode math = kDefaultMath;
    int multiprocessors = 0;  // cublasSetSmCountTarget
};

}  // namespace simt::cublas
