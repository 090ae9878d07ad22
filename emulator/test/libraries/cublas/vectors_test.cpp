// Calls on vectors against loops in double: every type, increments of both signs, both pointer modes.
#include "emulator/libraries/cublas/vectors.hpp"

#include <doctest/doctest.h>

#include "emulator/test/libraries/cublas/device.hpp"

using namespace simt;
using namespace simt::testing;

namespace {

// A vector as row 0 of a matrix: the elements between are poison.
template <class T>
struct TestVector {
    s64 count, increment;
    TestMatrix<T> matrix;
    TestVector(s64 n, s64 step) : count(n), increment(step), matrix(1, n, std::llabs(step) - 1) {}
    s64 column(s64 k) const { return increment >= 0 ? k : count - 1 - k; }
    double before(s64 k) const { return matrix.before(0, column(k)); }
    X x() const { return {matrix.array.device(), type_of<T>, increment}; }
};

template <class T, class Expect>
std::string differences_of(const TestVector<T>& vector, const Expect& expect) {
    return differences(vector.matrix, [&](s64, s64 column) { return expect(vector.column(column)); });
}

constexpr s64 kSteps[] = {1, 2, 3, -1, -2};
s64 any_step() { return kSteps[random_below(std::size(kSteps))]; }

// Calls check(element) with every real type.
template <class Check>
void with_types(const Check& check) {
    check(float{});
    check(double{});
    check(F16{});
    check(Bf16{});
}

// The result of a call that leaves one number on the host, or on the device.
template <class T, class Call>
double result_of(Handle* handle, bool on_device, const Call& call) {
    const Array<T> device({poison<T>()});
    T host = poison<T>();
    handle->pointers = on_device ? kDevicePointers : kHostPointers;
    CHECK(call(on_device ? static_cast<void*>(device.device()) : &host) == kSuccess);
    return value(on_device ? device.now()[0] : host);
}

}  // namespace

TEST_CASE("axpy, scal, copy and swap") {
    const TestHandle with;
    with_types([&](auto element) {
        using T = decltype(element);
        for (const s64 n : {0, 1, 2, 7, 100}) {
            const TestVector<T> x(n, any_step()), y(n, any_step());
            const float alpha = 2.5;
            CHECK(axpy("cublasAxpyEx", with.handle, n, &alpha, CUDA_R_32F, x.x(), y.x()) == kSuccess);
            CHECK(differences_of(y, [&](s64 k) {
                      const double number = 2.5 * x.before(k) + y.before(k);
                      return Expected{number, epsilon<T> * std::fabs(number)};
                  }) == "");
            const TestVector<T> scaled(n, 1 + random_below(3)), to(n, any_step()), left(n, any_step()),
                right(n, any_step());
            CHECK(scale("cublasScalEx", with.handle, n, &alpha, CUDA_R_32F, scaled.x()) == kSuccess);
            CHECK(differences_of(scaled, [&](s64 k) {
                      return Expected{2.5 * scaled.before(k), epsilon<T> * std::fabs(2.5 * scaled.before(k))};
                  }) == "");
            CHECK(copy("cublasScopy", with.handle, n, x.x(), to.x()) == kSuccess);
            CHECK(differences_of(to, [&](s64 k) { return Expected{x.before(k), 0}; }) == "");
            CHECK(swap("cublasSswap", with.handle, n, left.x(), right.x()) == kSuccess);
            CHECK(differences_of(left, [&](s64 k) { return Expected{right.before(k), 0}; }) == "");
            CHECK(differences_of(right, [&](s64 k) { return Expected{left.before(k), 0}; }) == "");
        }
    });
}

TEST_CASE("dot products, norms and sums of magnitudes") {
    const TestHandle with;
    with_types([&](auto element) {
        using T = decltype(element);
        for (const s64 n : {0, 1, 3, 50}) {
            const TestVector<T> x(n, any_step()), y(n, any_step()), forwards(n, 1 + random_below(3));
            double product = 0, squares = 0, magnitudes = 0;
            for (s64 k = 0; k < n; ++k) {
                product += x.before(k) * y.before(k);
                squares += forwards.before(k) * forwards.before(k);
                magnitudes += std::fabs(forwards.before(k));
            }
            const auto near = [](double number) {
                return doctest::Approx(number).epsilon(std::max(epsilon<T>, 1e-12)).scale(1);
            };
            for (const bool on_device : {false, true}) {
                CHECK(result_of<T>(with.handle, on_device, [&](void* to) {
                          return dot("cublasDotEx", with.handle, n, x.x(), y.x(), to, type_of<T>);
                      }) == near(product));
                CHECK(result_of<T>(with.handle, on_device, [&](void* to) {
                          return norm("cublasNrm2Ex", with.handle, n, forwards.x(), to, type_of<T>);
                      }) == near(std::sqrt(squares)));
                CHECK(result_of<T>(with.handle, on_device, [&](void* to) {
                          return absolute_sum("cublasSasum", with.handle, n, forwards.x(), to, type_of<T>);
                      }) == near(magnitudes));
            }
        }
    });
}

