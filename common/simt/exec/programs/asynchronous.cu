// Copies and barriers that work behind a thread's back, as a program writes them: cuda::barrier, cuda::pipeline,
// cuda::memcpy_async and cuda::ptx of libcu++, cooperative groups, the pipeline primitives, tensor maps.
// ../asynchronous_test.cpp runs it; on a GPU it prints the same.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <stdexcept>
#include <string>

#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/ptx>

#include "common/simt/exec/programs/compared.cuh"

// libcu++ barriers have constructors that do nothing in shared memory; init() makes them.
#pragma nv_diag_suppress static_var_with_dynamic_init

namespace {

namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

// ---- barriers

// All threads arrive, do something else, and wait: each round reads what a neighbour wrote in the round before.
__global__ void rounds_with_barrier(int* out, int rounds) {
    __shared__ Barrier barrier;
    __shared__ int values[2][96];
    if (threadIdx.x == 0) init(&barrier, blockDim.x);
    __syncthreads();
    int value = threadIdx.x;
    for (int round = 0; round < rounds; ++round) {
        values[round % 2][threadIdx.x] = value;
        Barrier::arrival_token token = barrier.arrive();
        const int own = value * 3;  // needs nobody
        barrier.wait(std::move(token));
        value = own + values[round % 2][(threadIdx.x + 1) % blockDim.x];
    }
    out[threadIdx.x] = value;
}

bool barriers() {
    const int threads = 96, rounds = 9;
    std::vector<int> expected(threads), next(threads);
    std::iota(expected.begin(), expected.end(), 0);
    for (int round = 0; round < rounds; ++round) {
        for (int t = 0; t < threads; ++t) next[t] = 3 * expected[t] + expected[(t + 1) % threads];
        expected.swap(next);
    }
    gpu::Buffer<int> out(threads);
    rounds_with_barrier<<<1, threads>>>(out.data(), rounds);
    finish();
    return same(out.to_host(), expected);
}

// Warp 0 fills, the other warps drain, two barriers a stage: one says full, the other empty again.
__global__ void producer_and_consumers(const int* in, int* out, int rounds) {
    __shared__ Barrier full[2], empty[2];
    __shared__ int stage[2][32];
    if (threadIdx.x < 2) {
        init(&full[threadIdx.x], blockDim.x);
        init(&empty[threadIdx.x], blockDim.x);
    }
    __syncthreads();
    if (threadIdx.x < 32) {
        for (int round = 0; round < rounds; ++round) {
            empty[round % 2].arrive_and_wait();
            stage[round % 2][threadIdx.x] = in[round * 32 + threadIdx.x];
            (void)full[round % 2].arrive();
        }
    } else {
        int sum = 0;
        (void)empty[0].arrive();
        (void)empty[1].arrive();
        for (int round = 0; round < rounds; ++round) {
            full[round % 2].arrive_and_wait();
            for (int k = 0; k < 32; ++k) sum += stage[round % 2][k] * static_cast<int>(threadIdx.x % 7 + k);
            if (round + 2 < rounds) (void)empty[round % 2].arrive();
        }
        out[threadIdx.x - 32] = sum;
    }
}

bool producers_and_consumers() {
    const int rounds = 11, consumers = 64;
    const auto in = numbers<int>(rounds * 32, 100, 3);
    std::vector<int> expected(consumers);
    for (int t = 0; t < consumers; ++t)
        for (int k = 0; k < rounds * 32; ++k) expected[t] += in[k] * ((t + 32) % 7 + k % 32);
    const gpu::Buffer<int> from(in);
    gpu::Buffer<int> out(consumers);
    producer_and_consumers<<<1, 32 + consumers>>>(from.data(), out.data(), rounds);
    finish();
    return same(out.to_host(), expected);
}

// Every second thread leaves; the others go on with what is expected of them.
__global__ void dropping(int* out) {
    __shared__ Barrier barrier;
    __shared__ int count;
    if (threadIdx.x == 0) {
        init(&barrier, blockDim.x);
        count = 0;
    }
    __syncthreads();
    if (threadIdx.x % 2 == 1) {
        barrier.arrive_and_drop();
        return;
    }
    barrier.arrive_and_wait();
    atomicAdd(&count, 1);
    barrier.arrive_and_wait();
    out[threadIdx.x / 2] = count;
}

bool drops() {
    gpu::Buffer<int> out(40);
    dropping<<<1, 80>>>(out.data());
    finish();
    return same(out.to_host(), std::vector<int>(40, 40));
}

// ---- copies of threads and groups

// cuda::memcpy_async of every size, for one thread and for the block, with a barrier and with a pipeline.
template <int kBytes>
struct alignas(kBytes % 16 == 0  ? 16
               : kBytes % 8 == 0 ? 8
               : kBytes % 4 == 0 ? 4
                                 : 1) Bytes {
    unsigned char bytes[kBytes];
};

template <int kBytes>
__global__ void copy_each_way(const Bytes<kBytes>* in, Bytes<kBytes>* out) {
    __shared__ Bytes<kBytes> tile[4][32];
    __shared__ Barrier barrier;
    const cg::thread_block block = cg::this_thread_block();
    if (threadIdx.x == 0) init(&barrier, blockDim.x);
    block.sync();
    cuda::memcpy_async(&tile[0][threadIdx.x], &in[threadIdx.x], sizeof(Bytes<kBytes>), barrier);
    cuda::memcpy_async(block, tile[1], in + 32, cuda::aligned_size_t<alignof(Bytes<kBytes>)>(sizeof tile[1]),
                       barrier);
    barrier.arrive_and_wait();
    cuda::pipeline<cuda::thread_scope_thread> pipeline = cuda::make_pipeline();
    pipeline.producer_acquire();
    cuda::memcpy_async(&tile[2][threadIdx.x], &in[64 + threadIdx.x], sizeof(Bytes<kBytes>), pipeline);
    pipeline.producer_commit();
    cg::memcpy_async(block, tile[3], in + 96, sizeof tile[3]);
    pipeline.consumer_wait();
    cg::wait(block);
    for (int k = 0; k < 4; ++k) out[32 * k + threadIdx.x] = tile[k][k == 2 ? threadIdx.x : 31 - threadIdx.x];
    pipeline.consumer_release();
}

template <int kBytes>
bool copied() {
    const auto in = numbers<unsigned char>(128 * kBytes, 250, kBytes);
    std::vector<unsigned char> expected(in.size());
    for (int k = 0; k < 128; ++k) {
        const int from = k / 32 == 2 ? k : k / 32 * 32 + 31 - k % 32;
        std::copy_n(in.begin() + from * kBytes, kBytes, expected.begin() + k * kBytes);
    }
    const gpu::Buffer<unsigned char> from(in);
    gpu::Buffer<unsigned char> to(in.size());
    copy_each_way<kBytes><<<1, 32>>>(reinterpret_cast<const Bytes<kBytes>*>(from.data()),
                                     reinterpret_cast<Bytes<kBytes>*>(to.data()));
    finish();
    return same(to.to_host(), expected);
}

bool memcpy_async_of_every_size() {
    return copied<1>() && copied<3>() && copied<4>() && copied<8>() && copied<12>() && copied<16>() &&
           copied<32>();
}

// A pipeline of the whole block with two stages, and the same with the primitives' wait_prior.
__global__ void block_pipeline(const int* in, int* out, int tiles) {
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> shared_state;
    __shared__ int stage[2][64];
    const cg::thread_block block = cg::this_thread_block();
    auto pipeline = cuda::make_pipeline(block, &shared_state);
    const auto fetch = [&](int tile) {
        pipeline.producer_acquire();
        if (tile < tiles)
            cuda::memcpy_async(block, stage[tile % 2], in + tile * 64, sizeof stage[0], pipeline);
        pipeline.producer_commit();
    };
    int sum = 0;
    fetch(0);
    for (int tile = 0; tile < tiles; ++tile) {
        fetch(tile + 1);
        pipeline.consumer_wait();
        sum += stage[tile % 2][63 - threadIdx.x];
        pipeline.consumer_release();
    }
    out[threadIdx.x] = sum;
}

// The block's threads part into producers and consumers.
__global__ void parted_pipeline(const int* in, int* out, int tiles) {
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> shared_state;
    __shared__ int stage[2][64];
    const cg::thread_block block = cg::this_thread_block();
    const auto role = threadIdx.x < 64 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
    auto pipeline = cuda::make_pipeline(block, &shared_state, role);
    if (role == cuda::pipeline_role::producer) {
        for (int tile = 0; tile < tiles; ++tile) {
            pipeline.producer_acquire();
            cuda::memcpy_async(&stage[tile % 2][threadIdx.x], &in[tile * 64 + threadIdx.x], sizeof(int),
                               pipeline);
            pipeline.producer_commit();
        }
    } else {
        int sum = 0;
        for (int tile = 0; tile < tiles; ++tile) {
            pipeline.consumer_wait();
            sum += stage[tile % 2][127 - threadIdx.x];
            pipeline.consumer_release();
        }
        out[threadIdx.x - 64] = sum;
    }
}

__global__ void primitives(const int* in, int* out, int tiles) {
    __shared__ int stage[3][64];
    for (int tile = 0; tile < 2; ++tile) {
        __pipeline_memcpy_async(&stage[tile][threadIdx.x], &in[tile * 64 + threadIdx.x], 4);
        __pipeline_commit();
    }
    int sum = 0;
    for (int tile = 0; tile < tiles; ++tile) {
        // The last of 4 bytes are zeros: zfill.
        if (tile + 2 < tiles)
            __pipeline_memcpy_async(&stage[(tile + 2) % 3][threadIdx.x], &in[(tile + 2) * 64 + threadIdx.x],
                                    4, tile == 3 ? 4 : 0);
        __pipeline_commit();
        __pipeline_wait_prior(2);
        __syncthreads();
        sum += stage[tile % 3][63 - threadIdx.x];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}

bool pipelines() {
    const int tiles = 7;
    const auto in = numbers<int>(tiles * 64, 1000, 5);
    std::vector<int> expected(64), without_one(64);
    for (int k = 0; k < tiles * 64; ++k) {
        expected[63 - k % 64] += in[k];
        without_one[63 - k % 64] += k / 64 == 5 ? 0 : in[k];
    }
    const gpu::Buffer<int> from(in);
    gpu::Buffer<int> whole(64), parted(64), old(64);
    block_pipeline<<<1, 64>>>(from.data(), whole.data(), tiles);
    parted_pipeline<<<1, 128>>>(from.data(), parted.data(), tiles);
    primitives<<<1, 64>>>(from.data(), old.data(), tiles);
    finish();
    return same(whole.to_host(), expected) && same(parted.to_host(), expected) &&
           same(old.to_host(), without_one);
}

// ---- bulk copies

// A block's tile comes and goes as one bulk copy each way; between them every thread changes its word.
__global__ void bulk_there_and_back(const int* in, int* out, int* sums) {
    __shared__ alignas(128) int tile[256];
    __shared__ uint64_t barrier;
    const int begin = blockIdx.x * 256;
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&barrier, blockDim.x);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    __syncthreads();
    uint64_t token;
    if (threadIdx.x == 0) {
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, in + begin, sizeof tile, &barrier);
        token = ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &barrier,
                                               sizeof tile);
    } else {
        token = ptx::mbarrier_arrive(&barrier);
    }
    while (!ptx::mbarrier_try_wait(&barrier, token)) {
    }
    tile[threadIdx.x] = tile[threadIdx.x] * 2 + 1;
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out + begin, tile, sizeof tile);
        ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_add, sums, tile, sizeof tile);
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
    }
    __syncthreads();
    tile[threadIdx.x] = 0;  // may be overwritten now
}

