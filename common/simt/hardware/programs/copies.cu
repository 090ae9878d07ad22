// What no document says of copies, mbarriers and rare atomics: each case prints the bits that it finds, a line a case. The
// emulator is to print the same lines as a GPU (../copies.sh).
//
// copies         every case that ends well, "case: words in hexadecimal"
// copies FAULT   one that does not, "FAULT: name of the CUDA error"
#include <cuda.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <cuda/ptx>
#include <string>
#include <vector>

#include "common/cuda/buffer.hpp"
#include "common/cuda/check.hpp"

namespace {

namespace ptx = cuda::ptx;
using Words = std::vector<uint32_t>;

void show(const char* name, const gpu::Buffer<uint32_t>& buffer) {
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    std::printf("%s:", name);
    for (const uint32_t word : buffer.to_host()) std::printf(" %08x", word);
    std::printf("\n");
}

// ---- tensor copies

decltype(&cuTensorMapEncodeTiled) encode = nullptr;

struct Shape {
    CUtensorMapDataType type = CU_TENSOR_MAP_DATA_TYPE_FLOAT32;
    cuuint64_t columns = 32, rows = 16, pitch_bytes = 128;
    cuuint32_t box_columns = 8, box_rows = 8, row_step = 1;
    CUtensorMapSwizzle swizzle = CU_TENSOR_MAP_SWIZZLE_NONE;
    CUtensorMapFloatOOBfill fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE;
};

CUtensorMap map_of(gpu::Buffer<uint32_t>& tensor, const Shape& shape) {
    CUtensorMap map;
    const cuuint64_t size[] = {shape.columns, shape.rows}, stride[] = {shape.pitch_bytes};
    const cuuint32_t box[] = {shape.box_columns, shape.box_rows}, step[] = {1, shape.row_step};
    const CUresult result =
        encode(&map, shape.type, 2, tensor.data(), size, stride, box, step, CU_TENSOR_MAP_INTERLEAVE_NONE,
               shape.swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE, shape.fill);
    if (result != CUDA_SUCCESS) std::printf("cuTensorMapEncodeTiled: %d\n", static_cast<int>(result));
    return map;
}

// The box at (x, y) to byte `base` of shared memory, whose first 4 KiB go to out.
__global__ void load_box(const __grid_constant__ CUtensorMap map, int x, int y, unsigned base, unsigned bytes,
                         uint32_t* out) {
    extern __shared__ __align__(1024) uint32_t tile[];
    __shared__ uint64_t barrier;
    for (int k = threadIdx.x; k < 1024; k += blockDim.x) tile[k] = 0xeeeeeeee;
    if (threadIdx.x == 0) ptx::mbarrier_init(&barrier, 1);
    ptx::fence_proxy_async();
    __syncthreads();
    if (threadIdx.x == 0) {
        const int32_t at[] = {x, y};
        ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, reinterpret_cast<char*>(tile) + base,
                                  &map, at, &barrier);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &barrier, bytes);
    }
    while (!ptx::mbarrier_try_wait_parity(&barrier, 0)) {
    }
    for (int k = threadIdx.x; k < 1024; k += blockDim.x) out[k] = tile[k];
}

// Shared memory's first 4 KiB, 1001, 1002, …, from byte `base` into the box at (x, y).
template <bool kAdd>
__global__ void store_box(const __grid_constant__ CUtensorMap map, int x, int y, unsigned base,
                          uint32_t first) {
    extern __shared__ __align__(1024) uint32_t tile[];
    for (int k = threadIdx.x; k < 1024; k += blockDim.x) tile[k] = first + k;
    ptx::fence_proxy_async();
    __syncthreads();
    if (threadIdx.x != 0) return;
    const int32_t at[] = {x, y};
    if (kAdd)
        ptx::cp_reduce_async_bulk_tensor(ptx::space_global, ptx::space_shared, ptx::op_add, &map, at,
                                         reinterpret_cast<char*>(tile) + base);
    else
        ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared, &map, at,
                                  reinterpret_cast<char*>(tile) + base);
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
}

gpu::Buffer<uint32_t> numbered(std::size_t count, uint32_t first = 1) {
    Words words(count);
    for (std::size_t k = 0; k < count; ++k) words[k] = first + static_cast<uint32_t>(k);
    return gpu::Buffer<uint32_t>(words);
}

