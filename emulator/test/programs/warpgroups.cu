// Products of matrices by warpgroups: tensor copies fill tiles in shared memory, wgmma multiplies them. Built for sm_90a.
// ../exec/async/warpgroups_test.cpp runs it. With an argument it runs what goes wrong under that name.
#include <cuda.h>
#include <cuda_bf16.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <stdexcept>

#include "emulator/test/programs/compared.cuh"

namespace {

constexpr int kTile = 64;  // rows of A, columns of B and numbers along k of a tile; a row has 128 bytes
constexpr int kTileBytes = kTile * kTile * 2, kStages = 3;

__device__ uint32_t shared_address(const void* place) {
    return static_cast<uint32_t>(__cvta_generic_to_shared(place));
}

// ---- mbarriers and copies

__device__ void init(uint64_t* barrier, int arrivals) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(barrier)), "r"(arrivals));
}
__device__ void expect(uint64_t* barrier, int bytes) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(barrier)),
                 "r"(bytes)
                 : "memory");
}
__device__ void arrive(uint64_t* barrier) {
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(barrier)) : "memory");
}
__device__ void wait(uint64_t* barrier, int parity) {
    asm volatile(
        "{\n.reg .pred done;\nAGAIN:\nmbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
        "@done bra DONE;\nbra AGAIN;\nDONE:\n}" ::"r"(shared_address(barrier)),
        "r"(parity)
        : "memory");
}
__device__ void load(void* tile, const CUtensorMap* map, int column, int row, uint64_t* barrier) {
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, "
        "%4}], "
        "[%2];" ::"r"(shared_address(tile)),
        "l"(map), "r"(shared_address(barrier)), "r"(column), "r"(row)
        : "memory");
}

// ---- products

// A tile with the 128-byte swizzle, from its byte `first` on: eight rows are 1024 bytes.
__device__ uint64_t descriptor(const void* tile, int first) {
    const uint64_t address = shared_address(tile) + first;
    return (address & 0x3ffff) >> 4 | uint64_t{1} << 16 | uint64_t{1024 >> 4} << 32 | uint64_t{1} << 62;
}

__device__ void fence() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ void commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
template <int left>
__device__ void wait_group() {
    asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(left) : "memory");
}

// clang-format off
__device__ void multiply(float (&d)[32], uint64_t a, uint64_t b) {
    asm volatile(
        "wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 "
        "{%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,"
        "%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31}, %32, %33, 1, 1, 1, 0, 0;"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]),
          "+f"(d[8]), "+f"(d[9]), "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]), "+f"(d[14]), "+f"(d[15]),
          "+f"(d[16]), "+f"(d[17]), "+f"(d[18]), "+f"(d[19]), "+f"(d[20]), "+f"(d[21]), "+f"(d[22]), "+f"(d[23]),
          "+f"(d[24]), "+f"(d[25]), "+f"(d[26]), "+f"(d[27]), "+f"(d[28]), "+f"(d[29]), "+f"(d[30]), "+f"(d[31])
        : "l"(a), "l"(b));  // multiplied
}
// clang-format on

__device__ void multiply_tiles(float (&d)[32], const void* a, const void* b) {
    fence();
    for (int byte = 0; byte < 128; byte += 32) multiply(d, descriptor(a, byte), descriptor(b, byte));
    commit();
}

// The tile's element of D that a thread has as number i.
__device__ void store(const float (&d)[32], float* c, int n, int row, int column) {
    const int thread = threadIdx.x % 128;
    for (int i = 0; i < 32; ++i) {
        const int y = row + thread / 32 * 16 + thread % 32 / 4 + i / 2 % 2 * 8;
        const int x = column + i / 4 * 8 + thread % 4 * 2 + i % 2;
        c[y * n + x] = d[i];
    }
}

struct Stages {
    alignas(1024) __nv_bfloat16 a[kStages][2][kTile * kTile];
    alignas(1024) __nv_bfloat16 b[kStages][kTile * kTile];
    uint64_t full[kStages], empty[kStages];
};