bool bulk_copies() {
    const int blocks = 5;
    const auto in = numbers<int>(blocks * 256, 1000, 6);
    std::vector<int> expected(in.size()), expected_sums(256);
    for (std::size_t k = 0; k < in.size(); ++k) {
        expected[k] = 2 * in[k] + 1;
        expected_sums[k % 256] += expected[k];
    }
    const gpu::Buffer<int> from(in);
    gpu::Buffer<int> to(in.size()), sums(256);
    sums.fill_bytes(0);
    bulk_there_and_back<<<blocks, 256>>>(from.data(), to.data(), sums.data());
    finish();
    return same(to.to_host(), expected) && same(sums.to_host(), expected_sums);
}

// ---- tensor copies

// One tile of a matrix through shared memory, transposed on the way in shared memory.
template <class T>
__global__ void transpose_tiles(const __grid_constant__ CUtensorMap in,
                                const __grid_constant__ CUtensorMap out) {
    __shared__ alignas(1024) T tile[32][32];
    __shared__ alignas(1024) T turned[32][32];
    __shared__ uint64_t barrier;
    const int x = blockIdx.x * 32, y = blockIdx.y * 32;
    if (threadIdx.x == 0) ptx::mbarrier_init(&barrier, 1);
    __syncthreads();
    if (threadIdx.x == 0) {
        const int32_t at[2] = {x, y};
        ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, tile, &in, at, &barrier);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &barrier,
                                       sizeof tile);
    }
    while (!ptx::mbarrier_try_wait_parity(&barrier, 0)) {
    }
    // The pieces of 16 bytes of row y lie where their number is exchanged with y % 8.
    constexpr int kPiece = 16 / sizeof(T);
    for (int k = threadIdx.x; k < 32 * 32; k += blockDim.x) {
        const int row = k / 32, column = k % 32;
        turned[column][row] = tile[row][(column / kPiece ^ row % 8) * kPiece + column % kPiece];
    }
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
        const int32_t at[2] = {y, x};
        ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared, &out, at, turned);
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
    }
}

