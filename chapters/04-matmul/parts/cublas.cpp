// See cublas.hpp.
#include "chapters/04-matmul/parts/cublas.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>

#include "common/cuda/counters.hpp"

namespace cublas {
namespace {

// As cublas_v2.h declares them, with the values of its enumerations.
using Handle = void*;
enum Operation : int { kAsItIs = 0, kTransposed = 1 };
enum MathMode : int { kPedanticMath = 2, kTf32Math = 3 };
using Create = int(Handle*);
using SetMathMode = int(Handle, MathMode);
using Sgemm = int(Handle, Operation, Operation, std::int64_t m, std::int64_t n, std::int64_t k,
                  const float* alpha, const float* a, std::int64_t lda, const float* b, std::int64_t ldb,
                  const float* beta, float* c, std::int64_t ldc);
using GetStatusString = const char*(int);

constexpr const char* kFile = "libcublas.so.13";

struct Library {
    Create* create = nullptr;
    SetMathMode* set_math_mode = nullptr;
    Sgemm* sgemm = nullptr;
    GetStatusString* status_string = nullptr;

    Library() {
        void* const handle = dlopen(kFile, RTLD_NOW | RTLD_LOCAL);
        if (handle == nullptr) return;
        const auto find = [&](auto*& function, const char* name) {
            function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(handle, name));
        };
        find(create, "cublasCreate_v2");
        find(set_math_mode, "cublasSetMathMode");
        find(sgemm, "cublasSgemm_v2_64");
        find(status_string, "cublasGetStatusString");
    }
    bool there() const {
        return create != nullptr && set_math_mode != nullptr && sgemm != nullptr && status_string != nullptr;
    }
};

const Library& library() {
    static const Library library;
    return library;
}

void check(int status, const char* call) {
    if (status == 0) return;
    throw std::runtime_error(std::string(call) + " of cuBLAS failed: " + library().status_string(status) +
                             ".");
}

// Never destroyed: the driver may already be gone when static objects are destroyed.
Handle handle() {
    static const Handle handle = [] {
        Handle made = nullptr;
        check(library().create(&made), "cublasCreate");
        return made;
    }();
    return handle;
}

}  // namespace

std::string missing() {
    if (gpu::emulator::present()) return "cuBLAS holds no PTX that the emulator could run: it needs a GPU";
    if (library().there()) return "";
    return std::string(kFile) +
           " was not found; it comes with the CUDA toolkit (LD_LIBRARY_PATH may name its folder)";
}

void multiply(const Gemm& gemm, Layout layout, Precision precision) {
    if (const std::string reason = missing(); !reason.empty()) throw std::runtime_error(reason);
    check(library().set_math_mode(handle(), precision == Precision::kTf32 ? kTf32Math : kPedanticMath),
          "cublasSetMathMode");
    // cuBLAS's matrices are column-major: it takes our C for its transpose, which is B's transpose times A's. It
    // rejects a leading dimension of 0, which an empty matrix may have.
    const auto leading = [](std::size_t ld) {
        return static_cast<std::int64_t>(std::max<std::size_t>(1, ld));
    };
    check(library().sgemm(handle(), layout.b_by_columns ? kTransposed : kAsItIs,
                          layout.a_by_columns ? kTransposed : kAsItIs, static_cast<std::int64_t>(gemm.n),
                          static_cast<std::int64_t>(gemm.m), static_cast<std::int64_t>(gemm.k), &gemm.alpha,
                          gemm.b, leading(gemm.ldb), gemm.a, leading(gemm.lda), &gemm.beta, gemm.c,
                          leading(gemm.ldc)),
          "cublasSgemm");
}

}  // namespace cublas
