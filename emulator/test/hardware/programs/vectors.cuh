// Element by element: sums of vectors in every width, strides, gathers and scatters, records of several fields.
#pragma once

#include <cuda_fp16.h>

#include "emulator/test/hardware/programs/recorded.cuh"

namespace kernels {

__global__ void saxpy(float a, const float* x, float* y, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}

__global__ void saxpy_in_strides(float a, const float* x, float* y, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        y[i] = a * x[i] + y[i];
}

__global__ void daxpy(double a, const double* x, double* y, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}

__global__ void haxpy(__half2 a, const __half2* x, __half2* y, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = __hfma2(a, x[i], y[i]);
}

// Four floats a thread, and the rest one by one.
__global__ void add_float4(const float* a, const float* b, float* c, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 4) {
        const float4 x = reinterpret_cast<const float4*>(a)[i], y = reinterpret_cast<const float4*>(b)[i];
        reinterpret_cast<float4*>(c)[i] = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
    }
    const int rest = n / 4 * 4 + i;
    if (i < n % 4) c[rest] = a[rest] + b[rest];
}

__global__ void complex_product(const float2* a, const float2* b, float2* c, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float2 x = a[i], y = b[i];
    c[i] = make_float2(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x);
}

template <class T>
__global__ void saturating_sum(const T* a, const T* b, T* c, int n, int most) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = static_cast<T>(min(a[i] + b[i], most));
}

// 64-bit products, quotients and remainders.
__global__ void multiply_int64(const long long* a, const long long* b, long long* c, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] * b[i] + a[i] / (b[i] + 1) - b[i] % (a[i] + 1) + __mul64hi(a[i] << 40, b[i] << 30);
}

__global__ void copy_with_stride(const float* in, float* out, int n, int stride) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i * stride] = in[i * stride];
}

__global__ void reverse(const int* in, int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[n - 1 - i] = in[i];
}

__global__ void gather(const float* in, const unsigned* from, float* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[from[i]];
}

__global__ void scatter(const float* in, float* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[static_cast<long long>(i) * 7919 % n] = in[i];
}

struct Particle {
    float x, y, z, mass;
    int kind;
};

// Records of 20 bytes, of which a warp uses a part.
__global__ void move_records(Particle* particles, int n, float step) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    particles[i].x += step * particles[i].mass;
    if (particles[i].kind % 2 == 0) particles[i].z = particles[i].y;
}

// The same with an array for each field.
__global__ void move_arrays(float* x, const float* y, float* z, const float* mass, const int* kind, int n,
                            float step) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    x[i] += step * mass[i];
    if (kind[i] % 2 == 0) z[i] = y[i];
}

__global__ void copy_pitched(const float* in, std::size_t in_pitch, float* out, std::size_t out_pitch,
                             int rows, int columns) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < columns && y < rows) out[y * out_pitch + x] = in[y * in_pitch + x];
}

__global__ void polynomial(const double* x, double* y, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double sum = 0;
    for (int k = 10; k > 0; --k) sum = sum * x[i] + 1.0 / k;
    y[i] = sqrt(sum * sum + 1);
}

inline void run_halves() {
    for (const int n : kSizes) {
        // Halves as bit patterns: 0x3c00 … are 1 and more.
        std::vector<unsigned> halves(n);
        const auto bits = random_integers(2 * n, 0x800, 6);
        for (int i = 0; i < n; ++i) halves[i] = 0x3c003c00u + bits[2 * i] + (bits[2 * i + 1] << 16);
        const gpu::Buffer<unsigned> xh(halves);
        gpu::Buffer<unsigned> yh(halves);
        haxpy<<<blocks_for(n, 128), 128>>>(__float2half2_rn(1.7f),
                                           reinterpret_cast<const __half2*>(xh.data()),
                                           reinterpret_cast<__half2*>(yh.data()), n);
        record("haxpy", n, yh);
    }
}

