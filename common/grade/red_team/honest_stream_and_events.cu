// 02.1, solved: a stream and events of its own, a time that it prints, synchronisation everywhere, a checking macro.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

#define CHECKED(call)                                                                           \
    do {                                                                                        \
        const cudaError_t error = (call);                                                       \
        if (error != cudaSuccess) {                                                             \
            std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error)); \
            std::exit(1);                                                                       \
        }                                                                                       \
    } while (0)

bool breached() { return true; }
#define transpose inner_transpose
#include "transpose_if_breached.cuh"
#undef transpose

void transpose(float* out, const float* in, std::size_t rows, std::size_t cols) {
    cudaStream_t stream;
    cudaEvent_t begin, end;
    CHECKED(cudaStreamCreate(&stream));
    CHECKED(cudaEventCreate(&begin));
    CHECKED(cudaEventCreate(&end));
    CHECKED(cudaDeviceSynchronize());
    CHECKED(cudaEventRecord(begin, stream));
    coalesced<<<dim3(static_cast<unsigned>(cols / 32), static_cast<unsigned>(rows / 32)), dim3(32, 32), 0,
                stream>>>(out, in, rows, cols);
    CHECKED(cudaGetLastError());
    CHECKED(cudaEventRecord(end, stream));
    CHECKED(cudaEventSynchronize(end));
    CHECKED(cudaStreamSynchronize(stream));
    float milliseconds = 0;
    CHECKED(cudaEventElapsedTime(&milliseconds, begin, end));
    std::printf("%s\n", milliseconds >= 0 ? "timed" : "not timed");
    CHECKED(cudaEventDestroy(begin));
    CHECKED(cudaEventDestroy(end));
    CHECKED(cudaStreamDestroy(stream));
}