CUresult (*encode_tiled)(CUtensorMap*, CUtensorMapDataType, cuuint32_t, void*, const cuuint64_t*,
                         const cuuint64_t*, const cuuint32_t*, const cuuint32_t*, CUtensorMapInterleave,
                         CUtensorMapSwizzle, CUtensorMapL2promotion, CUtensorMapFloatOOBfill);

template <class T>
CUtensorMap matrix_map(gpu::Buffer<T>& matrix, cuuint64_t rows, cuuint64_t columns, cuuint64_t pitch,
                       CUtensorMapSwizzle swizzle) {
    CUtensorMap map{};
    const cuuint64_t size[2] = {columns, rows}, stride[1] = {pitch * sizeof(T)};
    const cuuint32_t box[2] = {32, 32}, step[2] = {1, 1};
    const CUresult result = encode_tiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, matrix.data(), size,
                                         stride, box, step, CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle,
                                         CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    if (result != CUDA_SUCCESS) throw std::runtime_error("cuTensorMapEncodeTiled failed");
    return map;
}

bool tensor_copies() {
    cudaDriverEntryPointQueryResult found;
    CUDA_CHECK(cudaGetDriverEntryPointByVersion(
        "cuTensorMapEncodeTiled", reinterpret_cast<void**>(&encode_tiled), 12000, cudaEnableDefault, &found));
    if (found != cudaDriverEntryPointSuccess) return false;
    // Neither side is a multiple of the tile; the pitch is one of 16 bytes.
    const int rows = 75, columns = 101, pitch = 104, turned_pitch = 76;
    const auto in = numbers<float>(rows * pitch, 1000, 7);
    std::vector<float> expected(columns * turned_pitch, -7.0f);
    for (int y = 0; y < rows; ++y)
        for (int x = 0; x < columns; ++x) expected[x * turned_pitch + y] = in[y * pitch + x];
    gpu::Buffer<float> from(in), to(std::vector<float>(columns * turned_pitch, -7.0f));
    const CUtensorMap source = matrix_map(from, rows, columns, pitch, CU_TENSOR_MAP_SWIZZLE_128B);
    const CUtensorMap target = matrix_map(to, columns, rows, turned_pitch, CU_TENSOR_MAP_SWIZZLE_NONE);
    transpose_tiles<float><<<dim3(4, 3), 128>>>(source, target);
    finish();
    return same(to.to_host(), expected);
}

