// Control flow: loops of different lengths, graphs, recursion, function pointers, switches, arrays in local memory.
#pragma once

#include "emulator/test/hardware/programs/recorded.cuh"

namespace kernels {

__global__ void mandelbrot(unsigned short* steps, int rows, int columns) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= columns || y >= rows) return;
    const float a = -2.0f + 3.0f * x / columns, b = -1.0f + 2.0f * y / rows;
    float re = 0, im = 0;
    int count = 0;
    for (; count < 100 && re * re + im * im < 4; ++count) {
        const float next = re * re - im * im + a;
        im = 2 * re * im + b;
        re = next;
    }
    steps[y * columns + x] = static_cast<unsigned short>(count);
}

__global__ void collatz(int* steps, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    long long value = i + 1;
    int count = 0;
    for (; value != 1; ++count) value = value % 2 == 0 ? value / 2 : 3 * value + 1;
    steps[i] = count;
}

// One level of a breadth-first search: vertices at `level` give their neighbours the next one.
__global__ void search_level(const int* start, const int* neighbour, int* level_of, int level, int vertices,
                             int* changed) {
    const int v = blockIdx.x * blockDim.x + threadIdx.x;
    // Others may give v its level meanwhile: a plain read would race with them.
    if (v >= vertices || static_cast<volatile int*>(level_of)[v] != level) return;
    for (int k = start[v]; k < start[v + 1]; ++k)
        if (atomicCAS(&level_of[neighbour[k]], -1, level + 1) == -1) *changed = 1;
}

__global__ void nearest_centre(const float* points, const float* centres, int* nearest, int n, int count) {
    extern __shared__ float near_centres[];
    for (int k = threadIdx.x; k < 3 * count; k += blockDim.x) near_centres[k] = centres[k];
    __syncthreads();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float best = 3e38f;
    for (int k = 0; k < count; ++k) {
        float distance = 0;
        for (int axis = 0; axis < 3; ++axis) {
            const float difference = points[3 * i + axis] - near_centres[3 * k + axis];
            distance += difference * difference;
        }
        if (distance < best) best = distance, nearest[i] = k;
    }
}

__global__ void pull(const float4* bodies, float4* pulls, int n) {
    __shared__ float4 tile[64];
    const int i = blockIdx.x * 64 + threadIdx.x;
    const float4 here = i < n ? bodies[i] : make_float4(0, 0, 0, 0);
    float x = 0, y = 0, z = 0;
    for (int first = 0; first < n; first += 64) {
        tile[threadIdx.x] = first + threadIdx.x < n ? bodies[first + threadIdx.x] : make_float4(0, 0, 0, 0);
        __syncthreads();
        for (int k = 0; k < 64; ++k) {
            const float4 there = tile[k];
            const float dx = there.x - here.x, dy = there.y - here.y, dz = there.z - here.z;
            const float square = dx * dx + dy * dy + dz * dz + 0.5f;
            const float pull = there.w / (square * sqrtf(square));
            x += pull * dx, y += pull * dy, z += pull * dz;
        }
        __syncthreads();
    }
    if (i < n) pulls[i] = make_float4(x, y, z, 0);
}

__global__ void interpret(const unsigned char* operations, unsigned* values, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned value = values[i];
    for (int k = 0; k < 8; ++k) switch (operations[(i + 5 * k) % n] % 9) {
            case 0:
                value += 12345;
                break;
            case 1:
                value *= 2654435761u;
                break;
            case 2:
                value ^= value >> 13;
                break;
            case 3:
                value = __brev(value);
                break;
            case 4:
                value = __funnelshift_l(value, value, 7);
                break;
            case 5:
                value = value / 3 + 7;
                break;
            case 6:
                value += __popc(value) + __clz(value);
                break;
            default:
                value = __byte_perm(value, ~value, 0x2153);
                break;
        }
    values[i] = value;
}

__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
__global__ void recurse(int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = fibonacci(i % 11);
}

using Function = float (*)(float, float);
__device__ float larger(float a, float b) { return a > b ? a : b; }
__device__ float quotient(float a, float b) { return a / (b + 1); }
__device__ float root(float a, float b) { return sqrtf(a * a + b); }
__device__ const Function functions[] = {larger, quotient, root};
__global__ void call_through_pointers(const float* a, const float* b, float* c, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = functions[i / 5 % 3](a[i], b[i]);
}

// The k least of each thread's numbers, in order, in an array that needs addresses.
__global__ void sort_in_local_memory(const int* in, int* out, int n, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int list[16];
    for (int k = 0; k < count; ++k) {
        const int value = in[k * n + i];
        int place = k;
        for (; place > 0 && list[place - 1] > value; --place) list[place] = list[place - 1];
        list[place] = value;
    }
    for (int k = 0; k < count; ++k) out[k * n + i] = list[k];
}

