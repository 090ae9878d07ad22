// What no document says of copies, mbarriers and rare atomics: each case prints the bits that it finds, a line a case. The
// emulator is to print the same lines as a GPU (../copies.sh).
//
// copies         every case that ends well
// copies list    their names
// copies count   launches for ncu to count
// copies NAME    one of them
// copies FAULT   one that ends in an error, "FAULT: name of the CUDA error"; run_fault() has their names
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstring>

#include "emulator/test/hardware/programs/tensor_boxes.cuh"

namespace {

using namespace copies;

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

std::vector<Case> arithmetic_cases() {
    // Per half: 1, a subnormal, -0, NaN with a payload; infinity, the largest, minus infinity, a signalling NaN.
    const Words half_a{0x00013c00, 0x7e558000, 0x7bff7c00, 0x7c01fc00},
        half_b{0x00033c00, 0x3c008000, 0x7bfffc00, 0x3c007c00};
    const Words bfloat_a{0x00013f80, 0x7fd58000, 0x7f7f7f80, 0x7f81ff80},
        bfloat_b{0x00033f80, 0x3f808000, 0x7f7fff80, 0x3f807f80};
    const Words float_a{0x00000001, 0x80000000, 0x7fc12345, 0x7f7fffff},
        float_b{0x00000002, 0x80000000, 0x3f800000, 0x7f7fffff};
    std::vector<Case> cases;
    const auto reduced = [&](const char* name, const Words& a, const Words& b, auto kernel) {
        cases.push_back({name, [=](const char* shown) {
                             gpu::Buffer<uint32_t> target(a);
                             const gpu::Buffer<uint32_t> operand(b);
                             kernel<<<1, 1>>>(operand.data(), target.data());
                             show(shown, target);
                         }});
    };
    reduced("bulk add f32", float_a, float_b, reduce_bulk<0>);
    reduced("bulk add f16", half_a, half_b, reduce_bulk<1>);
    reduced("bulk min f16", half_a, half_b, reduce_bulk<2>);
    reduced("bulk max bf16", bfloat_a, bfloat_b, reduce_bulk<3>);
    reduced("atomic add f16x2", half_a, half_b, reduce_atomic<0>);
    reduced("atomic add bf16x2", bfloat_a, bfloat_b, reduce_atomic<1>);
    reduced("atomic add f32x4", float_a, float_b, reduce_atomic<2>);
    reduced("shared atomic add f16x2", half_a, half_b, reduce_atomic<3>);
    return cases;
}

// fma.oob of what a tensor copy fills in, 0x7ff7, and of other NaN, in every place: eight of each type, then two in a register.
__global__ void multiply_outside(uint32_t* out) {
    const unsigned short values[] = {0x7ff7, 0xfff7, 0x7fff, 0x7ff6, 0x7ff8, 0x3c00, 0xbc00, 0x0000};
    const int k = threadIdx.x;
    const unsigned short a = values[k % 8], b = values[k / 8 % 8], c = values[k / 64];
    unsigned short half, positive, brain;
    unsigned two;
    asm volatile("fma.rn.oob.f16 %0, %1, %2, %3;" : "=h"(half) : "h"(a), "h"(b), "h"(c));
    asm volatile("fma.rn.oob.relu.f16 %0, %1, %2, %3;" : "=h"(positive) : "h"(a), "h"(b), "h"(c));
    asm volatile("fma.rn.oob.bf16 %0, %1, %2, %3;" : "=h"(brain) : "h"(a), "h"(b), "h"(c));
    asm volatile("fma.rn.oob.relu.bf16x2 %0, %1, %2, %3;"
                 : "=r"(two)
                 : "r"(a << 16 | b), "r"(b << 16 | c), "r"(c << 16 | a));
    out[3 * k] = half << 16 | positive;
    out[3 * k + 1] = brain;
    out[3 * k + 2] = two;
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

// A map that is used with a coordinate too many, or through an address that is no multiple of 64.
template <bool kOfThree>
__global__ void load_wrongly(const __grid_constant__ CUtensorMap map) {
    extern __shared__ __align__(1024) char bytes_of_tile[];
    __shared__ uint64_t barrier;
    ptx::mbarrier_init(&barrier, 1);
    ptx::fence_proxy_async();
    const int32_t three[] = {0, 0, 0}, two[] = {0, 0};
    if (kOfThree)
        ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, bytes_of_tile, &map, three,
                                  &barrier);
    else
        ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, bytes_of_tile,
                                  reinterpret_cast<const char*>(&map) + 32, two, &barrier);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &barrier, 256);
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
    if (name == "map_of_two_dimensions_used_with_three")
        load_wrongly<true><<<1, 1, kShared>>>(map_of(tensor, Shape{}));
    if (name == "map_not_aligned") load_wrongly<false><<<1, 1, kShared>>>(map_of(tensor, Shape{}));
    if (name == "no_tensor_map") load_box<<<1, 32, kShared>>>(CUtensorMap{}, 0, 0, 0, 256, out.data());
    std::printf("%s: %s\n", name.c_str(), cudaGetErrorName(cudaDeviceSynchronize()));
}

}  // namespace

int main(int argc, char** argv) {
    cudaDriverEntryPointQueryResult found;
    CUDA_CHECK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", reinterpret_cast<void**>(&encode),
                                                12000, cudaEnableDefault, &found));
    std::vector<Case> cases = tensor_cases();
    for (Case& one : arithmetic_cases()) cases.push_back(std::move(one));
    cases.push_back({"states of an mbarrier", [](const char* name) {
                         gpu::Buffer<uint32_t> out(9);
                         states<<<1, 1>>>(out.data());
                         show(name, out);
                     }});
    cases.push_back({"fma of what lies outside", [](const char* name) {
                         gpu::Buffer<uint32_t> out(3 * 512);
                         multiply_outside<<<1, 512>>>(out.data());
                         show(name, out);
                     }});
    const std::string wanted = argc > 1 ? argv[1] : "";
    bool known = false;
    for (const Case& one : cases) {
        if (wanted == "list") std::printf("%s\n", one.name.c_str());
        if (wanted == "" ? !one.ends_well : wanted != one.name) continue;
        known = true;
        one.run(one.name.c_str());
    }
    if (wanted == "count") counting_cases();
    if (!known && wanted != "" && wanted != "list" && wanted != "count") run_fault(wanted);
    return 0;
}