// ---- atomics of the rarer types, matrices, a cluster of one block

struct Rare {
    __half2 halves;
    __nv_bfloat162 bfloats;
    float4 floats;
    float2 pair;
    unsigned short shorts[2];
    alignas(16) unsigned long long wide[2];
    __half half;
};

struct alignas(16) Wide {
    unsigned long long low, high;
};

__global__ void update_rare(Rare* r) {
    atomicAdd(&r->halves, __floats2half2_rn(1, 2));
    atomicAdd(&r->bfloats, __floats2bfloat162_rn(0.5f, 1));
    atomicAdd(&r->floats, make_float4(1, 2, 3, 4));
    atomicAdd(&r->pair, make_float2(0.25f, 0.5f));
    atomicAdd(&r->half, __float2half(2));
    unsigned short seen = r->shorts[1], expected;
    do {
        expected = seen;
        seen = atomicCAS(&r->shorts[1], expected, static_cast<unsigned short>(expected + 1));
    } while (seen != expected);
    Wide* const wide = reinterpret_cast<Wide*>(r->wide);
    Wide before = *wide, compare;
    do {
        compare = before;
        before = atomicCAS(wide, compare, Wide{compare.low + 1, compare.high + 2});
    } while (before.low != compare.low || before.high != compare.high);
    cuda::atomic_ref<int, cuda::thread_scope_block> shared_count(*reinterpret_cast<int*>(&r->shorts[0]));
    shared_count.fetch_add(0, cuda::std::memory_order_acq_rel);
}

