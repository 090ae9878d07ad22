// Every call of the emulator's libcublas, as a program with NVIDIA's header makes it. All numbers are small and whole, so results
// are exact. Prints a line for each call whose result is wrong, and "N calls" at the end.
#include <cublas_v2.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdio>
#include <cstring>
#include <vector>

namespace {

int calls = 0;
cublasHandle_t handle;

void check(const char* call, cublasStatus_t status, bool right) {
    ++calls;
    if (status != CUBLAS_STATUS_SUCCESS || !right)
        std::printf("%s: %s, %s\n", call, cublasGetStatusName(status), right ? "right" : "wrong");
}

__global__ void convert(const double* from, float* to, int n) {
    const int k = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (k < n) to[k] = static_cast<float>(from[k]);
}

// Elements on the device.
template <class T>
struct Device {
    T* first = nullptr;
    std::size_t count;
    Device(const std::vector<double>& numbers) : count(numbers.size()) {
        std::vector<T> elements;
        for (const double number : numbers) elements.push_back(static_cast<T>(static_cast<float>(number)));
        cudaMalloc(&first, count * sizeof(T));
        cudaMemcpy(first, elements.data(), count * sizeof(T), cudaMemcpyHostToDevice);
    }
    ~Device() { cudaFree(first); }
    operator T*() const { return first; }
    bool is(const std::vector<double>& expected) const {
        std::vector<T> elements(count);
        cudaMemcpy(elements.data(), first, count * sizeof(T), cudaMemcpyDeviceToHost);
        bool same = expected.size() == count;
        for (std::size_t k = 0; same && k < count; ++k)
            same = static_cast<double>(static_cast<float>(elements[k])) == expected[k];
        return same;
    }
};

// By columns: A is 2 x 3, B 3 x 2.
const std::vector<double> kA = {1, 2, 3, 4, 5, 6}, kB = {1, 0, 2, -1, 3, 1}, kC = {1, 1, 1, 1};
const std::vector<double> kProduct = {11, 14, 13, 16};  // A B
const std::vector<double> kTwice = {22, 28, 26, 32};    // 2 A B
const std::vector<double> kMore = {23, 29, 27, 33};     // 2 A B + C

#define CALL(name, arguments, right)                  \
    do {                                              \
        const cublasStatus_t status = name arguments; \
        check(#name, status, (right));                \
    } while (false)

#define LEVEL_1(letter, lower, T, suffix, Int)                                                              \
    {                                                                                                       \
        const T two = 2;                                                                                    \
        T number = 0;                                                                                       \
        Int index = 0;                                                                                      \
        Device<T> x({1, -2, 3}), y({4, 5, 6}), z({0, 0, 0}), w({-4, 3, 0});                                 \
        CALL(cublas##letter##axpy##suffix, (handle, 3, &two, x, 1, y, 1), y.is({6, 1, 12}));                \
        CALL(cublas##letter##scal##suffix, (handle, 2, &two, y, 2), y.is({12, 1, 24}));                     \
        CALL(cublas##letter##copy##suffix, (handle, 3, x, 1, z, -1), z.is({3, -2, 1}));                     \
        CALL(cublas##letter##swap##suffix, (handle, 3, x, 1, y, 1), x.is({12, 1, 24}) && y.is({1, -2, 3})); \
        CALL(cublas##letter##dot##suffix, (handle, 3, x, 1, y, 1, &number), number == 82);                  \
        CALL(cublas##letter##nrm2##suffix, (handle, 3, w, 1, &number), number == 5);                        \
        CALL(cublas##letter##asum##suffix, (handle, 3, w, 1, &number), number == 7);                        \
        CALL(cublasI##lower##amax##suffix, (handle, 3, w, 1, &index), index == 1);                          \
        CALL(cublasI##lower##amin##suffix, (handle, 3, w, 1, &index), index == 3);                          \
    }

#define MATRICES(letter, T, suffix)                                                                          \
    {                                                                                                        \
        const T one = 1, two = 2, zero = 0;                                                                  \
        Device<T> a(kA), x({1, 2, 3}), y({1, 1}), c({0, 0, 0, 0, 0, 0}), triangle({2, 4, 0, 4}), b({4, 12}), \
            s(kC);                                                                                           \
        CALL(cublas##letter##gemv##suffix, (handle, CUBLAS_OP_N, 2, 3, &one, a, 2, x, 1, &two, y, 1),        \
             y.is({24, 30}));                                                                                \
        CALL(cublas##letter##geam##suffix,                                                                   \
             (handle, CUBLAS_OP_T, CUBLAS_OP_N, 3, 2, &one, a, 2, &zero, c, 3, c, 3),                        \
             c.is({1, 3, 5, 2, 4, 6}));                                                                      \
        CALL(cublas##letter##dgmm##suffix, (handle, CUBLAS_SIDE_RIGHT, 2, 3, a, 2, x, 1, c, 2),              \
             c.is({1, 2, 6, 8, 15, 18}));                                                                    \
        CALL(cublas##letter##ger##suffix, (handle, 2, 3, &one, y, 1, x, 1, a, 2),                            \
             a.is({25, 32, 51, 64, 77, 96}));                                                                \
        CALL(cublas##letter##syrk##suffix,                                                                   \
             (handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_T, 2, 1, &one, x, 1, &one, s, 2),                    \
             s.is({2, 3, 1, 5}));                                                                            \
        CALL(cublas##letter##trsm##suffix,                                                                   \
             (handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, 2, 1,     \
              &one, triangle, 2, b, 2),                                                                      \
             b.is({2, 1}));                                                                                  \
    }

// The matrices twice, for batches by strides and by pointers.
std::vector<double> twice(std::vector<double> numbers) {
    const std::vector<double> again = numbers;
    numbers.insert(numbers.end(), again.begin(), again.end());
    return numbers;
}
template <class T>
struct Pointers {
    T** first = nullptr;
    Pointers(T* matrix, std::size_t stride) {
        T* const both[] = {matrix, matrix + stride};
        cudaMalloc(&first, sizeof both);
        cudaMemcpy(first, both, sizeof both, cudaMemcpyHostToDevice);
    }
    ~Pointers() { cudaFree(first); }
};

// By columns: the rows of {1, 2, 3, 4} are exchanged, then its factors are {1, 0.5} and {2, 4; 1}.
#define FACTORISATIONS(letter, T)                                                                        \
    {                                                                                                    \
        Device<T> a(twice({1, 2, 3, 4})), inverse(twice(kC)), b(twice({4, 6}));                          \
        Device<int> pivots({0, 0, 0, 0}), info({7, 7});                                                  \
        const Pointers<T> as(a, 4), inverses(inverse, 4), bs(b, 2);                                      \
        int host_info = 7;                                                                               \
        CALL(cublas##letter##matinvBatched, (handle, 2, as.first, 2, inverses.first, 2, info, 2),        \
             inverse.is(twice({-2, 1, 1.5, -0.5})) && info.is({0, 0}) && a.is(twice({1, 2, 3, 4})));     \
        CALL(cublas##letter##getrfBatched, (handle, 2, as.first, 2, pivots, info, 2),                    \
             a.is(twice({2, 0.5, 4, 1})) && pivots.is(twice({2, 2})) && info.is({0, 0}));                \
        CALL(cublas##letter##getrsBatched,                                                               \
             (handle, CUBLAS_OP_N, 2, 1, as.first, 2, pivots, bs.first, 2, &host_info, 2),               \
             b.is(twice({1, 1})) && host_info == 0);                                                     \
        CALL(cublas##letter##getriBatched, (handle, 2, as.first, 2, pivots, inverses.first, 2, info, 2), \
             inverse.is(twice({-2, 1, 1.5, -0.5})) && info.is({0, 0}));                                  \
    }

#define PRODUCTS(letter, T, suffix)                                                                         \
    {                                                                                                       \
        const T one = 1.0f, two = 2.0f;                                                                     \
        Device<T> a(twice(kA)), b(twice(kB)), c(kC), strided(twice(kC)), pointed(twice(kC));                \
        Pointers<T> as(a, 6), bs(b, 6), cs(pointed, 4);                                                     \
        CALL(cublas##letter##gemm##suffix,                                                                  \
             (handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 3, &two, a, 2, b, 3, &one, c, 2), c.is(kMore));       \
        CALL(cublas##letter##gemmStridedBatched##suffix,                                                    \
             (handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 3, &two, a, 2, 6, b, 3, 6, &one, strided, 2, 4, 2),   \
             strided.is(twice(kMore)));                                                                     \
        CALL(cublas##letter##gemmBatched##suffix,                                                           \
             (handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 3, &two, as.first, 2, bs.first, 3, &one, cs.first, 2, \
              2),                                                                                           \
             pointed.is(twice(kMore)));                                                                     \
    }

#define PRODUCTS_EX(suffix)                                                                                  \
    {                                                                                                        \
        const float two = 2, zero = 0;                                                                       \
        Device<__half> a(twice(kA)), b(twice(kB));                                                           \
        Device<float> c(kC), single(kC), strided(twice(kC)), pointed(twice(kC));                             \
        Pointers<__half> as(a, 6), bs(b, 6);                                                                 \
        Pointers<float> cs(pointed, 4);                                                                      \
        CALL(cublasGemmEx##suffix,                                                                           \
             (handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 3, &two, a, CUDA_R_16F, 2, b, CUDA_R_16F, 3, &zero, c, \
              CUDA_R_32F, 2, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT),                                       \
             c.is(kTwice));                                                                                  \
        CALL(cublasSgemmEx##suffix,                                                                          \
             (handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 3, &two, a, CUDA_R_16F, 2, b, CUDA_R_16F, 3, &zero,    \
              single, CUDA_R_32F, 2),                                                                        \
             single.is(kTwice));                                                                             \
        CALL(cublasGemmStridedBatchedEx##suffix,                                                             \
             (handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 3, &two, a, CUDA_R_16F, 2, 6, b, CUDA_R_16F, 3, 6,     \
              &zero, strided, CUDA_R_32F, 2, 4, 2, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT_TENSOR_OP),       \
             strided.is(twice(kTwice)));                                                                     \
        CALL(                                                                                                \
            cublasGemmBatchedEx##suffix,                                                                     \
            (handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 3, &two, reinterpret_cast<void**>(as.first),            \
             CUDA_R_16F, 2, reinterpret_cast<void**>(bs.first), CUDA_R_16F, 3, &zero,                        \
             reinterpret_cast<void**>(cs.first), CUDA_R_32F, 2, 2, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT), \
            pointed.is(twice(kTwice)));                                                                      \
        const int whole = 1, none = 0;                                                                       \
        Device<signed char> left(kA), right(kB);                                                             \
        Device<int> sums(kC);                                                                                \
        CALL(cublasGemmEx##suffix,                                                                           \
             (handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 3, &whole, left, CUDA_R_8I, 2, right, CUDA_R_8I, 3,    \
              &none, sums, CUDA_R_32I, 2, CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT),                          \
             sums.is(kProduct));                                                                             \
        Device<__nv_bfloat16> x({1, -2, 2}), y({4, 5, 6});                                                   \
        CALL(cublasAxpyEx##suffix,                                                                           \
             (handle, 3, &two, CUDA_R_32F, x, CUDA_R_16BF, 1, y, CUDA_R_16BF, 1, CUDA_R_32F),                \
             y.is({6, 1, 10}));                                                                              \
        CALL(cublasScalEx##suffix, (handle, 3, &two, CUDA_R_32F, y, CUDA_R_16BF, 1, CUDA_R_32F),             \
             y.is({12, 2, 20}));                                                                             \
        __nv_bfloat16 narrow;                                                                                \
        CALL(cublasDotEx##suffix,                                                                            \
             (handle, 3, x, CUDA_R_16BF, 1, y, CUDA_R_16BF, 1, &narrow, CUDA_R_16BF, CUDA_R_32F),            \
             static_cast<float>(narrow) == 48);                                                              \
        CALL(cublasNrm2Ex##suffix, (handle, 3, x, CUDA_R_16BF, 1, &narrow, CUDA_R_16BF, CUDA_R_32F),         \
             static_cast<float>(narrow) == 3);                                                               \
    }

#define TRANSFERS(suffix)                                                                                    \
    {                                                                                                        \
        const float from[] = {1, 2, 3, 4};                                                                   \
        float to[] = {0, 0, 0, 0};                                                                           \
        Device<float> x({0, 0, 0, 0});                                                                       \
        CALL(cublasSetVector##suffix, (2, sizeof(float), from, 2, x, 1), x.is({1, 3, 0, 0}));                \
        CALL(cublasSetMatrix##suffix, (1, 2, sizeof(float), from, 1, x, 2), x.is({1, 3, 2, 0}));             \
        CALL(cublasGetVector##suffix, (2, sizeof(float), x, 1, to, 2), to[0] == 1 && to[2] == 3);            \
        CALL(cublasGetMatrix##suffix, (2, 1, sizeof(float), x, 2, to, 2), to[0] == 1 && to[1] == 3);         \
        CALL(cublasSetVectorAsync##suffix, (1, sizeof(float), from + 3, 1, x, 1, nullptr),                   \
             x.is({4, 3, 2, 0}));                                                                            \
        CALL(cublasSetMatrixAsync##suffix, (1, 1, sizeof(float), from + 2, 1, x, 1, nullptr),                \
             x.is({3, 3, 2, 0}));                                                                            \
        CALL(cublasGetVectorAsync##suffix, (1, sizeof(float), x, 1, to + 3, 1, nullptr), to[3] == 3);        \
        CALL(cublasGetMatrixAsync##suffix, (1, 1, sizeof(float), x + 2, 1, to + 3, 1, nullptr), to[3] == 2); \
    }

void test_handle() {
    int number = -1;
    cudaStream_t stream, same = nullptr;
    cudaStreamCreate(&stream);
    cublasPointerMode_t pointers;
    cublasAtomicsMode_t atomics;
    cublasMath_t math;
    Device<float> workspace({0, 0});
    CALL(cublasGetVersion, (handle, &number), number > 110000);
    CALL(cublasGetProperty, (MAJOR_VERSION, &number), number >= 11);
    CALL(cublasSetStream, (handle, stream), true);
    CALL(cublasGetStream, (handle, &same), same == stream);
    CALL(cublasSetStream, (handle, nullptr), true);
    CALL(cublasSetAtomicsMode, (handle, CUBLAS_ATOMICS_ALLOWED), true);
    CALL(cublasGetAtomicsMode, (handle, &atomics), atomics == CUBLAS_ATOMICS_ALLOWED);
    CALL(cublasSetMathMode, (handle, CUBLAS_TF32_TENSOR_OP_MATH), true);
    CALL(cublasGetMathMode, (handle, &math), math == CUBLAS_TF32_TENSOR_OP_MATH);
    CALL(cublasSetWorkspace, (handle, workspace, 8), true);
    CALL(cublasSetSmCountTarget, (handle, 20), true);
    CALL(cublasGetSmCountTarget, (handle, &number), number == 20);
    CALL(cublasLoggerConfigure, (0, 0, 0, nullptr), true);
    CALL(cublasSetPointerMode, (handle, CUBLAS_POINTER_MODE_DEVICE), true);
    CALL(cublasGetPointerMode, (handle, &pointers), pointers == CUBLAS_POINTER_MODE_DEVICE);
    Device<float> x({3, 4}), result({0});
    CALL(cublasSnrm2, (handle, 2, x, 1, result), result.is({5}));
    CALL(cublasSetPointerMode, (handle, CUBLAS_POINTER_MODE_HOST), true);
    check("cublasGetStatusString", CUBLAS_STATUS_SUCCESS,
          std::strlen(cublasGetStatusString(CUBLAS_STATUS_NOT_SUPPORTED)) > 10 &&
              cublasGetCudartVersion() >= 11080);
    cudaStreamDestroy(stream);
}

// A kernel's numbers go into a product, and the product into a kernel, without a word between them.
void test_order() {
    Device<double> numbers(kA);
    Device<float> a({0, 0, 0, 0, 0, 0}), b(kB), c(kC);
    const float one = 1, zero = 0;
    const dim3 grid(1), block(32);
    convert<<<grid, block>>>(numbers, a, 6);
    CALL(cublasSgemm, (handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 3, &one, a, 2, b, 3, &zero, c, 2),
         c.is(kProduct));
}

void test_refused() {
    float c = 0, s = 0, a = 1, b = 1;
    const cublasStatus_t status = cublasSrotg(handle, &a, &b, &c, &s);
    check("cublasSrotg", CUBLAS_STATUS_SUCCESS, status == CUBLAS_STATUS_NOT_SUPPORTED);
    const cublasStatus_t symmetric =
        cublasSsymv(handle, CUBLAS_FILL_MODE_LOWER, 1, &a, &a, 1, &b, 1, &s, &c, 1);
    check("cublasSsymv", CUBLAS_STATUS_SUCCESS, symmetric == CUBLAS_STATUS_NOT_SUPPORTED);
}

// A vector on device 0, which the other device may access only once that is enabled. Needs two devices (simt --devices 2).
int on_two_devices() {
    float* x = nullptr;
    const float two = 2;
    float values[3] = {1, 2, 3};
    cudaMalloc(&x, sizeof values);
    cudaMemcpy(x, values, sizeof values, cudaMemcpyHostToDevice);
    cudaSetDevice(1);
    cublasCreate(&handle);
    cudaDeviceEnablePeerAccess(0, 0);
    const cublasStatus_t with_access = cublasSscal(handle, 3, &two, x, 1);
    cudaMemcpy(values, x, sizeof values, cudaMemcpyDefault);
    cudaDeviceDisablePeerAccess(0);
    const cublasStatus_t without = cublasSscal(handle, 3, &two, x, 1);
    std::printf("%d %g %g %g, %d\n", with_access, values[0], values[1], values[2], without);
    return 0;
}

}  // namespace

int main(int argc, char**) {
    if (argc > 1) return on_two_devices();
    CALL(cublasCreate, (&handle), handle != nullptr);
    test_handle();
    test_order();
    LEVEL_1(S, s, float, , int)
    LEVEL_1(D, d, double, , int)
    MATRICES(S, float, )
    MATRICES(D, double, )
    FACTORISATIONS(S, float)
    FACTORISATIONS(D, double)
    PRODUCTS(S, float, )
    PRODUCTS(D, double, )
    PRODUCTS(H, __half, )
    PRODUCTS_EX()
    TRANSFERS()
#if CUDART_VERSION >= 12000
    LEVEL_1(S, s, float, _64, int64_t)
    LEVEL_1(D, d, double, _64, int64_t)
    MATRICES(S, float, _64)
    MATRICES(D, double, _64)
    PRODUCTS(S, float, _64)
    PRODUCTS(D, double, _64)
    PRODUCTS(H, __half, _64)
    PRODUCTS_EX(_64)
    TRANSFERS(_64)
#endif
    test_refused();
    CALL(cublasDestroy, (handle), true);
    const cublasStatus_t gone = cublasDestroy(handle);
    check("cublasDestroy", CUBLAS_STATUS_SUCCESS, gone == CUBLAS_STATUS_NOT_INITIALIZED);
    std::printf("%d calls\n", calls);
    return 0;
}
