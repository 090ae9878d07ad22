// A kernel for every report. The argument names one; it prints the error that the program sees. Comments mark the lines
// that the reports have to name: "<case>" for the access at fault, "<case>, other" for the one it collides with.
// ../reports_test.cpp runs it. The case "right" runs a kernel beside each that looks alike and is right.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>

namespace {

__constant__ int table[4];

__global__ void past_the_end(float* data, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n) data[i] = 1;  // past_the_end
}
__global__ void to_the_end(float* data, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] = 1;
}

__global__ void misaligned(float* data) {
    reinterpret_cast<float4*>(data + 1)[threadIdx.x] = make_float4(0, 0, 0, 0);  // misaligned
}
__global__ void aligned(float* data) {
    reinterpret_cast<float4*>(data + 4)[threadIdx.x] = make_float4(0, 0, 0, 0);
}

__device__ __forceinline__ float element(const float* data, int i) {
    return data[i];  // never_written use_after_free null
}
__global__ void read(const float* in, float* out) { out[threadIdx.x] = element(in, threadIdx.x); }

__global__ void write_to_constant(int* place) {
    place[threadIdx.x] = table[3 - threadIdx.x];  // write_to_constant
}

__global__ void dynamic_overrun(float* out) {
    extern __shared__ float values[];
    values[threadIdx.x + 1] = 2;  // dynamic_overrun
    __syncthreads();
    out[threadIdx.x] = values[threadIdx.x + 1];
}

__global__ void shared_never_written(float* out) {
    __shared__ float values[64];
    if (threadIdx.x > 0) values[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = values[threadIdx.x];  // shared_never_written
}

template <bool barrier>
__global__ void reverse(const float* in, float* out) {
    __shared__ float values[128];
    values[threadIdx.x] = in[threadIdx.x];  // missing_barrier, other
    if (barrier) __syncthreads();
    out[threadIdx.x] = values[127 - threadIdx.x];  // missing_barrier
}

template <bool barrier>
__global__ void rotate(float* out) {
    __shared__ float values[64];
    values[threadIdx.x] = static_cast<float>(threadIdx.x);
    __syncthreads();
    for (int round = 0; round < 3; ++round) {
        const float next = values[(threadIdx.x + 1) % 64];  // second_barrier, other
        if (barrier) __syncthreads();
        values[threadIdx.x] = next;  // second_barrier
        __syncthreads();
    }
    out[threadIdx.x] = values[threadIdx.x];
}

__global__ void same_place(float* out) {
    __shared__ float value;
    value = static_cast<float>(threadIdx.x);  // same_place same_place, other
    __syncthreads();
    out[threadIdx.x] = value;
}
__global__ void same_value(float* out) {
    __shared__ float value;
    if (threadIdx.x < 32) value = 5;
    __syncthreads();
    out[threadIdx.x] = value;
}

template <bool sync>
__global__ void within_a_warp(float* out) {
    __shared__ float values[32];
    values[threadIdx.x] = 1;  // missing_syncwarp, other
    if (sync) __syncwarp();
    out[threadIdx.x] = values[threadIdx.x ^ 1];  // missing_syncwarp
}

template <bool atomic>
__global__ void count(int* out) {
    __shared__ int number;
    if (threadIdx.x == 0) number = 0;
    __syncthreads();
    if (atomic)
        atomicAdd(&number, 1);
    else
        number += 1;  // not_atomic
    __syncthreads();
    if (threadIdx.x == 0) *out = number;
}

__global__ void divergent_barrier(float* out) {
    if (threadIdx.x < 16) {
        __syncthreads();  // divergent_barrier
        out[threadIdx.x] = 1;
    }
    __syncwarp();
    __syncthreads();
}

__global__ void trapped(float* out) {
    if (out[0] >= 0) asm volatile("trap;");  // trapped
}

__global__ void unsupported(float* out) {
    if (out[0] >= 0)
        asm volatile("multimem.red.relaxed.gpu.global.add.u32 [%0], 1;" ::"l"(out));  // unsupported
}

struct Memory {
    float *data = nullptr, *out = nullptr, *fresh = nullptr;
};

void launch(const char* name, const Memory& m) {
    const auto is = [&](const char* other) { return std::strcmp(name, other) == 0; };
    int* const integers = reinterpret_cast<int*>(m.out);
    if (is("past_the_end")) past_the_end<<<4, 64>>>(m.data, 200);
    if (is("misaligned")) misaligned<<<1, 32>>>(m.data);
    if (is("never_written")) read<<<1, 64>>>(m.fresh, m.out);
    if (is("null")) read<<<1, 64>>>(nullptr, m.out);
    if (is("use_after_free")) {
        cudaFree(m.fresh);
        read<<<1, 64>>>(m.fresh, m.out);
    }
    if (is("write_to_constant")) {
        void* place = nullptr;
        cudaGetSymbolAddress(&place, table);
        write_to_constant<<<1, 4>>>(static_cast<int*>(place));
    }
    if (is("dynamic_overrun")) dynamic_overrun<<<1, 64, 64 * sizeof(float)>>>(m.out);
    if (is("shared_never_written")) shared_never_written<<<1, 64>>>(m.out);
    if (is("missing_barrier")) reverse<false><<<1, 128>>>(m.data, m.out);
    if (is("second_barrier")) rotate<false><<<1, 64>>>(m.out);
    if (is("same_place")) same_place<<<1, 32>>>(m.out);
    if (is("missing_syncwarp")) within_a_warp<false><<<1, 32>>>(m.out);
    if (is("not_atomic")) count<false><<<1, 64>>>(integers);
    if (is("divergent_barrier")) divergent_barrier<<<1, 32>>>(m.out);
    if (is("trapped")) trapped<<<1, 1>>>(m.data);
    if (is("unsupported")) unsupported<<<1, 1>>>(m.data);
    if (!is("right")) return;
    to_the_end<<<4, 64>>>(m.data, 200);
    aligned<<<1, 32>>>(m.data);
    read<<<1, 64>>>(m.data, m.out);
    dynamic_overrun<<<1, 63, 64 * sizeof(float)>>>(m.out + 1);
    reverse<true><<<1, 128>>>(m.data, m.out);
    rotate<true><<<1, 64>>>(m.out);
    same_value<<<1, 64>>>(m.out);
    within_a_warp<true><<<1, 32>>>(m.out);
    count<true><<<1, 64>>>(integers);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    Memory memory;
    cudaMalloc(&memory.data, 200 * sizeof(float));
    cudaMalloc(&memory.out, 200 * sizeof(float));
    cudaMalloc(&memory.fresh, 200 * sizeof(float));
    cudaMemset(memory.data, 0, 200 * sizeof(float));
    launch(argv[1], memory);
    std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
}