TEST_CASE("a norm neither overflows nor underflows where its squares do") {
    const TestHandle with;
    for (const double size : {1e300, 1e-300}) {
        const Array<double> x({3 * size, 4 * size});
        CHECK(result_of<double>(
                  with.handle, false,
                  [&](void* to) {
                      return norm("cublasDnrm2", with.handle, 2, {x.device(), CUDA_R_64F, 1}, to, CUDA_R_64F);
                  }) /
                  size ==
              doctest::Approx(5));
    }
}

TEST_CASE("the first largest and smallest magnitude, numbered from 1") {
    const TestHandle with;
    const Array<float> x({-1, 5, 0.5f, -5, 0.5f, 3});
    const auto index = [&](s64 n, s64 step, bool largest, u64 bytes) {
        u64 place = 0x7777777700000000;
        CHECK(index_of("cublasIsamax", with.handle, n, {x.device(), CUDA_R_32F, step}, largest, &place,
                       bytes) == kSuccess);
        if (bytes == 4) CHECK((place >> 32) == 0x77777777);
        return bytes == 4 ? place & 0xffffffff : place;
    };
    CHECK(index(6, 1, true, 4) == 2);
    CHECK(index(6, 1, false, 8) == 3);
    CHECK(index(3, 2, true, 4) == 1);
    CHECK(index(0, 1, true, 4) == 0);
    CHECK(index(6, 0, true, 4) == 0);
    CHECK(index(6, -1, false, 8) == 0);
    const Array<float> with_nan({NAN, 1, 2});
    int place = 0;
    CHECK(index_of("cublasIsamax", with.handle, 3, {with_nan.device(), CUDA_R_32F, 1}, true, &place, 4) ==
          kSuccess);
    CHECK(place == 3);
}

TEST_CASE("sums of no elements or with an increment of 0 are 0; scal does nothing there") {
    const TestHandle with;
    const Array<float> x({1, 2, 3});
    const float seven = 7;
    for (const s64 step : {0, -1}) {
        CHECK(result_of<float>(with.handle, false, [&](void* to) {
                  return norm("cublasSnrm2", with.handle, 3, {x.device(), CUDA_R_32F, step}, to, CUDA_R_32F);
              }) == 0);
        CHECK(scale("cublasSscal", with.handle, 3, &seven, CUDA_R_32F, {x.device(), CUDA_R_32F, step}) ==
              kSuccess);
    }
    CHECK(x.now() == x.host);
}

TEST_CASE("null pointers are invalid values, types that are not real are not supported") {
    const TestHandle with;
    const Array<float> x({1, 2, 3});
    const X vector{x.device(), CUDA_R_32F, 1};
    float number = 0;
    CHECK(axpy("cublasSaxpy", with.handle, 3, nullptr, CUDA_R_32F, vector, vector) == kInvalidValue);
    CHECK(dot("cublasSdot", with.handle, 3, vector, vector, nullptr, CUDA_R_32F) == kInvalidValue);
    CHECK(dot("cublasSdot", with.handle, 3, vector, vector, x.device(), CUDA_R_32F) ==
          kInvalidValue);  // on the device
    CHECK(dot("cublasDotEx", with.handle, 3, vector, {x.device(), CUDA_C_32F, 1}, &number, CUDA_R_32F) ==
          kNotSupported);
    CHECK(copy("cublasScopy", with.handle, 3, vector, {x.device(), CUDA_R_64F, 1}) == kNotSupported);
    CHECK(norm("cublasSnrm2", nullptr, 3, vector, &number, CUDA_R_32F) == kNotInitialized);
}

TEST_CASE("pinned and managed memory is the host's, too: numbers and results may lie there") {
    const TestHandle with;
    const Array<float> x({3, 4, 0});
    const X vector{x.device(), CUDA_R_32F, 1};
    for (const bool managed : {false, true}) {
        float* numbers = nullptr;  // alpha and the result
        void** const place = reinterpret_cast<void**>(&numbers);
        const u64 bytes = 2 * sizeof *numbers;
        REQUIRE((managed ? cudaMallocManaged(place, bytes, cudaMemAttachGlobal)
                         : cudaMallocHost(place, bytes)) == cudaSuccess);
        numbers[0] = 2;
        CHECK(scale("cublasSscal", with.handle, 3, numbers, CUDA_R_32F, vector) == kSuccess);
        CHECK(norm("cublasSnrm2", with.handle, 3, vector, numbers + 1, CUDA_R_32F) == kSuccess);
        CHECK(numbers[1] == (managed ? 20 : 10));
        CHECK((managed ? cudaFree(numbers) : cudaFreeHost(numbers)) == cudaSuccess);
    }
}