// C = A × B of 128 rows of C for each block. The first warpgroup copies, the other two multiply, each 64 rows.
template <bool overwrites_early>
__global__ void __launch_bounds__(384, 1)
    pipelined(const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b, float* c, int n,
              int k) {
    extern __shared__ __align__(1024) unsigned char memory[];
    Stages& stages = *reinterpret_cast<Stages*>(memory);
    const int row = blockIdx.y * 2 * kTile, column = blockIdx.x * kTile, group = threadIdx.x / 128;
    if (threadIdx.x == 0) {
        for (int s = 0; s < kStages; ++s) {
            init(&stages.full[s], 1);
            init(&stages.empty[s], 2);
        }
        asm volatile("fence.proxy.async;" ::: "memory");
    }
    __syncthreads();
    if (group == 0) {
        asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
        if (threadIdx.x != 0) return;
        for (int tile = 0; tile < k / kTile; ++tile) {
            const int s = tile % kStages, round = tile / kStages;
            if (round > 0 && !overwrites_early) wait(&stages.empty[s], (round - 1) % 2);
            expect(&stages.full[s], 3 * kTileBytes);
            load(stages.a[s][0], &a, tile * kTile, row, &stages.full[s]);
            load(stages.a[s][1], &a, tile * kTile, row + kTile, &stages.full[s]);
            load(stages.b[s], &b, tile * kTile, column, &stages.full[s]);
        }
        return;
    }
    asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
    float d[32] = {};
    for (int tile = 0; tile < k / kTile; ++tile) {
        const int s = tile % kStages;
        wait(&stages.full[s], tile / kStages % 2);
        multiply_tiles(d, stages.a[s][group - 1], stages.b[s]);
        wait_group<0>();
        // One thread speaks for its warpgroup: wgmma is done for all four warps.
        if (threadIdx.x % 128 == 0) arrive(&stages.empty[s]);
    }
    store(d, c, n, row + (group - 1) * kTile, column);
}

// One tile, copied by ordinary stores in the order of the swizzle.
template <bool fences>
__global__ void stored(const __nv_bfloat16* a, const __nv_bfloat16* b, float* c) {
    __shared__ alignas(1024) __nv_bfloat16 tile_a[kTile * kTile], tile_b[kTile * kTile];
    for (int at = threadIdx.x; at < kTile * kTile; at += blockDim.x) {
        const int row = at / kTile, column = at % kTile;
        const int place = row * kTile + (column / 8 ^ row % 8) * 8 + column % 8;
        tile_a[place] = a[at];  // stored
        tile_b[place] = b[at];
    }
    if (fences) asm volatile("fence.proxy.async;" ::: "memory");
    __syncthreads();
    float d[32] = {};
    multiply_tiles(d, tile_a, tile_b);
    wait_group<0>();
    store(d, c, kTile, 0, 0);
}

// ---- the host's side

CUtensorMap tile_map(const gpu::Buffer<__nv_bfloat16>& matrix, int rows, int columns) {
    using Encode =
        CUresult (*)(CUtensorMap*, CUtensorMapDataType, cuuint32_t, void*, const cuuint64_t*,
                     const cuuint64_t*, const cuuint32_t*, const cuuint32_t*, CUtensorMapInterleave,
                     CUtensorMapSwizzle, CUtensorMapL2promotion, CUtensorMapFloatOOBfill);
    static Encode encode = nullptr;
    cudaDriverEntryPointQueryResult found;
    void** const address = reinterpret_cast<void**>(&encode);
#if CUDART_VERSION >= 12050
    CUDA_CHECK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", address, 12000, cudaEnableDefault,
                                                &found));
#else
    CUDA_CHECK(cudaGetDriverEntryPoint("cuTensorMapEncodeTiled", address, cudaEnableDefault, &found));
