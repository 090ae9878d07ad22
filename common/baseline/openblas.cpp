// See openblas.hpp.
#include "common/baseline/openblas.hpp"

#include <dlfcn.h>
#include <omp.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <set>
#include <stdexcept>

namespace baseline::openblas {
namespace {

// As cblas.h declares it, with the values of its enumerations.
constexpr int kRowMajor = 101;
constexpr int kNotTransposed = 111;
using Sgemm = void(int order, int transposed_a, int transposed_b, int m, int n, int k, float alpha,
                   const float* a, int lda, const float* b, int ldb, float beta, float* c, int ldc);

constexpr const char* kCoreType = "OPENBLAS_CORETYPE";

// The names of OpenBLAS's cores with kernels for AVX2 or more.
bool is_modern(const std::string& core) {
    static const std::set<std::string> cores = {"Haswell", "Zen", "SkylakeX", "Cooperlake", "SapphireRapids"};
    return cores.count(core) != 0;
}

// The core to select if OpenBLAS does not recognise this CPU; empty if its own choice is as good.
std::string better_core() {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        return "SkylakeX";
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return "Haswell";
#endif
    return "";
}

struct Library {
    void* handle = nullptr;
    Sgemm* sgemm = nullptr;
    void (*set_threads)(int) = nullptr;
    char* (*config)() = nullptr;
    char* (*core)() = nullptr;
    std::string mistaken_for;  // the core that it chose by itself

    // If the CPU is newer than the library, or hidden by a virtual machine, OpenBLAS takes it for one of 2004 and is
    // several times slower than it could be, and thus no roof. So it is told which core to use, unless the user has
    // done so.
    Library() {
        load();
        if (!there() || std::getenv(kCoreType) != nullptr || is_modern(core()) || better_core().empty())
            return;
        mistaken_for = core();
        setenv(kCoreType, better_core().c_str(), 1);
        dlclose(handle);
        load();
        unsetenv(kCoreType);
    }
    bool there() const {
        return sgemm != nullptr && set_threads != nullptr && config != nullptr && core != nullptr;
    }

  private:
    void load() {
        handle = dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
        if (handle == nullptr) return;
        const auto find = [&](auto*& function, const char* name) {
            function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(handle, name));
        };
        find(sgemm, "cblas_sgemm");
        find(set_threads, "openblas_set_num_threads");
        find(config, "openblas_get_config");
        find(core, "openblas_get_corename");
    }
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

std::string description() {
    if (!library().there()) return "";
    const std::string& mistaken_for = library().mistaken_for;
    return library().config() +
           (mistaken_for.empty() ? "" : " (told so: it took this CPU for " + mistaken_for + ")");
}

void multiply(const Gemm& gemm, int threads) {
    if (!library().there()) throw std::runtime_error(missing());
    library().set_threads(threads > 0 ? threads : omp_get_max_threads());
    // cblas rejects a leading dimension of 0, which an empty matrix may have.
    const auto leading = [](std::size_t ld) { return to_int(std::max<std::size_t>(1, ld)); };
    library().sgemm(kRowMajor, kNotTransposed, kNotTransposed, to_int(gemm.m), to_int(gemm.n), to_int(gemm.k),
                    gemm.alpha, gemm.a, leading(gemm.lda), gemm.b, leading(gemm.ldb), gemm.beta, gemm.c,
                    leading(gemm.ldc));
}

}  // namespace baseline::openblas