__constant__ unsigned crc_table[16] = {0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4,
                                       0x4db26158, 0x5005713c, 0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
                                       0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};
__global__ void checksums(const unsigned char* text, const int* start, unsigned* crc, int texts) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= texts) return;
    unsigned sum = 0xffffffffu;
    for (int k = start[i]; k < start[i + 1]; ++k) {
        sum = crc_table[(sum ^ text[k]) & 15] ^ (sum >> 4);
        sum = crc_table[(sum ^ (text[k] >> 4)) & 15] ^ (sum >> 4);
    }
    crc[i] = ~sum;
}

inline void run_loops() {
    for (const auto& [rows, columns] : {std::pair{1, 1}, {17, 33}, {40, 70}}) {
        auto steps = zeros<unsigned short>(rows * columns);
        mandelbrot<<<dim3(blocks_for(columns, 32), blocks_for(rows, 4)), dim3(32, 4)>>>(steps.data(), rows,
                                                                                        columns);
        record("mandelbrot", size_of(rows, columns), steps);
    }
    for (const int n : kSizes) {
        const int blocks = blocks_for(n, 64);
        auto integers = zeros<int>(n);
        collatz<<<blocks, 64>>>(integers.data(), n);
        record("collatz", n, integers);
        recurse<<<blocks, 64>>>(integers.data(), n);
        record("recurse", n, integers);
        const auto operations = random_elements<unsigned char>(n, 256, 60);
        gpu::Buffer<unsigned> values(random_integers(n, 1u << 31, 61));
        interpret<<<blocks, 64>>>(operations.data(), values.data(), n);
        record("interpret", n, values);
        for (const int count : {1, 16}) {
            const auto in = random_elements<int>(n * count, 10000, 64);
            auto out = zeros<int>(n * count);
            sort_in_local_memory<<<blocks, 64>>>(in.data(), out.data(), n, count);
            record(count == 1 ? "sort_in_local_memory_1" : "sort_in_local_memory_16", n, out);
        }
        const auto points = random_floats(3 * n, 65), centres = random_floats(3 * 5, 66);
        auto nearest = zeros<int>(n);
        nearest_centre<<<blocks, 64, 3 * 5 * sizeof(float)>>>(points.data(), centres.data(), nearest.data(),
                                                              n, 5);
        record("nearest_centre", n, nearest);
    }
    for (const int n : {1, 33, 150}) {
        const auto bodies = random_floats(4 * n, 67);
        auto pulls = zeros<float>(4 * n);
        pull<<<blocks_for(n, 64), 64>>>(reinterpret_cast<const float4*>(bodies.data()),
                                        reinterpret_cast<float4*>(pulls.data()), n);
        record("pull", n, pulls);
    }
}

inline void run_pointers() {
    for (const int n : kSizes) {
        const auto a = random_floats(n, 62), b = random_floats(n, 63);
        auto c = zeros<float>(n);
        call_through_pointers<<<blocks_for(n, 64), 64>>>(a.data(), b.data(), c.data(), n);
        record("call_through_pointers", n, c);
    }
}

inline void run_graphs() {
    const int vertices = 500;
    std::vector<int> starts{0}, neighbours, levels(vertices, -1);
    for (const std::uint32_t count : random_integers(vertices, 40, 68)) {
        for (std::uint32_t k = 0; k < count % 5; ++k)
            neighbours.push_back(static_cast<int>((count * 97 + starts.size() * 31 + k * 53) % vertices));
        starts.push_back(static_cast<int>(neighbours.size()));
    }
    levels[3] = 0;
    const gpu::Buffer<int> start(starts), neighbour(neighbours);
    gpu::Buffer<int> level_of(levels);
    auto changed = zeros<int>(1);
    for (int level = 0; level < 6; ++level) {
        search_level<<<blocks_for(vertices, 128), 128>>>(start.data(), neighbour.data(), level_of.data(),
                                                         level, vertices, changed.data());
        record("search_level", level, level_of, changed);
    }
    const int texts = 77;
    std::vector<int> ends{0};
    for (const std::uint32_t length : random_integers(texts, 50, 69))
        ends.push_back(ends.back() + static_cast<int>(length));
    const gpu::Buffer<int> ends_on_device(ends);
    const auto text = random_elements<unsigned char>(ends.back() + 1, 256, 70);
    auto crc = zeros<unsigned>(texts);
    checksums<<<2, 64>>>(text.data(), ends_on_device.data(), crc.data(), texts);
    record("checksums", texts, crc);
}

}  // namespace kernels