constexpr unsigned kShared = 8192;

void show_load(const char* name, const Shape& shape, int x, int y, unsigned base, unsigned element_bytes) {
    gpu::Buffer<uint32_t> tensor = numbered(16 * 32), out(1024);
    const unsigned rows = (shape.box_rows + shape.row_step - 1) / shape.row_step;
    load_box<<<1, 32, kShared>>>(map_of(tensor, shape), x, y, base, shape.box_columns * rows * element_bytes,
                                 out.data());
    show(name, out);
}

void show_store(const char* name, const Shape& shape, int x, int y, unsigned base) {
    gpu::Buffer<uint32_t> tensor = numbered(16 * 32);
    store_box<false><<<1, 32, kShared>>>(map_of(tensor, shape), x, y, base, 1001);
    show(name, tensor);
}

void tensor_cases() {
    Shape shape;
    show_load("box over two edges", shape, 28, 12, 0, 4);
    show_load("box before the origin", shape, -3, -2, 0, 4);
    shape.row_step = 3;
    show_load("every third row", shape, 2, 1, 0, 4);
    show_store("every third row back", shape, 2, 1, 0);
    shape.row_step = 1;
    for (const auto& [name, swizzle] :
         {std::pair{"32", CU_TENSOR_MAP_SWIZZLE_32B}, std::pair{"64", CU_TENSOR_MAP_SWIZZLE_64B},
          std::pair{"128", CU_TENSOR_MAP_SWIZZLE_128B}}) {
        shape.swizzle = swizzle;
        // Rows shorter than what is swizzled, and a tile that does not begin where the pattern does.
        shape.box_columns = 8;
        show_load((std::string("short rows swizzled by ") + name).c_str(), shape, 4, 2, 0, 4);
        show_load((std::string("swizzled from byte 128 by ") + name).c_str(), shape, 4, 2, 128, 4);
        show_store((std::string("swizzled back from byte 384 by ") + name).c_str(), shape, 4, 2, 384);
    }
    shape = Shape{};
    shape.fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA;
    show_load("NaN of f32", shape, 28, 12, 0, 4);
    shape.type = CU_TENSOR_MAP_DATA_TYPE_FLOAT16;
    shape.columns = 64;
    show_load("NaN of f16", shape, 60, 12, 0, 2);
    shape.type = CU_TENSOR_MAP_DATA_TYPE_BFLOAT16;
    show_load("NaN of bf16", shape, 60, 12, 0, 2);
    shape.type = CU_TENSOR_MAP_DATA_TYPE_FLOAT64;
    shape.columns = 16;
    show_load("NaN of f64", shape, 12, 12, 0, 8);
    // Subnormal floats: are they kept?
    shape = Shape{};
    gpu::Buffer<uint32_t> subnormal = numbered(16 * 32);
    store_box<true><<<1, 32, kShared>>>(map_of(subnormal, shape), 0, 0, 0, 1);
    show("tensor reduction of subnormal f32", subnormal);
}

// ---- bulk copies and atomics

// cp.reduce of 8 halves or 4 floats; a plain copy of the operand to shared memory first.
template <int kCase>
__global__ void reduce_bulk(const uint32_t* operand, uint32_t* target) {
    __shared__ alignas(16) uint32_t tile[4];
    for (int k = 0; k < 4; ++k) tile[k] = operand[k];
    ptx::fence_proxy_async();
    if (kCase == 0)
        ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_add,
                                  reinterpret_cast<float*>(target), reinterpret_cast<float*>(tile), 16);
    if (kCase == 1)
        ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_add,
                                  reinterpret_cast<__half*>(target), reinterpret_cast<__half*>(tile), 16);
    if (kCase == 2)
        ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_min,
                                  reinterpret_cast<__half*>(target), reinterpret_cast<__half*>(tile), 16);
    if (kCase == 3)
        ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_max,
                                  reinterpret_cast<__nv_bfloat16*>(target),
                                  reinterpret_cast<__nv_bfloat16*>(tile), 16);
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
}

