// The calls of cuBLASLt on handles, algorithms and products.
#include <cstdio>

#include "emulator/libraries/cublas/call.hpp"
#include "emulator/libraries/cublas/export.hpp"
#include "emulator/libraries/cublas/versions.hpp"
#include "emulator/libraries/cublaslt/matmul.hpp"

using namespace simt;
using namespace simt::cublaslt;
using cublas::call;
using cublas::check_pointer;
using cublas::refuse;

namespace {

// A handle holds nothing; a cublasHandle_t may stand in its place.
struct Nothing {};

void check_handle(const void* handle) {
    if (handle == nullptr)
        refuse(cublas::kNotInitialized, "the handle is a null pointer: cublasLtCreate makes one");
}

// Throws unless all descriptors are there.
Layouts checked(const Product* product, const Layout* a, const Layout* b, const Layout* c, const Layout* d) {
    check_pointer("computeDesc", product);
    check_pointer("Adesc", a);
    check_pointer("Bdesc", b);
    check_pointer("Cdesc", c);
    check_pointer("Ddesc", d);
    return {*a, *b, *c, *d};
}

constexpr Heuristic kOnlyOne{{}, 0, cublas::kSuccess, 1, {}};

}  // namespace

CUBLAS_EXPORT Status cublasLtCreate(Nothing** handle) {
    return call("cublasLtCreate", [&] {
        check_pointer("lightHandle", handle);
        *handle = new Nothing;
    });
}
CUBLAS_EXPORT Status cublasLtDestroy(Nothing* handle) {
    return call("cublasLtDestroy", [&] {
        check_handle(handle);
        delete handle;
    });
}
CUBLAS_EXPORT std::size_t cublasLtGetVersion() { return cublas::kVersion; }
CUBLAS_EXPORT std::size_t cublasLtGetCudartVersion() { return CUDART_VERSION; }
CUBLAS_EXPORT Status cublasLtGetProperty(libraryPropertyType type, int* value) {
    return call("cublasLtGetProperty", [&] { cublas::answer_property(type, value); });
}
CUBLAS_EXPORT const char* cublasLtGetStatusName(Status status) { return cublas::name_of(status); }
CUBLAS_EXPORT const char* cublasLtGetStatusString(Status status) { return cublas::description_of(status); }

CUBLAS_EXPORT Status cublasLtMatmul(void* handle, const Product* product, const void* alpha, const void* a,
                                    const Layout* a_layout, const void* b, const Layout* b_layout,
                                    const void* beta, const void* c, const Layout* c_layout, void* d,
                                    const Layout* d_layout, const Algorithm*, void*, std::size_t,
                                    cudaStream_t stream) {
    return call("cublasLtMatmul", [&] {
        check_handle(handle);
        const Layouts layouts = checked(product, a_layout, b_layout, c_layout, d_layout);
        check_matmul(*product, layouts);
        matmul(*product, layouts, {alpha, a, b, beta, c, d}, stream);
    });
}

CUBLAS_EXPORT Status cublasLtMatmulAlgoGetHeuristic(void* handle, const Product* product, const Layout* a,
                                                    const Layout* b, const Layout* c, const Layout* d,
                                                    const Preference* preference, int wanted,
                                                    Heuristic* results, int* count) {
    return call("cublasLtMatmulAlgoGetHeuristic", [&] {
        check_handle(handle);
        check_pointer("returnAlgoCount", count);
        *count = 0;
        check_pointer("preference", preference);
        check_pointer("heuristicResultsArray", results);
        cublas::check_at_least("requestedAlgoCount", wanted, 1);
        const Layouts layouts = checked(product, a, b, c, d);
        check_matmul(*product, layouts);
        results[0] = kOnlyOne;
        *count = 1;
    });
}
CUBLAS_EXPORT Status cublasLtMatmulAlgoGetIds(void* handle, ComputeType, Type, Type, Type, Type, Type,
                                              int wanted, int* ids, int* count) {
    return call("cublasLtMatmulAlgoGetIds", [&] {
        check_handle(handle);
        check_pointer("algoIdsArray", ids);
        check_pointer("returnAlgoCount", count);
        cublas::check_at_least("requestedAlgoCount", wanted, 1);
        ids[0] = 0;
        *count = 1;
    });
}
CUBLAS_EXPORT Status cublasLtMatmulAlgoInit(void* handle, ComputeType, Type, Type, Type, Type, Type, int id,
                                            Algorithm* made) {
    return call("cublasLtMatmulAlgoInit", [&] {
        check_handle(handle);
        check_pointer("algo", made);
        if (id != 0) refuse(cublas::kInvalidValue, "there is one algorithm here, number 0; asked for {}", id);
        *made = {};
    });
}
CUBLAS_EXPORT Status cublasLtMatmulAlgoCheck(void* handle, const Product* product, const Layout* a,
                                             const Layout* b, const Layout* c, const Layout* d,
                                             const Algorithm* algorithm, Heuristic* result) {
    return call("cublasLtMatmulAlgoCheck", [&] {
        check_handle(handle);
        check_pointer("algo", algorithm);
        check_pointer("result", result);
        const Layouts layouts = checked(product, a, b, c, d);
        check_matmul(*product, layouts);
        *result = kOnlyOne;
    });
}
// Tiles, stages and splits change nothing here.
CUBLAS_EXPORT Status cublasLtMatmulAlgoConfigSetAttribute(Algorithm*, int, const void*, std::size_t) {
    return cublas::kSuccess;
}

// There is nothing to log, and no cache.
CUBLAS_EXPORT Status cublasLtLoggerSetCallback(void (*)(int, const char*, const char*)) {
    return cublas::kSuccess;
}
CUBLAS_EXPORT Status cublasLtLoggerSetFile(std::FILE*) { return cublas::kSuccess; }
CUBLAS_EXPORT Status cublasLtLoggerOpenFile(const char*) { return cublas::kSuccess; }
CUBLAS_EXPORT Status cublasLtLoggerSetLevel(int) { return cublas::kSuccess; }
CUBLAS_EXPORT Status cublasLtLoggerSetMask(int) { return cublas::kSuccess; }
CUBLAS_EXPORT Status cublasLtLoggerForceDisable() { return cublas::kSuccess; }
CUBLAS_EXPORT Status cublasLtHeuristicsCacheSetCapacity(std::size_t) { return cublas::kSuccess; }
