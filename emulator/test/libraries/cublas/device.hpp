// Matrices on the device for the tests of the libraries: all that lies between and behind their elements is poison, which no call
// may change.
#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "emulator/libraries/cublas/call.hpp"
#include "emulator/runtime/entry_points.hpp"

namespace simt::testing {

using namespace simt::cublas;

inline std::mt19937& generator() {
    static std::mt19937 numbers(20);
    return numbers;
}
inline s64 random_below(s64 end) { return static_cast<s64>(generator()() % static_cast<u64>(end)); }
// -4 to 4 in steps of 1/8, which all types but s8 hold exactly; whole numbers for s8 and s32.
template <class T>
T random_element() {
    const double number = static_cast<double>(random_below(65)) / 8 - 4;
    return rounded<T>(std::is_integral_v<T> ? std::floor(number * 8) : number);
}

template <class T>
T poison() {
    T element;
    std::memset(&element, 0xff, sizeof element);  // a NaN, or -1
    return element;
}

template <class T>
constexpr Type type_of = std::is_same_v<T, float>    ? CUDA_R_32F
                         : std::is_same_v<T, double> ? CUDA_R_64F
                         : std::is_same_v<T, F16>    ? CUDA_R_16F
                         : std::is_same_v<T, Bf16>   ? CUDA_R_16BF
                         : std::is_same_v<T, s8>     ? CUDA_R_8I
                                                     : CUDA_R_32I;

// The distance from 1 to the next number of the type; 0 for integers.
template <class T>
constexpr double epsilon = std::is_same_v<T, float>    ? 0x1p-23
                           : std::is_same_v<T, double> ? 0x1p-52
                           : std::is_same_v<T, F16>    ? 0x1p-10
                           : std::is_same_v<T, Bf16>   ? 0x1p-7
                                                       : 0;

// Elements on the device, with a copy on the host.
template <class T>
class Array {
  public:
    explicit Array(std::vector<T> values) : host(std::move(values)) {
        REQUIRE(cudaMalloc(&device_, host.size() * sizeof(T) + 1) == cudaSuccess);
        REQUIRE(cudaMemcpy(device_, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice) ==
                cudaSuccess);
    }
    ~Array() { cudaFree(device_); }
    Array(const Array&) = delete;
    Array& operator=(const Array&) = delete;
    T* device() const { return static_cast<T*>(device_); }
    // What is on the device now.
    std::vector<T> now() const {
        std::vector<T> values(host.size());
        REQUIRE(cudaMemcpy(values.data(), device_, values.size() * sizeof(T), cudaMemcpyDeviceToHost) ==
                cudaSuccess);
        return values;
    }
    std::vector<T> host;

  private:
    void* device_ = nullptr;
};

// A matrix by columns with random elements and poison between them.
template <class T>
struct TestMatrix {
    s64 rows, columns, ld;
    Array<T> array;
    TestMatrix(s64 row_count, s64 column_count, s64 more)
        : rows(row_count), columns(column_count), ld(std::max<s64>(1, row_count + more)), array(values()) {}
    std::size_t place(s64 i, s64 j) const { return static_cast<std::size_t>(i + j * ld); }
    double before(s64 i, s64 j) const { return value(array.host[place(i, j)]); }

  private:
    std::vector<T> values() const {
        std::vector<T> all(static_cast<std::size_t>(ld * columns + 3), poison<T>());
        for (s64 j = 0; j < columns; ++j)
            for (s64 i = 0; i < rows; ++i) all[place(i, j)] = random_element<T>();
        return all;
    }
};

// "" if each element (i, j) of the matrix is now within its bound of what is expected, and the poison is as it was. Else the first
// element that is not. expected(i, j) returns {number, bound}.
struct Expected {
    double number, bound;
};
template <class T, class Expect>
std::string differences(const TestMatrix<T>& matrix, const Expect& expect) {
    const std::vector<T> now = matrix.array.now();
    std::vector<bool> is_element(now.size());
    std::string wrong;
    int count = 0;
    for (s64 j = 0; j < matrix.columns; ++j) {
        for (s64 i = 0; i < matrix.rows; ++i) {
            const std::size_t k = matrix.place(i, j);
            is_element[k] = true;
            const Expected wanted = expect(i, j);
            const double there = value(now[k]);
            const bool same = std::isnan(wanted.number)   ? std::isnan(there)
                              : std::isinf(wanted.number) ? there == wanted.number
                                                          : std::fabs(there - wanted.number) <= wanted.bound;
            if (!same && count++ == 0)
                wrong = fmt::format("({}, {}) is {}, not {}", i, j, there, wanted.number);
        }
    }
    for (std::size_t k = 0; k < now.size(); ++k)
        if (!is_element[k] && std::memcmp(&now[k], &matrix.array.host[k], sizeof(T)) != 0 && count++ == 0)
            wrong = fmt::format("what is no element at {} was overwritten", k);
    return count == 0 ? "" : fmt::format("{} wrong; {}", count, wrong);
}

// A handle for one test.
struct TestHandle {
    Handle* handle = create_handle();
    ~TestHandle() { destroy_handle(handle); }
};

}  // namespace simt::testing