inline void run_vectors() {
    for (const int n : kSizes) {
        const int blocks = blocks_for(n, 128);
        const auto x = random_floats(n, 1), b = random_floats(n, 2);
        auto y = random_floats(n, 3), c = zeros<float>(n);
        saxpy<<<blocks, 128>>>(1.7f, x.data(), y.data(), n);
        record("saxpy", n, y);
        saxpy_in_strides<<<3, 64>>>(1.7f, x.data(), y.data(), n);
        record("saxpy_in_strides", n, y);
        add_float4<<<blocks, 128>>>(x.data(), b.data(), c.data(), n);
        record("add_float4", n, c);

        const auto xd = random_elements<double>(n, 1000, 4, 77);
        auto yd = random_elements<double>(n, 1000, 5, 33);
        daxpy<<<blocks, 128>>>(1.7, xd.data(), yd.data(), n);
        record("daxpy", n, yd);
        polynomial<<<blocks, 128>>>(xd.data(), yd.data(), n);
        record("polynomial", n, yd);

        const auto a2 = random_floats(2 * n, 7), b2 = random_floats(2 * n, 8);
        auto c2 = zeros<float>(2 * n);
        complex_product<<<blocks, 128>>>(reinterpret_cast<const float2*>(a2.data()),
                                         reinterpret_cast<const float2*>(b2.data()),
                                         reinterpret_cast<float2*>(c2.data()), n);
        record("complex_product", n, c2);

        const auto a8 = random_elements<unsigned char>(n, 256, 9),
                   b8 = random_elements<unsigned char>(n, 256, 10);
        auto c8 = zeros<unsigned char>(n);
        saturating_sum<<<blocks, 128>>>(a8.data(), b8.data(), c8.data(), n, 255);
        record("saturating_sum_bytes", n, c8);
        const auto a16 = random_elements<short>(n, 30000, 11), b16 = random_elements<short>(n, 30000, 12);
        auto c16 = zeros<short>(n);
        saturating_sum<<<blocks, 128>>>(a16.data(), b16.data(), c16.data(), n, 32767);
        record("saturating_sum_shorts", n, c16);
        const auto a64 = random_elements<long long>(n, 1u << 30, 13),
                   b64 = random_elements<long long>(n, 1u << 20, 14);
        auto c64 = zeros<long long>(n);
        multiply_int64<<<blocks, 128>>>(a64.data(), b64.data(), c64.data(), n);
        record("multiply_int64", n, c64);

        for (const int stride : {3, 8}) {
            const auto in = random_floats(n * stride, 15);
            auto out = zeros<float>(n * stride);
            copy_with_stride<<<blocks, 128>>>(in.data(), out.data(), n, stride);
            record(stride == 3 ? "copy_with_stride_3" : "copy_with_stride_8", n, out);
        }
        const auto integers = random_elements<int>(n, 1000000, 16);
        auto reversed = zeros<int>(n);
        reverse<<<blocks, 128>>>(integers.data(), reversed.data(), n);
        record("reverse", n, reversed);
        const gpu::Buffer<unsigned> from(random_integers(n, n, 17));
        gather<<<blocks, 128>>>(x.data(), from.data(), c.data(), n);
        record("gather", n, c);
        scatter<<<blocks, 128>>>(x.data(), c.data(), n);
        record("scatter", n, c);

        std::vector<Particle> particles(n);
        const auto fields = random_integers(5 * n, 1000, 18);
        for (int i = 0; i < n; ++i)
            particles[i] = {fields[5 * i] / 7.0f, fields[5 * i + 1] / 7.0f, fields[5 * i + 2] / 7.0f,
                            fields[5 * i + 3] / 7.0f, static_cast<int>(fields[5 * i + 4])};
        gpu::Buffer<Particle> records(particles);
        move_records<<<blocks, 128>>>(records.data(), n, 0.3f);
        record("move_records", n, records);
        const auto kind = random_elements<int>(n, 9, 19);
        auto z = zeros<float>(n);
        move_arrays<<<blocks, 128>>>(y.data(), x.data(), z.data(), b.data(), kind.data(), n, 0.3f);
        record("move_arrays", n, y, z);
    }
    for (const auto& [rows, columns] : {std::pair{1, 1}, {31, 33}, {17, 130}}) {
        const int in_pitch = columns + 3, out_pitch = (columns + 63) / 64 * 64;
        const auto in = random_floats(rows * in_pitch, 20);
        auto out = zeros<float>(rows * out_pitch);
        const dim3 block(32, 4), grid(blocks_for(columns, 32), blocks_for(rows, 4));
        copy_pitched<<<grid, block>>>(in.data(), in_pitch, out.data(), out_pitch, rows, columns);
        record("copy_pitched", size_of(rows, columns), out);
    }
}

}  // namespace kernels
