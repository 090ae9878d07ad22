// The types that libraries/cublaslt declares have the values and sizes of NVIDIA's header, where there is one.
#include "emulator/libraries/cublaslt/types.hpp"

#include <doctest/doctest.h>

#if __has_include(<cublasLt.h>)
#include <cublasLt.h>

namespace {

using namespace simt::cublaslt;
template <unsigned long long ours, unsigned long long theirs>
constexpr bool equal = ours == theirs;

static_assert(equal<kByColumns, CUBLASLT_ORDER_COL> && equal<kByRows, CUBLASLT_ORDER_ROW>);
static_assert(equal<kLtHost, CUBLASLT_POINTER_MODE_HOST> && equal<kLtDevice, CUBLASLT_POINTER_MODE_DEVICE>);
static_assert(equal<kDefault, CUBLASLT_EPILOGUE_DEFAULT> && equal<kRelu, CUBLASLT_EPILOGUE_RELU>);
static_assert(equal<kBias, CUBLASLT_EPILOGUE_BIAS> && equal<(kRelu | kBias), CUBLASLT_EPILOGUE_RELU_BIAS>);
static_assert(equal<kGelu, CUBLASLT_EPILOGUE_GELU> && equal<(kGelu | kBias), CUBLASLT_EPILOGUE_GELU_BIAS>);
static_assert(equal<(kGelu | kAuxiliary), CUBLASLT_EPILOGUE_GELU_AUX>);
static_assert(equal<(kGelu | kAuxiliary | kBias), CUBLASLT_EPILOGUE_GELU_AUX_BIAS>);
static_assert(equal<(kGeluGradient | kAuxiliary), CUBLASLT_EPILOGUE_DGELU>);
static_assert(equal<kBiasGradientA, CUBLASLT_EPILOGUE_BGRADA> &&
              equal<kBiasGradientB, CUBLASLT_EPILOGUE_BGRADB>);
static_assert(equal<kLayoutType, CUBLASLT_MATRIX_LAYOUT_TYPE> &&
              equal<kLayoutOrder, CUBLASLT_MATRIX_LAYOUT_ORDER>);
static_assert(equal<kLayoutRows, CUBLASLT_MATRIX_LAYOUT_ROWS> &&
              equal<kLayoutColumns, CUBLASLT_MATRIX_LAYOUT_COLS>);
static_assert(equal<kLayoutLd, CUBLASLT_MATRIX_LAYOUT_LD>);
static_assert(equal<kLayoutBatchCount, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT>);
static_assert(equal<kLayoutBatchStride, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET>);
static_assert(equal<kLayoutPlaneOffset, CUBLASLT_MATRIX_LAYOUT_PLANE_OFFSET>);
static_assert(equal<kComputeType, CUBLASLT_MATMUL_DESC_COMPUTE_TYPE> &&
              equal<kScaleType, CUBLASLT_MATMUL_DESC_SCALE_TYPE>);
static_assert(equal<kPointerMode, CUBLASLT_MATMUL_DESC_POINTER_MODE>);
static_assert(equal<kTransA, CUBLASLT_MATMUL_DESC_TRANSA> && equal<kTransB, CUBLASLT_MATMUL_DESC_TRANSB>);
static_assert(equal<kTransC, CUBLASLT_MATMUL_DESC_TRANSC> &&
              equal<kFillMode, CUBLASLT_MATMUL_DESC_FILL_MODE>);
static_assert(equal<kEpilogue, CUBLASLT_MATMUL_DESC_EPILOGUE> &&
              equal<kBiasPointer, CUBLASLT_MATMUL_DESC_BIAS_POINTER>);
static_assert(equal<kBiasBatchStride, CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE>);
static_assert(equal<kAuxiliaryPointer, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER>);
static_assert(equal<kAuxiliaryLd, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD>);
static_assert(equal<kAuxiliaryBatchStride, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE>);
static_assert(equal<kAlphaVectorBatchStride, CUBLASLT_MATMUL_DESC_ALPHA_VECTOR_BATCH_STRIDE>);
static_assert(equal<kSmCountTarget, CUBLASLT_MATMUL_DESC_SM_COUNT_TARGET>);
static_assert(equal<kAuxiliaryType, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE>);
static_assert(equal<kFastAccumulation, CUBLASLT_MATMUL_DESC_FAST_ACCUM>);
static_assert(equal<kBiasType, CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE>);
static_assert(equal<kSearchMode, CUBLASLT_MATMUL_PREF_SEARCH_MODE>);
static_assert(equal<kMaxWorkspace, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES>);
static_assert(sizeof(Layout) <= sizeof(cublasLtMatrixLayoutOpaque_t) &&
              sizeof(Product) <= sizeof(cublasLtMatmulDescOpaque_t));
static_assert(sizeof(Preference) <= sizeof(cublasLtMatmulPreferenceOpaque_t));
static_assert(sizeof(Algorithm) == sizeof(cublasLtMatmulAlgo_t) &&
              sizeof(Heuristic) == sizeof(cublasLtMatmulHeuristicResult_t));
static_assert(offsetof(Heuristic, state) == offsetof(cublasLtMatmulHeuristicResult_t, state));

}  // namespace
#endif