#endif
    CUtensorMap map{};
    const cuuint64_t size[2] = {cuuint64_t(columns), cuuint64_t(rows)}, stride[1] = {cuuint64_t(columns) * 2};
    const cuuint32_t box[2] = {kTile, kTile}, step[2] = {1, 1};
    const CUresult result =
        encode(&map, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, const_cast<__nv_bfloat16*>(matrix.data()), size,
               stride, box, step, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
               CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    if (result != CUDA_SUCCESS) throw std::runtime_error("cuTensorMapEncodeTiled failed");
    return map;
}

// Fractions, so that their products and sums have to be rounded.
std::vector<__nv_bfloat16> fractions(std::size_t count, unsigned seed) {
    std::vector<__nv_bfloat16> result;
    for (const float each : numbers<float>(count, 1000, seed)) result.push_back(__float2bfloat16(each / 333));
    return result;
}

// a: m rows of k numbers. b: n columns of k numbers. Errors are bounded by the f32 roundings of k products.
bool is_product(const std::vector<float>& c, const std::vector<__nv_bfloat16>& a,
                const std::vector<__nv_bfloat16>& b, int m, int n, int k) {
    for (int i = 0; i < m; ++i)
        for (int j = 0; j < n; ++j) {
            double sum = 0, magnitude = 0;
            for (int x = 0; x < k; ++x) {
                const double term =
                    double{__bfloat162float(a[i * k + x])} * double{__bfloat162float(b[j * k + x])};
                sum += term;
                magnitude += std::fabs(term);
            }
            if (std::fabs(c[i * n + j] - sum) <= magnitude * std::ldexp(1, -20)) continue;
            std::printf("(element %d, %d is %g, not %g) ", i, j, static_cast<double>(c[i * n + j]), sum);
            return false;
        }
    return true;
}

template <bool overwrites_early>
bool run_pipelined(int m, int n, int k) {
    const auto a = fractions(m * k, 1), b = fractions(n * k, 2);
    const gpu::Buffer<__nv_bfloat16> on_device_a(a), on_device_b(b);
    gpu::Buffer<float> c(std::vector<float>(m * n, NAN));
    const CUtensorMap map_a = tile_map(on_device_a, m, k), map_b = tile_map(on_device_b, n, k);
    const int bytes = sizeof(Stages);
    CUDA_CHECK(cudaFuncSetAttribute(pipelined<overwrites_early>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    bytes));
    const dim3 grid(n / kTile, m / (2 * kTile));
    pipelined<overwrites_early><<<grid, 384, bytes>>>(map_a, map_b, c.data(), n, k);
    finish();
    return is_product(c.to_host(), a, b, m, n, k);
}

template <bool fences>
bool run_stored() {
    const auto a = fractions(kTile * kTile, 3), b = fractions(kTile * kTile, 4);
    const gpu::Buffer<__nv_bfloat16> on_device_a(a), on_device_b(b);
    gpu::Buffer<float> c(std::vector<float>(kTile * kTile, NAN));
    stored<fences><<<1, 128>>>(on_device_a.data(), on_device_b.data(), c.data());
    finish();
    return is_product(c.to_host(), a, b, kTile, kTile, kTile);
}

bool one_tile() { return run_pipelined<false>(128, 64, 64); }
bool many_tiles() { return run_pipelined<false>(256, 192, 640); }
bool ordinary_stores() { return run_stored<true>(); }

const Computation kProducts[] = {
    {"one_tile", one_tile}, {"many_tiles", many_tiles}, {"ordinary_stores", ordinary_stores}};

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        run_all(kProducts);
        return 0;
    }
    try {
        if (std::strcmp(argv[1], "overwrites_early") == 0) run_pipelined<true>(128, 64, 640);
        if (std::strcmp(argv[1], "unfenced") == 0) run_stored<false>();
    } catch (const std::exception& error) {
        std::printf("%s\n", error.what());
    }
    return 0;
}