template <int kCase>
__global__ void reduce_atomic(const uint32_t* operand, uint32_t* target) {
    __shared__ uint32_t cell[4];
    if (kCase == 0)
        for (int k = 0; k < 4; ++k)
            atomicAdd(reinterpret_cast<__half2*>(&target[k]), reinterpret_cast<const __half2*>(operand)[k]);
    if (kCase == 1)
        for (int k = 0; k < 4; ++k)
            atomicAdd(reinterpret_cast<__nv_bfloat162*>(&target[k]),
                      reinterpret_cast<const __nv_bfloat162*>(operand)[k]);
    if (kCase == 2) atomicAdd(reinterpret_cast<float4*>(target), *reinterpret_cast<const float4*>(operand));
    if (kCase == 3) {
        for (int k = 0; k < 4; ++k) cell[k] = target[k];
        for (int k = 0; k < 4; ++k)
            atomicAdd(reinterpret_cast<__half2*>(&cell[k]), reinterpret_cast<const __half2*>(operand)[k]);
        for (int k = 0; k < 4; ++k) target[k] = cell[k];
    }
}

void arithmetic_cases() {
    // Per half: 1, a subnormal, -0, NaN with a payload; infinity, the largest, minus infinity, a signalling NaN.
    const Words half_a{0x00013c00, 0x7e558000, 0x7bff7c00, 0x7c01fc00},
        half_b{0x00033c00, 0x3c008000, 0x7bfffc00, 0x3c007c00};
    const Words bfloat_a{0x00013f80, 0x7fd58000, 0x7f7f7f80, 0x7f81ff80},
        bfloat_b{0x00033f80, 0x3f808000, 0x7f7fff80, 0x3f807f80};
    const Words float_a{0x00000001, 0x80000000, 0x7fc12345, 0x7f7fffff},
        float_b{0x00000002, 0x80000000, 0x3f800000, 0x7f7fffff};
    const auto reduced = [](const char* name, const Words& a, const Words& b, auto kernel) {
        gpu::Buffer<uint32_t> target(a);
        const gpu::Buffer<uint32_t> operand(b);
        kernel<<<1, 1>>>(operand.data(), target.data());
        show(name, target);
    };
    reduced("bulk add f32", float_a, float_b, reduce_bulk<0>);
    reduced("bulk add f16", half_a, half_b, reduce_bulk<1>);
    reduced("bulk min f16", half_a, half_b, reduce_bulk<2>);
    reduced("bulk max bf16", bfloat_a, bfloat_b, reduce_bulk<3>);
    reduced("atomic add f16x2", half_a, half_b, reduce_atomic<0>);
    reduced("atomic add bf16x2", bfloat_a, bfloat_b, reduce_atomic<1>);
    reduced("atomic add f32x4", float_a, float_b, reduce_atomic<2>);
    reduced("shared atomic add f16x2", half_a, half_b, reduce_atomic<3>);
}

// ---- mbarriers

__global__ void states(uint32_t* out) {
    __shared__ uint64_t barrier;
    ptx::mbarrier_init(&barrier, 4);
    const uint64_t first = ptx::mbarrier_arrive(&barrier);
    const uint64_t second =
        ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &barrier, 2);
    uint32_t pending;
    asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(pending) : "l"(first));
    out[0] = pending;
    asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(pending) : "l"(second));
    out[1] = pending;
    out[2] = ptx::mbarrier_test_wait(&barrier, first);
    const uint64_t third = ptx::mbarrier_arrive(&barrier);
    out[3] = ptx::mbarrier_test_wait(&barrier, first);
    out[4] = ptx::mbarrier_test_wait(&barrier, third);
    out[5] = ptx::mbarrier_test_wait_parity(&barrier, 0);
    out[6] = ptx::mbarrier_test_wait_parity(&barrier, 1);
    // Bytes that come before they are announced.
    asm volatile("mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%0], 16;" ::"r"(
        static_cast<uint32_t>(__cvta_generic_to_shared(&barrier))));
    ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &barrier, 4);
    out[7] = ptx::mbarrier_test_wait_parity(&barrier, 1);
    ptx::mbarrier_expect_tx(ptx::sem_relaxed, ptx::scope_cta, ptx::space_shared, &barrier, 16);
    out[8] = ptx::mbarrier_test_wait_parity(&barrier, 1);
}

