// The calls of cuBLASLt that the tests make, as the emulator defines them.
#pragma once

#include "emulator/libraries/cublaslt/types.hpp"

extern "C" {

simt::cublas::Status cublasLtMatmul(void* handle, const simt::cublaslt::Product*, const void* alpha,
                                    const void* a, const simt::cublaslt::Layout*, const void* b,
                                    const simt::cublaslt::Layout*, const void* beta, const void* c,
                                    const simt::cublaslt::Layout*, void* d, const simt::cublaslt::Layout*,
                                    const simt::cublaslt::Algorithm*, void* workspace, std::size_t bytes,
                                    cudaStream_t);
simt::cublas::Status cublasLtMatmulAlgoGetHeuristic(
    void* handle, const simt::cublaslt::Product*, const simt::cublaslt::Layout*,
    const simt::cublaslt::Layout*, const simt::cublaslt::Layout*, const simt::cublaslt::Layout*,
    const simt::cublaslt::Preference*, int wanted, simt::cublaslt::Heuristic*, int* count);
simt::cublas::Status cublasLtMatmulDescCreate(simt::cublaslt::Product**, simt::cublas::ComputeType,
                                              simt::cublas::Type);
simt::cublas::Status cublasLtMatmulDescDestroy(simt::cublaslt::Product*);
simt::cublas::Status cublasLtMatmulDescSetAttribute(simt::cublaslt::Product*, int, const void*, std::size_t);
simt::cublas::Status cublasLtMatmulDescGetAttribute(simt::cublaslt::Product*, int, void*, std::size_t,
                                                    std::size_t*);
}
