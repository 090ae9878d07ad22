// See openblas.hpp.
#include "common/baseline/openblas.hpp"

#include <dlfcn.h>
#include <omp.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace baseline::openblas {
namespace {

// As cblas.h declares it, with the values of its enumerations.
constexpr int kRowMajor = 101;
constexpr int kNotTransposed = 111;
using Sgemm = void(int order, int transposed_a, int transposed_b, int m, int n, int k, float alpha,
                   const float* a, int lda, const float* b, int ldb, float beta, float* c, int ldc);

struct Library {
    Sgemm* sgemm = nullptr;
    void (*set_threads)(int) = nullptr;
    char* (*config)() = nullptr;

    Library() {
        void* const handle = dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
        if (handle == nullptr) return;
        const auto find = [&](auto*& function, const char* name) {
            function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(handle, name));
        };
        find(sgemm, "cblas_sgemm");
        find(set_threads, "openblas_set_num_threads");
        find(config, "openblas_get_config");
    }
    bool there() const { return sgemm != nullptr && set_threads != nullptr && config != nullptr; }
};

const Library& library() {
    static const Library library;
    return library;
}

int to_int(std::size_t size) {
    if (size > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
        throw std::invalid_argument("OpenBLAS counts in 32 bits: " + std::to_string(size) +
                                    " is too much for it.");
    }
    return static_cast<int>(size);
}

}  // namespace

std::string missing() {
    return library().there() ? "" : "OpenBLAS is not installed (on Debian: apt-get install libopenblas0)";
}

std::string description() { return library().there() ? library().config() : ""; }

void multiply(const Gemm& gemm, int threads) {
    if (!library().there()) throw std::runtime_error(missing());
    library().set_threads(threads > 0 ? threads : omp_get_max_threads());
    // A leading dimension of 0 is one of an empty matrix, but not to cblas.
    const auto leading = [](std::size_t ld) { return to_int(std::max<std::size_t>(1, ld)); };
    library().sgemm(kRowMajor, kNotTransposed, kNotTransposed, to_int(gemm.m), to_int(gemm.n), to_int(gemm.k),
                    gemm.alpha, gemm.a, leading(gemm.lda), gemm.b, leading(gemm.ldb), gemm.beta, gemm.c,
                    leading(gemm.ldc));
}

}  // namespace baseline::openblas