bool rare_atomics() {
    gpu::Buffer<unsigned char> place(sizeof(Rare));
    place.fill_bytes(0);
    update_rare<<<3, 32>>>(reinterpret_cast<Rare*>(place.data()));
    finish();
    Rare r;
    const std::vector<unsigned char> bytes = place.to_host();
    std::memcpy(static_cast<void*>(&r), bytes.data(), sizeof r);
    const std::vector<float> got{__low2float(r.halves),
                                 __high2float(r.halves),
                                 __low2float(r.bfloats),
                                 r.floats.x,
                                 r.floats.w,
                                 r.pair.x,
                                 r.pair.y,
                                 __half2float(r.half),
                                 float(r.shorts[0]),
                                 float(r.shorts[1]),
                                 float(r.wide[0]),
                                 float(r.wide[1])};
    return same(got, {96, 192, 48, 96, 384, 24, 48, 192, 0, 96, 96, 192});
}

// Transposes a 16-bit 16×16 matrix: four 8×8 ones are loaded transposed and stored in each other's places.
__global__ void transpose_by_matrices(const short* in, short* out) {
    __shared__ alignas(16) short from[16][16], to[16][16];
    for (int k = threadIdx.x; k < 256; k += 32) from[k / 16][k % 16] = in[k];
    __syncwarp();
    const int matrix = threadIdx.x / 8, row = threadIdx.x % 8;
    const int y = matrix / 2 * 8 + row, x = matrix % 2 * 8, turned_y = matrix % 2 * 8 + row,
              turned_x = matrix / 2 * 8;
    unsigned r[4];
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(static_cast<unsigned>(__cvta_generic_to_shared(&from[y][x])))
                 : "memory");
    asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%4], {%0, %1, %2, %3};" ::"r"(r[0]), "r"(r[1]),
                 "r"(r[2]), "r"(r[3]),
                 "r"(static_cast<unsigned>(__cvta_generic_to_shared(&to[turned_y][turned_x])))
                 : "memory");
    __syncwarp();
    for (int k = threadIdx.x; k < 256; k += 32) out[k] = to[k / 16][k % 16];
}