// ---- what ncu counts (its kernels are found by name)

__device__ unsigned load_matrices(const void* row) {
    unsigned r[4];
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(static_cast<unsigned>(__cvta_generic_to_shared(row))));
    return r[0] + r[1] + r[2] + r[3];
}

// Rows `stride` bytes apart; only the first `distinct` of a warp's 32 rows are different ones.
__global__ void count_ldmatrix(unsigned stride, unsigned distinct, uint32_t* out) {
    extern __shared__ __align__(1024) uint32_t tile[];
    for (int k = threadIdx.x; k < 2048; k += blockDim.x) tile[k] = k;
    __syncthreads();
    out[threadIdx.x] = load_matrices(reinterpret_cast<char*>(tile) + threadIdx.x % distinct * stride);
}

__global__ void count_stmatrix(unsigned stride, uint32_t* out) {
    extern __shared__ __align__(1024) uint32_t tile[];
    for (int k = threadIdx.x; k < 2048; k += blockDim.x) tile[k] = k;
    __syncthreads();
    asm volatile(
        "stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %1, %1, %1};" ::"r"(static_cast<unsigned>(
            __cvta_generic_to_shared(reinterpret_cast<char*>(tile) + threadIdx.x * stride))),
        "r"(threadIdx.x)
        : "memory");
    __syncwarp();
    out[threadIdx.x] = tile[threadIdx.x];
}

void counting_cases() {
    gpu::Buffer<uint32_t> out(32);
    for (const unsigned stride : {16u, 32u, 64u, 128u, 144u})
        for (const unsigned distinct : {32u, 8u, 2u, 1u})
            count_ldmatrix<<<1, 32, kShared>>>(stride, distinct, out.data());
    for (const unsigned stride : {16u, 32u, 64u, 128u, 144u})
        count_stmatrix<<<1, 32, kShared>>>(stride, out.data());
    CUDA_CHECK(cudaDeviceSynchronize());
}

// ---- faults

__global__ void copy_bulk(const char* in, unsigned from, unsigned to, unsigned bytes) {
    extern __shared__ __align__(1024) char bytes_of_tile[];
    __shared__ uint64_t barrier;
    ptx::mbarrier_init(&barrier, 1);
    ptx::fence_proxy_async();
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, bytes_of_tile + to, in + from, bytes, &barrier);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &barrier, bytes);
    while (!ptx::mbarrier_try_wait_parity(&barrier, 0)) {
    }
}

void run_fault(const std::string& name) {
    gpu::Buffer<uint32_t> tensor = numbered(16 * 32), out(1024);
    const char* const in = reinterpret_cast<const char*>(tensor.data());
    if (name == "size_of_60_bytes") copy_bulk<<<1, 1, kShared>>>(in, 0, 0, 60);
    if (name == "source_at_byte_8") copy_bulk<<<1, 1, kShared>>>(in, 8, 0, 64);
    if (name == "target_at_byte_8") copy_bulk<<<1, 1, kShared>>>(in, 0, 8, 64);
    if (name == "target_past_shared_memory") copy_bulk<<<1, 1, kShared>>>(in, 0, 1 << 20, 64);
    if (name == "source_nowhere") copy_bulk<<<1, 1, kShared>>>(nullptr, 0, 0, 64);
    if (name == "tile_at_byte_64")
        load_box<<<1, 32, kShared>>>(map_of(tensor, Shape{}), 0, 0, 64, 256, out.data());
    if (name == "no_tensor_map") load_box<<<1, 32, kShared>>>(CUtensorMap{}, 0, 0, 0, 256, out.data());
    std::printf("%s: %s\n", name.c_str(), cudaGetErrorName(cudaDeviceSynchronize()));
}

}  // namespace

int main(int argc, char** argv) {
    cudaDriverEntryPointQueryResult found;
    CUDA_CHECK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", reinterpret_cast<void**>(&encode),
                                                12000, cudaEnableDefault, &found));
    if (argc > 1) {
        run_fault(argv[1]);
        return 0;
    }
    tensor_cases();
    arithmetic_cases();
    gpu::Buffer<uint32_t> out(9);
    states<<<1, 1>>>(out.data());
    show("states of an mbarrier", out);
    counting_cases();
    return 0;
}
