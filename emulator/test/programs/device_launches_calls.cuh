// The calls of the device runtime besides launches, and the errors of launches: a part of device_launches.cu. First what all its cases
// share: checks that name the line, poisoned memory, and small kernels.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace {

#define EXPECT(condition)                                             \
    if (!(condition)) {                                               \
        std::printf("(line %d: %s is wrong) ", __LINE__, #condition); \
        return false;                                                 \
    }
#define OK(call) EXPECT((call) == cudaSuccess)
#define EXPECT_ERROR(value, error)                                                     \
    if (const int answer = (value); answer != (error)) {                               \
        std::printf("(line %d: %s is %d, not %s) ", __LINE__, #value, answer, #error); \
        return false;                                                                  \
    }

constexpr int kPoison = -77;

// Managed ints, filled with poison.
int* poisoned(std::size_t count) {
    int* values = nullptr;
    if (cudaMallocManaged(&values, count * sizeof(int)) != cudaSuccess) std::exit(3);
    std::fill_n(values, count, kPoison);
    return values;
}

__global__ void add(int* values, int n, int more) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) values[i] += more;
}
__global__ void scale(int* values, int n, int times) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) values[i] *= times;
}
__global__ void copy(int* to, const int* from, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[i] = from[i];
}

// Fills write the value, as CUDA's manual says. On an H200 with driver 580.159 and CUDA 13.0 they write zeros, whatever the value, the
// size, the address and the stream are, in 2 and 3 dimensions too; copies_and_fills says so there, and goes on.
// Copies and fills of rows of 3 ints with a pitch of 5, and of 2 slices of them.
__global__ void copies(int* values, int* room, int* first) {
    const std::size_t pitch = 5 * sizeof(int), width = 3 * sizeof(int);
    cudaMemset3DAsync({room, pitch, pitch, 4}, 1, {width, 4, 2}, 0);
    cudaMemset2DAsync(room + 5, pitch, 2, sizeof(int), 3, 0);
    cudaMemcpy2DAsync(values, pitch, room, pitch, width, 4, cudaMemcpyDeviceToDevice, 0);
    cudaMemcpy3DParms box = {};
    box.srcPtr = {room, pitch, pitch, 4};
    box.dstPtr = {values + 20, pitch, pitch, 2};
    box.extent = {width, 2, 2};
    box.kind = cudaMemcpyDeviceToDevice;
    cudaMemcpy3DAsync(&box, 0);
    cudaMemcpyAsync(first, values + 20, sizeof(int), cudaMemcpyDeviceToDevice, 0);
}

// Memory from cudaMalloc in a kernel. CUDA promises no copies of it.
__global__ void allocate(int* result) {
    int* own = nullptr;
    result[0] = cudaMalloc(&own, 10 * sizeof(int));
    if (own == nullptr) return;
    own[9] = 5;
    result[1] = own[9];
    result[2] = cudaFree(own);
}

bool copies_and_fills() {
    int *const values = poisoned(40), *const room = poisoned(40), *const result = poisoned(4);
    copies<<<1, 1>>>(values, room, result + 3);
    allocate<<<1, 1>>>(result);
    OK(cudaDeviceSynchronize());
    EXPECT_ERROR(result[0], cudaSuccess);
    EXPECT(result[1] == 5);
    EXPECT_ERROR(result[2], cudaSuccess);
    const bool zeros = result[3] == 0;
    if (zeros) std::printf("(cudaMemsetAsync in kernels writes zeros here, not the value) ");
    const int ones = zeros ? 0 : 0x01010101;
    EXPECT(result[3] == ones);
    for (int row = 0; row < 8; ++row)
        for (int column = 0; column < 5; ++column) {
            const int slice_row = row < 4 ? row : (row - 4) % 2;
            const bool twos = column == 0 && slice_row >= 1 && row != 6 && row != 7;
            const int value = column >= 3 ? kPoison : twos ? 2 * ones : ones;
            EXPECT(values[row * 5 + column] == value);
        }
    OK(cudaFree(result));
    OK(cudaFree(room));
    return cudaFree(values) == cudaSuccess;
}

