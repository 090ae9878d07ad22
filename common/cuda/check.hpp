// Every CUDA call of this repository goes through CUDA_CHECK: a call that fails becomes an exception that says which
// call, where, the runtime's name for the error, and what to do about it. After a launch, write
// CUDA_CHECK(cudaGetLastError()): a launch itself returns nothing.
//
// Nearly every CUDA file includes this header, and nvcc parses it four times. Keep <string> and the like out: they
// double the compile time of a rung.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdio>
#include <exception>

namespace gpu {

// What to do about an error, for the errors that learners meet; empty for the others.
inline const char* advice(cudaError_t code) {
    switch (code) {
        case cudaErrorInvalidValue:
            return "An argument is wrong. Of a copy: look at sizes, pointers and the direction. Of a launch: "
                   "a block "
                   "has at most 1024 threads, gridDim.y and gridDim.z are at most 65535, and shared memory "
                   "above "
                   "48 KiB must be asked for.";
        case cudaErrorMemoryAllocation:
            return "The device has no such amount of memory free: use a smaller size.";
        case cudaErrorInsufficientDriver:
            return "This is NVIDIA's runtime, not the emulator, and it found no driver, or one older than "
                   "itself. Without a GPU, start the program as build/simt PROGRAM. With one, make "
                   "doctor says which driver it needs.";
        case cudaErrorNoDevice:
            return "No GPU was found: run the program under build/simt.";
        case cudaErrorInvalidConfiguration:
            return "A grid or block is out of range: a block has at most 1024 threads, gridDim.y and "
                   "gridDim.z are "
                   "at most 65535, nothing may be 0, and shared memory above 48 KiB must be asked for.";
        case cudaErrorInvalidDeviceFunction:
        case cudaErrorNoKernelImageForDevice:
            return "The program holds no code for this GPU: build it with -gencode for its compute "
                   "capability.";
        case cudaErrorIllegalAddress:
            return "A kernel launched before this call accessed memory outside its arrays: run the program "
                   "under "
                   "build/simt or compute-sanitizer for the source line.";
        case cudaErrorMisalignedAddress:
            return "A kernel launched before this call used a vector type at an address that is no multiple "
                   "of "
                   "its size.";
        case cudaErrorLaunchOutOfResources:
            return "The block needs more registers or shared memory than a multiprocessor has: use fewer "
                   "threads, "
                   "or tell the compiler with __launch_bounds__.";
        case cudaErrorLaunchFailure:
            return "A kernel launched before this call failed: run the program under build/simt or "
                   "compute-sanitizer.";
        default:
            return "";
    }
}

// A CUDA call that failed. what() is a sentence or two for a person; code() is for a program.
class Error : public std::exception {
  public:
    Error(cudaError_t code, const char* call, const char* file, int line) : code_(code) {
        const char* const what_to_do = advice(code);
        std::snprintf(message_, sizeof message_, "%s:%d: %s failed: %s (%s).%s%s", file, line, call,
                      cudaGetErrorName(code), cudaGetErrorString(code), *what_to_do ? " " : "", what_to_do);
    }

    const char* what() const noexcept override { return message_; }
    cudaError_t code() const { return code_; }

  private:
    cudaError_t code_;
    char message_[4096];  // a longer message is cut off
};

// Throws Error unless code is cudaSuccess. Use the macro below, which fills in the other arguments.
inline void check(cudaError_t code, const char* call, const char* file, int line) {
    if (code != cudaSuccess) throw Error(code, call, file, line);
}

}  // namespace gpu

#define CUDA_CHECK(call) ::gpu::check((call), #call, __FILE__, __LINE__)
