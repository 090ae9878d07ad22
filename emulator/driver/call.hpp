// The frame of every call of the driver: a cu* function, which libcuda.so.1 gives to programs. There is no second
// emulator behind it: the calls use the runtime's functions, and its errors, whose numbers are the driver's.
//
// The functions are defined under names of our own, because cuda.h renames many of NVIDIA's with macros.
#pragma once

#include "emulator/runtime/entry_points.hpp"
// Behind the runtime's declarations, which must come first.
#include <cuda.h>

#include <functional>
#include <type_traits>

#include "emulator/runtime/call.hpp"

// Types of CUDA 12 that older headers lack.
#if CUDA_VERSION < 12000
typedef struct CUlib_st* CUlibrary;
typedef struct CUkern_st* CUkernel;
typedef int CUlibraryOption;
#endif
#if CUDA_VERSION < 12050
struct CUctxCreateParams;
#endif

namespace simt::driver {

using runtime::answer;
using runtime::call;
using runtime::context;
using runtime::fail;

// What must have happened before a call.
enum class Needs { Nothing, Initialisation, Context };

// Runs the driver's call `name`, the C++ name of the function that calls this. Its result is the body's, with the error
// that a program of the driver gets; or the error of a Failure that it throws.
CUresult driver_call(Needs needs, const char* name, const std::function<cudaError_t()>& body);

// The three ways to call it. A body that returns cudaError_t calls functions of the runtime. One that returns nothing is
// itself the body of runtime::call.
template <class Body>
CUresult driver_call_of(Needs needs, const char* name, const Body& body) {
    if constexpr (std::is_void_v<decltype(body())>)
        return driver_call(needs, name, [&] { return call(body); });
    else
        return driver_call(needs, name, body);
}
template <class Body>
CUresult at_any_time(const Body& body, const char* name = __builtin_FUNCTION()) {
    return driver_call_of(Needs::Nothing, name, body);
}
template <class Body>
CUresult initialised(const Body& body, const char* name = __builtin_FUNCTION()) {
    return driver_call_of(Needs::Initialisation, name, body);
}
template <class Body>
CUresult in_context(const Body& body, const char* name = __builtin_FUNCTION()) {
    return driver_call_of(Needs::Context, name, body);
}

// Fails a call whose body calls the runtime's functions: returns the error after printing the sentence.
template <class... Args>
cudaError_t refused(cudaError_t error, fmt::format_string<Args...> format, Args&&... args) {
    return runtime::query([&] { fail(error, format, std::forward<Args>(args)...); });
}

// Device addresses are integers for the driver.
inline void* pointer_of(CUdeviceptr address) { return reinterpret_cast<void*>(address); }
inline void** pointer_of(CUdeviceptr* address) { return reinterpret_cast<void**>(address); }

}  // namespace simt::driver

// SIMT_DRIVER(cuMemAlloc, _v2, parameters…) { … } defines the function and exports it as cuMemAlloc_v2. Its type must be
// that of cuda.h, where this is the header of CUDA 13.
#if CUDA_VERSION >= 13000
#define SIMT_CHECK_TYPE(symbol)                                                  \
    static_assert(std::is_same_v<decltype(driver_##symbol), decltype(::symbol)>, \
                  "cuda.h declares it differently");
#else
#define SIMT_CHECK_TYPE(symbol)
#endif
#define SIMT_DRIVER_UNDECLARED(name, version, ...)                        \
    extern "C" __attribute__((visibility("default")))                     \
    CUresult driver_##name##version(__VA_ARGS__) __asm__(#name #version); \
    CUresult driver_##name##version(__VA_ARGS__)
#define SIMT_DRIVER(name, version, ...)                                   \
    extern "C" __attribute__((visibility("default")))                     \
    CUresult driver_##name##version(__VA_ARGS__) __asm__(#name #version); \
    SIMT_CHECK_TYPE(name##version)                                        \
    CUresult driver_##name##version(__VA_ARGS__)

// Its twin for per-thread default streams: SIMT_DRIVER_TWIN(cuMemcpyHtoD, _v2, _ptds) exports cuMemcpyHtoD_v2_ptds. An
// older version whose parameters are the same is a twin, too.
#define SIMT_DRIVER_TWIN(name, version, suffix)                                        \
    extern "C" __attribute__((visibility("default"))) decltype(driver_##name##version) \
        driver_##name##version##suffix __asm__(#name #version #suffix)                 \
            __attribute__((alias(#name #version)));