bool matrices() {
    const auto in = numbers<short>(256, 1000, 8);
    std::vector<short> expected(256);
    for (int k = 0; k < 256; ++k) expected[k % 16 * 16 + k / 16] = in[k];
    const gpu::Buffer<short> from(in);
    gpu::Buffer<short> to(256);
    transpose_by_matrices<<<1, 32>>>(from.data(), to.data());
    finish();
    return same(to.to_host(), expected);
}

__global__ void cluster_of_one(int* out) {
    __shared__ int values[64];
    const cg::cluster_group cluster = cg::this_cluster();
    int* const own = cluster.map_shared_rank(values, cluster.block_rank());
    own[threadIdx.x] = threadIdx.x + cluster.num_blocks();
    cluster.sync();
    const int value = values[63 - threadIdx.x];
    out[threadIdx.x] = value;
    cg::invoke_one(cg::coalesced_threads(), [&] { atomicAdd(&out[64], 1); });
}

bool clusters() {
    gpu::Buffer<int> out(65);
    out.fill_bytes(0);
    cluster_of_one<<<1, 64>>>(out.data());
    finish();
    std::vector<int> expected(65, 2);
    for (int t = 0; t < 64; ++t) expected[t] = 64 - t;
    return same(out.to_host(), expected);
}

// ---- what goes wrong; each line that a report has to name is marked

__global__ void reads_too_early(const int* in, int* out) {
    __shared__ alignas(16) int tile[64];
    __shared__ uint64_t barrier;
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&barrier, 1);
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, in, sizeof tile, &barrier);  // copied
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &barrier,
                                       sizeof tile);
    }
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x];  // read
    while (!ptx::mbarrier_try_wait_parity(&barrier, 0)) {
    }
}

__global__ void waits_for_ever(int* out) {
    __shared__ Barrier barrier;
    if (threadIdx.x == 0) init(&barrier, blockDim.x + 1);
    __syncthreads();
    barrier.arrive_and_wait();  // waits
    out[threadIdx.x] = 1;
}

__global__ void overwrites_too_early(int* out) {
    __shared__ alignas(16) int tile[64];
    tile[threadIdx.x] = threadIdx.x;
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out, tile, sizeof tile);  // stored
        ptx::cp_async_bulk_commit_group();
    }
    __syncthreads();
    tile[threadIdx.x] = 0;  // overwritten
}

__global__ void forgets_to_initialise() {
    __shared__ uint64_t barrier;
    ptx::mbarrier_arrive(&barrier);  // arrived
}

__global__ void __cluster_dims__(2, 1, 1) two_blocks(int* out) { out[blockIdx.x] = 1; }

void run_wrong(const std::string& name) {
    gpu::Buffer<int> in(std::vector<int>(64)), out(64);
    if (name == "reads_too_early") reads_too_early<<<1, 64>>>(in.data(), out.data());
    if (name == "waits_for_ever") waits_for_ever<<<1, 64>>>(out.data());
    if (name == "overwrites_too_early") overwrites_too_early<<<1, 64>>>(out.data());
    if (name == "forgets_to_initialise") forgets_to_initialise<<<1, 1>>>();
    if (name == "two_blocks") two_blocks<<<2, 32>>>(out.data());
    std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}

const Computation kAsynchronous[] = {{"barriers", barriers},
                                     {"producers_and_consumers", producers_and_consumers},
                                     {"drops", drops},
                                     {"memcpy_async_of_every_size", memcpy_async_of_every_size},
                                     {"pipelines", pipelines},
                                     {"bulk_copies", bulk_copies},
                                     {"tensor_copies", tensor_copies},
                                     {"rare_atomics", rare_atomics},
                                     {"matrices", matrices},
                                     {"clusters", clusters}};

}  // namespace

int main(int argc, char** argv) {
    if (argc > 1) {
        run_wrong(argv[1]);
        return 0;
    }
    run_all(kAsynchronous);
    return 0;
}