// What a kernel may ask.
__global__ void ask(int* answers, std::size_t* limit) {
    __shared__ cudaFuncAttributes attributes;
    cudaGetDevice(answers);
    cudaGetDeviceCount(answers + 1);
    cudaDeviceGetAttribute(answers + 2, cudaDevAttrMaxThreadsPerBlock, 0);
    cudaDeviceGetLimit(limit, cudaLimitDevRuntimePendingLaunchCount);
    answers[3] = cudaFuncGetAttributes(&attributes, add);
    answers[4] = attributes.numRegs;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(answers + 5, add, 100, 0);
    answers[6] = cudaDeviceGetAttribute(answers + 7, static_cast<cudaDeviceAttr>(-3), 0);
    answers[8] = cudaGetLastError();
    printf("%s: %s\n", cudaGetErrorName(cudaErrorInvalidValue), cudaGetErrorString(cudaErrorInvalidValue));
}

bool answers() {
    int* const answers = poisoned(9);
    std::size_t* limit = nullptr;
    OK(cudaMallocManaged(&limit, sizeof *limit));
    ask<<<1, 1>>>(answers, limit);
    OK(cudaDeviceSynchronize());
    cudaFuncAttributes attributes;
    OK(cudaFuncGetAttributes(&attributes, add));
    int blocks = 0;
    OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, add, 100, 0));
    EXPECT(answers[0] == 0 && answers[1] == 1 && answers[2] == 1024 && *limit == 2048);
    EXPECT(answers[3] == cudaSuccess && answers[4] == attributes.numRegs && answers[5] == blocks);
    EXPECT(answers[6] == cudaErrorInvalidValue && answers[7] == kPoison &&
           answers[8] == cudaErrorInvalidValue);
    EXPECT(cudaGetLastError() == cudaSuccess);
    OK(cudaFree(limit));
    return cudaFree(answers) == cudaSuccess;
}

// Launches that cannot be: the thread that asks learns why, and no other one does.
__global__ void refused(int* errors) {
    if (threadIdx.x == 1) {
        add<<<1, 2000>>>(errors, 1, 1);
        errors[0] = cudaPeekAtLastError();
        add<<<0, 32>>>(errors, 1, 1);
        errors[1] = cudaGetLastError();
        errors[2] = cudaGetLastError();
        add<<<1, 32, 1 << 20>>>(errors, 1, 1);
        errors[3] = cudaGetLastError();
        cudaStream_t stream;
        errors[4] = cudaStreamCreateWithFlags(&stream, 2);
        errors[7] = cudaStreamCreateWithFlags(&stream, cudaStreamDefault);  // unlike what the manual says
        if (errors[7] == cudaSuccess) cudaStreamDestroy(stream);
        cudaGetLastError();
        scale<<<1, 1>>>(errors + 6, 1, 2);
    }
    __syncwarp();
    if (threadIdx.x == 0) errors[5] = cudaGetLastError();
}
__global__ void nest(int* values) {
    values[0] += 1;
    nest<<<1, 1>>>(values);
    if (const cudaError_t error = cudaGetLastError()) values[1] = error;
}

bool errors_of_launches() {
    int* const errors = poisoned(8);
    refused<<<1, 2>>>(errors);
    OK(cudaDeviceSynchronize());
    EXPECT_ERROR(errors[0], cudaErrorInvalidConfiguration);
    EXPECT(errors[1] != cudaSuccess);
    EXPECT_ERROR(errors[2], cudaSuccess);
    EXPECT_ERROR(errors[3], cudaErrorInvalidConfiguration);
    EXPECT_ERROR(errors[4], cudaErrorInvalidValue);
    EXPECT_ERROR(errors[5], cudaSuccess);
    EXPECT(errors[6] == 2 * kPoison);
    EXPECT_ERROR(errors[7], cudaSuccess);
    errors[0] = 0;
    nest<<<1, 1>>>(errors);
    OK(cudaDeviceSynchronize());
    EXPECT(errors[0] == 1 + 2048);  // a grid is pending until all below it have ended
    EXPECT_ERROR(errors[1], cudaErrorLaunchPendingCountExceeded);
    return cudaFree(errors) == cudaSuccess;
}

}  // namespace
