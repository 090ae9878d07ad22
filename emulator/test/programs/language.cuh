// What the language itself needs: calls, recursion, structures, switches, arrays of a thread's own, constants, arithmetic.
#pragma once

#include <cuda_fp16.h>

#include <cmath>

#include "emulator/test/programs/compared.cuh"

namespace {

// ---- the language

struct Shape {
    char kind;
    double size;
    short corners[3];
};
__constant__ double factors[4] = {1.0, 0.5, 0.25, 2.0};
__device__ int visits = 100;
__device__ int* const where = &visits;

__noinline__ __device__ int ackermann(int m, int n) {
    if (m == 0) return n + 1;
    return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

__noinline__ __device__ Shape scaled(Shape shape, double factor) {
    shape.size *= factor;
    shape.corners[shape.kind % 3] += 1;
    return shape;
}

__global__ void language(Shape shape, double* out, int n) {
    const int i = threadIdx.x;
    if (i >= n) return;
    double result = 0;
    switch (i % 6) {
        case 0:
            result = ackermann(2, i % 3);
            break;
        case 1:
            result = scaled(shape, factors[i % 4]).size;
            break;
        case 2: {
            const Shape other = scaled(shape, 3);
            result = other.corners[0] * 100 + other.corners[1] * 10 + other.corners[2];
            break;
        }
        case 3: {
            int sorted[8];
            for (int k = 0; k < 8; ++k) sorted[k] = (k * 5 + i) % 8;
            for (int k = 1; k < 8; ++k)
                for (int j = k; j > 0 && sorted[j - 1] > sorted[j]; --j) {
                    const int swapped = sorted[j];
                    sorted[j] = sorted[j - 1];
                    sorted[j - 1] = swapped;
                }
            for (int k = 0; k < 8; ++k) result = result * 10 + sorted[k];
            break;
        }
        case 4: {
            unsigned long long product = 1;
            for (int k = 1; k <= i % 20; ++k) product = product * k + (product >> 40);
            result = static_cast<double>(product % 1000003);
            break;
        }
        default:
            result = atomicAdd(where, 0) + (i / 7) % 5;
    }
    out[i] = result;
}

int host_ackermann(int m, int n) {
    if (m == 0) return n + 1;
    return n == 0 ? host_ackermann(m - 1, 1) : host_ackermann(m - 1, host_ackermann(m, n - 1));
}

bool language_features() {
    const int n = 90;
    const Shape shape{'a', 12.5, {1, 2, 3}};  // 'a' % 3 is 1
    std::vector<double> expected(n);
    const double host_factors[4] = {1.0, 0.5, 0.25, 2.0};
    for (int i = 0; i < n; ++i) {
        unsigned long long product = 1;
        for (int k = 1; k <= i % 20; ++k) product = product * k + (product >> 40);
        const double results[6] = {
            static_cast<double>(host_ackermann(2, i % 3)), 12.5 * host_factors[i % 4], 133, 1234567,
            static_cast<double>(product % 1000003),        100.0 + (i / 7) % 5};
        expected[i] = results[i % 6];
    }
    gpu::Buffer<double> out(n);
    language<<<1, 128>>>(shape, out.data(), n);
    finish();
    return same(out.to_host(), expected);
}

// ---- arithmetic that the host does in the same bits, and functions within a tolerance

__global__ void arithmetic(const float* in, float* out, double* wide, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float x = in[i];
    out[i] = fmaf(x, 1.1f, -3.0f) / (fabsf(x) + 0.7f) + sqrtf(fabsf(x)) -
             static_cast<float>(static_cast<int>(x * 2.5f));
    const double y = x;
    wide[i] = sqrt(fabs(y)) / 3.0 + fma(y, 0.1, 7.0) + static_cast<double>(static_cast<long long>(x * 1e6)) +
              __half2float(__float2half(x));
}

__global__ void functions(const float* in, float* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float x = in[i];
    const float values[6] = {
        sinf(x), cosf(x * 1e7f), expf(x / 30), logf(fabsf(x) + 1), powf(fabsf(x) + 1, 1.5f), tanhf(x / 9)};
    out[i] = values[i % 6];
}

bool arithmetic_and_functions() {
    const auto in = numbers<float>(1000, 300, 12);
    const int n = static_cast<int>(in.size());
    std::vector<float> exact(n);
    std::vector<double> wide(n);
    for (int i = 0; i < n; ++i) {
        const float x = in[i];
        exact[i] = std::fma(x, 1.1f, -3.0f) / (std::fabs(x) + 0.7f) + std::sqrt(std::fabs(x)) -
                   static_cast<float>(static_cast<int>(x * 2.5f));
        wide[i] = std::sqrt(std::fabs(static_cast<double>(x))) / 3.0 + std::fma(x, 0.1, 7.0) +
                  static_cast<double>(static_cast<long long>(x * 1e6)) + x;
    }
    const gpu::Buffer<float> from(in);
    gpu::Buffer<float> narrow(n), out(n);
    gpu::Buffer<double> doubles(n);
    arithmetic<<<8, 128>>>(from.data(), narrow.data(), doubles.data(), n);
    functions<<<8, 128>>>(from.data(), out.data(), n);
    finish();
    if (!same(narrow.to_host(), exact) || !same(doubles.to_host(), wide)) return false;
    const std::vector<float> got = out.to_host();
    for (int i = 0; i < n; ++i) {
        const double x = in[i], far = static_cast<double>(in[i] * 1e7f);
        const double values[6] = {std::sin(x),
                                  std::cos(far),
                                  std::exp(x / 30),
                                  std::log(std::fabs(x) + 1),
                                  std::pow(std::fabs(x) + 1, 1.5),
                                  std::tanh(x / 9)};
        if (std::fabs(got[i] - values[i % 6]) <= 1e-6 + 4e-6 * std::fabs(values[i % 6])) continue;
        std::printf("(function %d of %g is %g, not %g) ", i % 6, x, static_cast<double>(got[i]),
                    values[i % 6]);
        return false;
    }
    return true;
}

const Computation kLanguage[] = {{"language_features", language_features},
                                 {"arithmetic_and_functions", arithmetic_and_functions}};

}  // namespace
