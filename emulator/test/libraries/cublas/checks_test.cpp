// What the checks learn of a library's work: which memory it uses, in which order, and what is wrong with that.
#include <doctest/doctest.h>

#include <atomic>
#include <string>
#include <thread>

#include "common/testing/words.hpp"
#include "emulator/api.h"
#include "emulator/libraries/cublas/gemm.hpp"
#include "emulator/libraries/cublas/vectors.hpp"
#include "emulator/runtime/errors.hpp"
#include "emulator/test/libraries/cublas/device.hpp"

using namespace simt;
using namespace simt::testing;
using ::testing::contains;

namespace {

constexpr s64 kN = 8;

// Memory of cudaMalloc that nothing has written.
struct Raw {
    float* device = nullptr;
    explicit Raw(s64 elements) {
        void* memory = nullptr;
        REQUIRE(cudaMalloc(&memory, static_cast<std::size_t>(elements) * sizeof(float)) == cudaSuccess);
        device = static_cast<float*>(memory);
    }
    ~Raw() { cudaFree(device); }
};

Status product(Handle* handle, const float* a, const float* b, float* c, float beta, s64 n = kN) {
    const float one = 1;
    return gemm("cublasSgemm", handle,
                {kPlain, kPlain, n, n, n, &one, a, CUDA_R_32F, n, b, CUDA_R_32F, n, &beta, c, CUDA_R_32F, n,
                 kCompute32F});
}

// The finding of a call that ends with this status; "" if there is none. The device's error is taken away.
template <class Call>
std::string finding_of(Status status, const Call& call) {
    const u64 before = simt_finding_count();
    CHECK(call() == status);
    if (status == kExecutionFailed) CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
    runtime::set_device_error(cudaSuccess);
    cudaGetLastError();
    return simt_finding_count() == before ? "" : simt_call_report();
}

}  // namespace

TEST_CASE("a product that reaches past an allocation is a finding, and the device's error") {
    const TestHandle with;
    const TestMatrix<float> a(kN, kN, 0), b(kN, kN, 0), c(kN, kN, 0);
    float* const behind = b.array.device() + 4;  // the array ends 3 elements behind the matrix
    const std::string text = finding_of(kExecutionFailed, [&] {
        return product(with.handle, a.array.device(), behind, c.array.device(), 0);
    });
    CAPTURE(text);
    CHECK(contains(text, "cublasSgemm: it reads 3 bytes past the end of the matrix B: 256 bytes from"));
    CHECK(contains(text, "cudaMalloc"));
    CHECK(differences(c, [&](s64 i, s64 j) { return Expected{c.before(i, j), 0}; }) == "");
}

TEST_CASE(
    "a product that writes past an allocation, into freed memory, to the host or through null is a finding") {
    const TestHandle with;
    const TestMatrix<float> a(kN, kN, 0), b(kN, kN, 0);
    const auto text_for = [&](float* c, float beta) {
        return finding_of(kExecutionFailed,
                          [&] { return product(with.handle, a.array.device(), b.array.device(), c, beta); });
    };
    const Raw small(kN * kN - 1);
    CHECK(contains(text_for(small.device, 0), "it writes 4 bytes past the end of the matrix C"));
    CHECK(contains(text_for(small.device, 1), "it updates 4 bytes past the end of the matrix C"));
    float* freed = nullptr;
    {
        const Raw gone(kN * kN);
        freed = gone.device;
    }
    CHECK(contains(text_for(freed, 0), "the matrix C 0x"));
    CHECK(contains(text_for(freed, 0), "has been freed"));
    float host[kN * kN];
    CHECK(contains(text_for(host, 0), "the matrix C must be on the device"));
    CHECK(contains(text_for(nullptr, 0), "the matrix C is a null pointer"));
}

TEST_CASE("what nothing has written is a finding where it is read, and afterwards C is defined") {
    const TestHandle with;
    const TestMatrix<float> a(kN, kN, 0);
    const Raw b(kN * kN), c(kN * kN);
    const std::string text =
        finding_of(kSuccess, [&] { return product(with.handle, a.array.device(), b.device, c.device, 0); });
    CAPTURE(text);
    CHECK(contains(text, "never written: cublasSgemm (matrix B) reads 256 bytes of device memory"));
    CHECK(contains(text, "Fill the whole matrix"));
    float back[kN * kN];
    CHECK(finding_of(kSuccess, [&] {
              return cudaMemcpy(back, c.device, sizeof back, cudaMemcpyDeviceToHost) == cudaSuccess
                         ? kSuccess
                         : kMappingError;
          }) == "");
    const Raw more(kN * kN);
    CHECK(finding_of(kSuccess,
                     [&] { return product(with.handle, a.array.device(), c.device, more.device, 0); }) == "");
    const Raw fresh(kN * kN);
    CHECK(contains(
        finding_of(kSuccess,
                   [&] { return product(with.handle, a.array.device(), c.device, fresh.device, 1); }),
        "cublasSgemm (matrix C) reads 256 bytes"));
}

