// Calls that are not known when the program is compiled: tables of functions, virtual functions, recursion, alloca. Each
// case compares with the same code on the host and prints "name ok". An argument names one case, or a call that is wrong:
// null_pointer, another_type, pure, too_deep; those print the error that the program sees.
#include <alloca.h>

#include <cstring>

#include "emulator/test/programs/compared.cuh"

namespace {

using Operation = int (*)(int, int);

__host__ __device__ int plus(int a, int b) { return a + b; }
__host__ __device__ int times(int a, int b) { return a * b; }
__host__ __device__ int less(int a, int b) { return a < b ? 1 : a > b ? -1 : 0; }

__device__ Operation table[3] = {plus, times, less};
__constant__ Operation constant_table[3] = {less, plus, times};
__device__ Operation unset;
const Operation host_table[3] = {plus, times, less};

__global__ void through_tables(int* out, int n, Operation given) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int result = table[i % 3](i, 7);
    if (i % 5 != 0) result += constant_table[(i / 7) % 3](i, result);
    __shared__ Operation shared_table[3];
    if (threadIdx.x < 3) shared_table[threadIdx.x] = table[2 - threadIdx.x];
    __syncthreads();
    for (int k = 0; k < 4; ++k) result += shared_table[(i + k) % 3](k, i);
    out[i] = given(result, 3);
}

bool function_pointers() {
    const int n = 999;
    Operation given = nullptr;
    CUDA_CHECK(cudaMemcpyFromSymbol(&given, table, sizeof given, sizeof given));
    gpu::Buffer<int> out(n);
    through_tables<<<9, 111>>>(out.data(), n, given);
    finish();
    std::vector<int> expected(n);
    for (int i = 0; i < n; ++i) {
        int result = host_table[i % 3](i, 7);
        if (i % 5 != 0) result += host_table[((i / 7) % 3 + 2) % 3](i, result);
        for (int k = 0; k < 4; ++k) result += host_table[2 - (i + k) % 3](k, i);
        expected[i] = times(result, 3);
    }
    return same(out.to_host(), expected);
}

struct Figure {
    __device__ virtual int area() const = 0;
    __device__ virtual int corners() const { return 4; }
};
struct Square : Figure {
    int side;
    __device__ explicit Square(int s) : side(s) {}
    __device__ int area() const override { return side * side; }
};
struct Triangle : Figure {
    int base, height;
    __device__ Triangle(int b, int h) : base(b), height(h) {}
    __device__ int area() const override { return base * height / 2; }
    __device__ int corners() const override { return 3; }
};
struct Half : Square {
    __device__ explicit Half(int s) : Square(s) {}
    __device__ int area() const override { return Square::area() / 2; }
};

union Place {
    long long align;
    char bytes[32];
};

__global__ void make_figures(Place* places, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    if (i % 3 == 0) new (places + i) Square(i);
    if (i % 3 == 1) new (places + i) Triangle(i, 2 * i);
    if (i % 3 == 2) new (places + i) Half(i);
}
__global__ void measure(const Place* places, int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const Figure* figure = reinterpret_cast<const Figure*>(places + i);
    out[i] = figure->area() * 10 + figure->corners();
}

bool virtual_functions() {
    const int n = 333;
    gpu::Buffer<Place> places(n);
    gpu::Buffer<int> out(n);
    make_figures<<<3, 128>>>(places.data(), n);
    measure<<<6, 64>>>(places.data(), out.data(), n);
    finish();
    std::vector<int> expected(n);
    for (int i = 0; i < n; ++i)
        expected[i] = i % 3 == 0 ? i * i * 10 + 4 : i % 3 == 1 ? i * i * 10 + 3 : i * i / 2 * 10 + 4;
    return same(out.to_host(), expected);
}

// Each call holds an array, which the compiler cannot turn into registers.
__host__ __device__ int walk(int depth, const int* before) {
    int here[8];
    for (int k = 0; k < 8; ++k) here[k] = depth + before[(k * 3 + depth) % 8];
    if (depth == 0) return here[before[0] & 7];
    return (walk(depth - 1, here) + here[depth & 7]) % 10007;
}

__global__ void deep(int* out, int depth) {
    int start[8];
    for (int k = 0; k < 8; ++k) start[k] = k * static_cast<int>(threadIdx.x);
    out[threadIdx.x] = walk(depth + static_cast<int>(threadIdx.x) % 5, start);
}

bool deep_recursion() {
    CUDA_CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 128 << 10));
    gpu::Buffer<int> out(64);
    deep<<<1, 64>>>(out.data(), 1000);
    finish();
    std::vector<int> expected(64);
    for (int t = 0; t < 64; ++t) {
        int start[8];
        for (int k = 0; k < 8; ++k) start[k] = k * t;
        expected[t] = walk(1000 + t % 5, start);
    }
    return same(out.to_host(), expected);
}

__host__ __device__ int sum_of(int* values, int n) {
    for (int k = 0; k < n; ++k) values[k] = k * n;
    int sum = 0;
    for (int k = 0; k < n; ++k) sum += values[(k * 7) % n];
    return sum;
}
__global__ void dynamic_arrays(int* out) {
    int sum = 0;
    for (int round = 1; round < 4; ++round) {
        const int n = round * 5 + static_cast<int>(threadIdx.x) % 9;
        sum += sum_of(static_cast<int*>(alloca(n * sizeof(int))), n);
    }
    out[threadIdx.x] = sum;
}

bool arrays_on_the_stack() {
    gpu::Buffer<int> out(50);
    dynamic_arrays<<<1, 50>>>(out.data());
    finish();
    std::vector<int> expected(50, 0), room(50);
    for (int t = 0; t < 50; ++t)
        for (int round = 1; round < 4; ++round) expected[t] += sum_of(room.data(), round * 5 + t % 9);
    return same(out.to_host(), expected);
}

const Computation kCases[] = {{"function_pointers", function_pointers},
                              {"virtual_functions", virtual_functions},
                              {"deep_recursion", deep_recursion},
                              {"arrays_on_the_stack", arrays_on_the_stack}};

// ---- wrong calls

__global__ void call_null(int* out) {
    out[threadIdx.x] = threadIdx.x < 5 ? 1 : unset(1, 2);  // null_pointer
}
__global__ void call_as_another_type(int* out, Operation given) {
    const auto other = reinterpret_cast<long long (*)(long long)>(given);
    out[threadIdx.x] = static_cast<int>(other(threadIdx.x));  // another_type
}

void wrong_call(const char* name) {
    int* out = nullptr;
    cudaMalloc(&out, 256);
    Operation given = nullptr;
    cudaMemcpyFromSymbol(&given, table, sizeof given);
    if (std::strcmp(name, "null_pointer") == 0) call_null<<<1, 32>>>(out);
    if (std::strcmp(name, "another_type") == 0) call_as_another_type<<<1, 32>>>(out, given);
    if (std::strcmp(name, "too_deep") == 0) deep<<<1, 32>>>(out, 100);
    std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}

}  // namespace

int main(int argc, char** argv) {
    if (argc > 1)
        wrong_call(argv[1]);
    else
        run_all(kCases);
    return 0;
}
