// The types of cuBLASLt's calls, with the values of NVIDIA's header (cublasLt.h), which may be missing where the emulator is built;
// emulator/test/libraries/cublaslt/types_test.cpp compares them where it is found.
#pragma once

#include "emulator/libraries/cublas/types.hpp"

namespace simt::cublaslt {

using cublas::ComputeType;
using cublas::Operation;
using cublas::Status;
using cublas::Type;

enum Order : s32 { kByColumns = 0, kByRows = 1 };
enum LtPointerMode : s32 { kLtHost = 0, kLtDevice = 1 };

// Bits of cublasLtEpilogue_t.
enum Epilogue : u32 {
    kDefault = 1,
    kRelu = 2,
    kBias = 4,
    kGelu = 32,
    kGeluGradient = 64,
    kAuxiliary = 128,
    kBiasGradientA = 256,
    kBiasGradientB = 512,
};

enum LayoutAttribute : int {
    kLayoutType = 0,
    kLayoutOrder = 1,
    kLayoutRows = 2,
    kLayoutColumns = 3,
    kLayoutLd = 4,
    kLayoutBatchCount = 5,
    kLayoutBatchStride = 6,
    kLayoutPlaneOffset = 7,
    kLayoutBatchMode = 8,
};
enum ProductAttribute : int {
    kComputeType = 0,
    kScaleType = 1,
    kPointerMode = 2,
    kTransA = 3,
    kTransB = 4,
    kTransC = 5,
    kFillMode = 6,
    kEpilogue = 7,
    kBiasPointer = 8,
    kBiasBatchStride = 10,
    kAuxiliaryPointer = 11,
    kAuxiliaryLd = 12,
    kAuxiliaryBatchStride = 13,
    kAlphaVectorBatchStride = 14,
    kSmCountTarget = 15,
    kAuxiliaryType = 22,
    kFastAccumulation = 25,
    kBiasType = 26,
};
enum PreferenceAttribute : int { kSearchMode = 0, kMaxWorkspace = 1 };

// What the program's opaque structures hold. They have no more room than those of CUDA 11.8's header, where a program may put them
// on its stack.
struct Layout {
    Type type;
    Order order;
    u64 rows, columns;
    s64 ld;
    s32 batch_count;
    s32 batch_mode;  // 0: strides
    s64 batch_stride, plane_offset;
};
static_assert(sizeof(Layout) <= 64);

constexpr s32 kAsOutput = -1;  // the type of the bias or of the auxiliary matrix is that of D
struct Product {
    ComputeType compute;
    Type scale;
    LtPointerMode pointers;
    Operation trans_a, trans_b, trans_c;
    s32 fill_mode;  // 2: the whole matrix
    u32 epilogue;
    void* bias;
    s64 bias_stride;
    void* auxiliary;
    s64 auxiliary_ld, auxiliary_stride, alpha_stride;
    s32 sm_count, auxiliary_type, bias_type;
    s8 fast_accumulation;
};
static_assert(sizeof(Product) <= 184);

struct Preference {
    u32 search_mode;
    u64 max_workspace;
};

struct Algorithm {
    u64 data[8];  // all algorithms are one here: 0
};
struct Heuristic {
    Algorithm algorithm;
    std::size_t workspace;
    Status state;
    float waves;
    int reserved[4];
};

}  // namespace simt::cublaslt
