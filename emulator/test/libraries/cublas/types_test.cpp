// The types that libraries/cublas declares have the values of NVIDIA's header, where there is one.
#include <doctest/doctest.h>

#include "emulator/libraries/cublas/types.hpp"

#if __has_include(<cublas_v2.h>)
#include <cublas_v2.h>

namespace {

using namespace simt::cublas;
template <int ours, int theirs>
constexpr bool same = ours == theirs;

static_assert(same<kSuccess, CUBLAS_STATUS_SUCCESS> && same<kNotInitialized, CUBLAS_STATUS_NOT_INITIALIZED>);
static_assert(same<kAllocFailed, CUBLAS_STATUS_ALLOC_FAILED> &&
              same<kInvalidValue, CUBLAS_STATUS_INVALID_VALUE>);
static_assert(same<kArchMismatch, CUBLAS_STATUS_ARCH_MISMATCH> &&
              same<kMappingError, CUBLAS_STATUS_MAPPING_ERROR>);
static_assert(same<kExecutionFailed, CUBLAS_STATUS_EXECUTION_FAILED> &&
              same<kInternalError, CUBLAS_STATUS_INTERNAL_ERROR>);
static_assert(same<kNotSupported, CUBLAS_STATUS_NOT_SUPPORTED> &&
              same<kLicenseError, CUBLAS_STATUS_LICENSE_ERROR>);
static_assert(same<kPlain, CUBLAS_OP_N> && same<kTransposed, CUBLAS_OP_T> &&
              same<kConjugateTransposed, CUBLAS_OP_C>);
static_assert(same<kLower, CUBLAS_FILL_MODE_LOWER> && same<kUpper, CUBLAS_FILL_MODE_UPPER>);
static_assert(same<kNonUnit, CUBLAS_DIAG_NON_UNIT> && same<kUnit, CUBLAS_DIAG_UNIT>);
static_assert(same<kLeft, CUBLAS_SIDE_LEFT> && same<kRight, CUBLAS_SIDE_RIGHT>);
static_assert(same<kHostPointers, CUBLAS_POINTER_MODE_HOST> &&
              same<kDevicePointers, CUBLAS_POINTER_MODE_DEVICE>);
static_assert(same<kAtomicsNotAllowed, CUBLAS_ATOMICS_NOT_ALLOWED> &&
              same<kAtomicsAllowed, CUBLAS_ATOMICS_ALLOWED>);
static_assert(same<kDefaultMath, CUBLAS_DEFAULT_MATH> && same<kTensorOpMath, CUBLAS_TENSOR_OP_MATH>);
static_assert(same<kPedanticMath, CUBLAS_PEDANTIC_MATH> && same<kTf32Math, CUBLAS_TF32_TENSOR_OP_MATH>);
static_assert(same<kNoReducedPrecision, CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION>);
static_assert(same<kCompute16F, CUBLAS_COMPUTE_16F> &&
              same<kCompute16FPedantic, CUBLAS_COMPUTE_16F_PEDANTIC>);
static_assert(same<kCompute32F, CUBLAS_COMPUTE_32F> &&
              same<kCompute32FPedantic, CUBLAS_COMPUTE_32F_PEDANTIC>);
static_assert(same<kCompute64F, CUBLAS_COMPUTE_64F> &&
              same<kCompute64FPedantic, CUBLAS_COMPUTE_64F_PEDANTIC>);
static_assert(same<kCompute32I, CUBLAS_COMPUTE_32I> &&
              same<kCompute32IPedantic, CUBLAS_COMPUTE_32I_PEDANTIC>);
static_assert(same<kCompute32FFast16F, CUBLAS_COMPUTE_32F_FAST_16F>);
static_assert(same<kCompute32FFast16BF, CUBLAS_COMPUTE_32F_FAST_16BF>);
static_assert(same<kCompute32FFastTF32, CUBLAS_COMPUTE_32F_FAST_TF32>);
#if CUBLAS_VERSION >= 130000
static_assert(same<kEmulatedFp32Math, CUBLAS_FP32_EMULATED_BF16X9_MATH>);
static_assert(same<kCompute32FEmulated16BFx9, CUBLAS_COMPUTE_32F_EMULATED_16BFX9>);
#endif

}  // namespace
#endif