TEST_CASE("what lies between the columns of a matrix is neither read nor defined") {
    const TestHandle with;
    const Raw memory(10 * kN), copy(10 * kN);
    // Columns of 8 elements, 10 apart.
    for (s64 j = 0; j < kN; ++j) cudaMemset(memory.device + 10 * j, 0, kN * sizeof(float));
    const float one = 1, zero = 0;
    CHECK(finding_of(kSuccess, [&] {
              return gemm("cublasSgemm", with.handle,
                          {kPlain, kPlain, kN, kN, kN, &one, memory.device, CUDA_R_32F, 10, memory.device,
                           CUDA_R_32F, 10, &zero, copy.device, CUDA_R_32F, 10, kCompute32F});
          }) == "");
    float number = 0;
    CHECK(contains(finding_of(kSuccess,
                              [&] {
                                  return norm("cublasSnrm2", with.handle, 10, {copy.device, CUDA_R_32F, 1},
                                              &number, CUDA_R_32F);
                              }),
                   "cublasSnrm2 (vector x) reads 8 bytes"));
}

TEST_CASE("work behind a host function waits for it, and its sums see what comes before them") {
    const TestHandle with;
    cudaStream_t stream;
    REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
    with.handle->stream = stream;
    const TestMatrix<float> a(kN, kN, 0), b(kN, kN, 0), c(kN, kN, 0);
    static std::atomic<bool> go{false};
    REQUIRE(cudaLaunchHostFunc(
                stream,
                [](void*) {
                    while (!go) std::this_thread::yield();
                },
                nullptr) == cudaSuccess);
    cudaMemsetAsync(a.array.device(), 0, kN * kN * sizeof(float), stream);
    float minus = -1;
    const float* const numbers[] = {a.array.device(), b.array.device()};
    CHECK(product(with.handle, numbers[0], numbers[1], c.array.device(), minus) == kSuccess);
    CHECK(cudaStreamQuery(stream) == cudaErrorNotReady);
    minus = 5;  // the call has taken its number already
    go = true;
    CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
    CHECK(differences(c, [&](s64 i, s64 j) { return Expected{-c.before(i, j), 0}; }) == "");
    CHECK(cudaStreamDestroy(stream) == cudaSuccess);
    cudaGetLastError();
}

TEST_CASE(
    "a captured product runs each time that its graph is launched, and a result on the host cannot be "
    "captured") {
    const TestHandle with;
    cudaStream_t stream;
    REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
    with.handle->stream = stream;
    const TestMatrix<float> a(kN, kN, 0), b(kN, kN, 0), c(kN, kN, 0);
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t ready = nullptr;
    REQUIRE(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed) == cudaSuccess);
    CHECK(product(with.handle, a.array.device(), b.array.device(), c.array.device(), 1) == kSuccess);
    REQUIRE(cudaStreamEndCapture(stream, &graph) == cudaSuccess);
    CHECK(differences(c, [&](s64 i, s64 j) { return Expected{c.before(i, j), 0}; }) == "");
    REQUIRE(cudaGraphInstantiate(&ready, graph, 0) == cudaSuccess);
    for (int times = 0; times < 2; ++times) CHECK(cudaGraphLaunch(ready, stream) == cudaSuccess);
    CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
    CHECK(differences(c, [&](s64 i, s64 j) {
              double sum = 0;
              for (s64 p = 0; p < kN; ++p) sum += a.before(i, p) * b.before(p, j);
              return Expected{c.before(i, j) + 2 * sum, 1e-3};
          }) == "");
    REQUIRE(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed) == cudaSuccess);
    float number = 0;
    CHECK(norm("cublasSnrm2", with.handle, kN, {a.array.device(), CUDA_R_32F, 1}, &number, CUDA_R_32F) ==
          kExecutionFailed);
    cudaStreamEndCapture(stream, &graph);
    CHECK(cudaStreamDestroy(stream) == cudaSuccess);
    cudaGetLastError();
}

TEST_CASE("a product and a memset in streams that nothing orders are a race") {
    const TestHandle with;
    cudaStream_t streams[2];
    for (cudaStream_t& stream : streams)
        REQUIRE(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess);
    const TestMatrix<float> a(kN, kN, 0), b(kN, kN, 0), c(kN, kN, 0);
    cudaDeviceSynchronize();
    with.handle->stream = streams[0];
    CHECK(finding_of(kSuccess, [&] {
              return product(with.handle, a.array.device(), b.array.device(), c.array.device(), 0);
          }) == "");
    const std::string text = finding_of(kSuccess, [&] {
        return cudaMemsetAsync(b.array.device(), 0, 16, streams[1]) == cudaSuccess ? kSuccess : kMappingError;
    });
    CAPTURE(text);
    CHECK(contains(text, "race: cublasSgemm (matrix B) and a copy use one place"));
    for (cudaStream_t stream : streams) CHECK(cudaStreamDestroy(stream) == cudaSuccess);
}

TEST_CASE("calls are counted under their names") {
    const TestHandle with;
    const u64 before = simt_calls_of("cublasSgemm");
    const TestMatrix<float> a(kN, kN, 0), b(kN, kN, 0), c(kN, kN, 0);
    for (int k = 0; k < 3; ++k) product(with.handle, a.array.device(), b.array.device(), c.array.device(), 0);
    CHECK(simt_calls_of("cublasSgemm") == before + 3);
}
