// New base: another layout of the lengths, so half of rung 9's loop reads from other addresses, blocks that share tiles, and thin tiles.
//
// In strips: what rung 9 does beside additions and minima, and what it leaves idle at the end. d and t lie in strips as wide as a tile, so a
// slab is one piece of memory, at distances that the compiler knows. A slab has 32 values of k, not 16, so half as many are waited for. The
// sums of four elements stand before their minima: the compiler then takes registers from both banks more evenly. Four blocks share each of
// the last tiles, as many as half of the multiprocessors hold, so that all end at nearly the same time. A second kernel computes the border
// of r in thin tiles of 16 × 64, where tiles of 64 × 64 would be partly padding. Compare with 9_divided_k.cu.
//
// Predicted: at 8192 at least a fiftieth faster, at 2000 at least a twentieth, at 1000 no slower.
#include <cuda_pipeline.h>

#include <cstddef>

#include "common/cuda/all_inside.cuh"
#include "common/cuda/annotate.hpp"
#include "common/cuda/check.hpp"
#include "common/cuda/dependent_launch.cuh"
#include "common/cuda/device.hpp"
#include "common/cuda/dpx.cuh"
#include "common/cuda/pad.cuh"
#include "common/cuda/pieces.cuh"
#include "common/cuda/tile_grid.cuh"

namespace in_strips {

constexpr int kVector = 4;           // floats in a float4
constexpr int kTile = 64;            // elements on a side of the block's tile, and columns of a strip
constexpr int kRows = 8, kCols = 8;  // elements that a lane has, in pieces of 4 × 4
constexpr int kTogether = 4;         // of a column, whose sums come before their minima
constexpr int kLanesDown = 4, kLanesAcross = 8;  // a warp's lanes
constexpr int kRowStep = kLanesDown * kVector;   // from a lane's one piece to its next
constexpr int kColStep = kLanesAcross * kVector;
constexpr int kWarpRows = kLanesDown * kRows;  // 32, and all 64 columns: two warps have the tile
constexpr int kDepth = 32;                     // ks in a slab
constexpr int kUnrolled = 16;                  // ks whose instructions stand one after the other
constexpr int kSlab = kDepth * kTile;          // its lengths
constexpr int kHalf = kUnrolled * kTile;       // and those of its half
constexpr int kGroupThreads = 32 * (kTile / kWarpRows);
constexpr int kGroups = 2;    // that share the tile, and divide k
constexpr int kResident = 3;  // blocks that a multiprocessor is to hold at once
constexpr int kParts = 4;     // blocks that share one of the last tiles

// A thin tile, at the border of r: all four warps of a block have it, and divide k.
constexpr int kThin = 16;         // its rows; it is as wide as a tile
constexpr int kThinRows = 4;      // of a lane, which has as many columns as in a tile
constexpr int kThinWarps = 4;     // of its block
constexpr int kThinResident = 5;  // so few registers that two blocks fit where one of a tile does
static_assert(kLanesAcross * kCols == kTile, "a warp is as wide as the tile");
static_assert(kSlab % (kVector * kGroupThreads) == 0, "all threads copy alike");
static_assert(kSlab == 2 * kHalf, "a slab is used whole or half");
static_assert(kLanesDown * kThinRows == kThin, "a warp is as high as a thin tile");

// A group's shared memory: two slabs, one in use and one in flight.
struct Slabs {
    float to_k[2][kSlab];
    float from_k[2][kSlab];
};
constexpr int kShared = kGroups * sizeof(Slabs);
static_assert(kShared >= static_cast<int>(sizeof(float)) * kRows * kCols * kGroupThreads, "minima fit there");

// A warp's shared memory for a thin tile.
struct ThinSlabs {
    float to_k[2][kUnrolled * kThin];
    float from_k[2][kHalf];
};
static_assert(sizeof(ThinSlabs::from_k) >= sizeof(float) * kThin * kTile, "a warp's minima fit there");

// The tiles of r, `across` × `across` of them row by row, and which blocks compute them: one block each, but kParts blocks for each from
// number `whole` on. Below them are `thin` rows of thin tiles, and to the right of them as many columns.
struct Tiles {
    unsigned strips;  // of d, and as many of its transpose: they cover n
    unsigned across, count, whole, thin;
};

// Tiles of one block each, which cover r.
static Tiles whole_tiles(std::size_t n) {
    const auto strips = static_cast<unsigned>((n + kTile - 1) / kTile);
    return {strips, strips, strips * strips, strips * strips, 0};
}

// Tiles are shared, and some are thin, only if there are more of them than the multiprocessors hold at once. As many are shared as half of
// the multiprocessors hold. Up to three rows of thin tiles have fewer elements than a row of tiles.
static Tiles tiles_for(std::size_t n, std::size_t multiprocessors) {
    Tiles tiles = whole_tiles(n);
    const auto round = static_cast<unsigned>(multiprocessors * kResident);
    if (tiles.count <= round) return tiles;
    // region: thin
    const auto left = static_cast<unsigned>(n % kTile);
    if (left > 0 && left <= kTile - kThin) {
        tiles.thin = (left + kThin - 1) / kThin;
        --tiles.across;
    }
    // end region
    tiles.count = tiles.across * tiles.across;
    tiles.whole = tiles.count > round ? tiles.count - round / 2 : tiles.count;
    return tiles;
}

// The length of a strip in floats.
static __device__ std::size_t strip_length(Tiles tiles) { return std::size_t{tiles.strips} * kTile * kTile; }

// The smallest of three lengths. kNotNegative: by their bits, with infinity above all numbers and NaN above infinity.
template <bool kNotNegative>
__device__ float smallest(float best, float first, float second) {
    if constexpr (kNotNegative)
        return __int_as_float(
            __vimin3_s32(__float_as_int(first), __float_as_int(second), __float_as_int(best)));
    return fminf(fminf(best, first), second);
}

// How many rows or columns a lane's element e is from its first one.
__device__ constexpr int from_first(int e, int step) { return e / kVector * step + e % kVector; }

// The first row and the first column of a lane in its warp's tile. 4 × 8 lanes: n and n ^ 1 have the same row, n and n ^ 2 the same column.
static __device__ int lane_row(int lane) { return ((lane >> 1 & 1) | (lane >> 2 & 2)) * kVector; }
static __device__ int lane_col(int lane) {
    return ((lane & 1) | (lane >> 1 & 2) | (lane >> 2 & 4)) * kVector;
}

// Waits for the group's threads only. __syncthreads() is barrier 0, and waits for the whole block.
static __device__ void group_barrier(int group) {
    asm volatile("bar.sync %0, %1;" ::"r"(group + 1), "n"(kGroupThreads) : "memory");
}

// Two relaxations for each of a lane's elements. to0 and to1: d[i][k] and d[i][k + 1] of its rows, from0 and from1: d[k][j] and d[k + 1][j]
// of its columns.
template <bool kNotNegative, int kRows>
__device__ void relax(float (&best)[kRows][kCols], const float (&to0)[kRows], const float (&to1)[kRows],
                      const float (&from0)[kCols], const float (&from1)[kCols]) {
    // region: order
#pragma unroll
    for (int b = 0; b < kCols; ++b) {
#pragma unroll
        for (int step = 0; step < kRows; step += kTogether) {
            const int a = b % 2 == 0 ? step : kRows - kTogether - step;  // down one column and up the next
            float first[kTogether], second[kTogether];
#pragma unroll
            for (int e = 0; e < kTogether; ++e) first[e] = to0[a + e] + from0[b];
#pragma unroll
            for (int e = 0; e < kTogether; ++e) second[e] = to1[a + e] + from1[b];
#pragma unroll
            for (int e = 0; e < kTogether; ++e)
                best[a + e][b] = smallest<kNotNegative>(best[a + e][b], first[e], second[e]);
        }
    }
    // end region
}

// Relaxations with kUnrolled values of k. to: d[i][k] of the lane's first row, kToRows rows for each k; from: d[k][j] of its first column.
template <bool kNotNegative, int kToRows, int kRows>
__device__ void relax_unrolled(float (&best)[kRows][kCols], const float* to, const float* from) {
#pragma unroll
    for (int k = 0; k < kUnrolled; k += 2) {
        alignas(16) float to0[kRows], to1[kRows], from0[kCols], from1[kCols];
        gpu::read_pieces<kRowStep>(to0, to + k * kToRows);
        gpu::read_pieces<kRowStep>(to1, to + (k + 1) * kToRows);
        gpu::read_pieces<kColStep>(from0, from + k * kTile);
        gpu::read_pieces<kColStep>(from1, from + (k + 1) * kTile);
        relax<kNotNegative>(best, to0, to1, from0, from1);
    }
}

// A thread leaves its minima to another one that has the same elements: pieces of four, one for each of kThreads threads in turn, from
// `minima` on.
template <int kThreads, int kRows>
__device__ void leave(float* minima, const float (&best)[kRows][kCols]) {
#pragma unroll
    for (int piece = 0; piece < kRows * kCols / kVector; ++piece)
        *reinterpret_cast<float4*>(minima + piece * kThreads * kVector) =
            *reinterpret_cast<const float4*>(&best[0][0] + piece * kVector);
}

// The other one takes them.
template <int kThreads, int kRows>
__device__ void take(float (&best)[kRows][kCols], const float* minima) {
    alignas(16) float others[kRows * kCols];
    gpu::read_pieces<kThreads * kVector>(others, minima);
    for (int a = 0; a < kRows; ++a)
        for (int b = 0; b < kCols; ++b) best[a][b] = fminf(best[a][b], others[a * kCols + b]);
}

// Stores what is inside r. i and j: row and column of the lane's first element.
template <int kRows>
__device__ void store(float* r, std::size_t n, std::size_t i, std::size_t j,
                      const float (&best)[kRows][kCols]) {
    const bool aligned = gpu::rows_aligned(r, n);
    for (int a = 0; a < kRows; ++a) {
        for (int b = 0; b < kCols; b += kVector) {
            const float* const piece = &best[a][b];
            gpu::store_piece(r, n, i + from_first(a, kRowStep), j + from_first(b, kColStep),
                             make_float4(piece[0], piece[1], piece[2], piece[3]), aligned);
        }
    }
}

// Does nothing if *answer says that the other form is right. Each kernel begins while the last blocks of the one before it still work,
// so that a launch costs little; but it waits for that kernel's end before it reads what it wrote. Where the border is computed, it waits
// for border_kernel only at its own end: it reads nothing of it, and prepare_kernel has ended before border_kernel lets these blocks come.
// What that one wrote is read past the first-level cache, by asynchronous copies of 16 bytes, __ldcg and atomics. If it returns at once, it
// need not wait: border_kernel then writes nothing, either.
// If lengths may be negative, all tiles are whole, and there are no thin ones.
template <bool kNotNegative>
static __global__ void __launch_bounds__(kGroups* kGroupThreads, kResident)
    shortcuts_kernel(float* r, const float* d_and_t, std::size_t n, Tiles tiles, const unsigned* answer) {
    if (tiles.thin == 0) gpu::wait_for_kernel_before();
    if (kNotNegative) gpu::let_next_kernel_come();
    if (__ldcg(answer) != (kNotNegative ? gpu::kAllInside : gpu::kSomeOutside)) return;
    extern __shared__ __align__(16) float shared[];
    // region: parts
    // This block's tile, and the ks of which it finds the shortest way.
    unsigned tile = blockIdx.x;
    std::size_t begin = 0;
    std::size_t end = n;
    const bool alone = tile < tiles.whole;
    if (!alone) {
        const unsigned part = (blockIdx.x - tiles.whole) % kParts;
        tile = tiles.whole + (blockIdx.x - tiles.whole) / kParts;
        begin = n * part / kParts;
        end = n * (part + 1) / kParts;
    }
    // end region
    const std::size_t first_i = std::size_t{tile / tiles.across} * kTile;
    const std::size_t first_j = std::size_t{tile % tiles.across} * kTile;
    const int group = threadIdx.x / kGroupThreads;
    const int thread = threadIdx.x % kGroupThreads;
    const int row = thread / 32 * kWarpRows + lane_row(thread % 32);
    const int col = lane_col(thread % 32);
    // region: divide
    // As many ks for each group: from the first k on, and up to the last one. In the middle they overlap, which changes no minimum. Counted
    // in halves of a slab; blocks that share a tile use whole slabs.
    auto halves = static_cast<int>((end - begin + kGroups * kUnrolled - 1) / (kGroups * kUnrolled));
    if (!alone) halves += halves % 2;
    const std::size_t ks = static_cast<std::size_t>(halves) * kUnrolled;
    const std::size_t first_k = group == 0 ? begin : end < ks ? 0 : end - ks;
    // end region
    // region: strips
    const std::size_t strip = strip_length(tiles);
    const std::size_t in_strip = first_k * kTile + thread * kVector;
    const float* next_d = d_and_t + strip * (tile % tiles.across) + in_strip;
    const float* next_t = d_and_t + strip * (tiles.strips + tile / tiles.across) + in_strip;
    // end region
    int copied = group * static_cast<int>(sizeof(Slabs) / sizeof(float)) + thread * kVector;
    int to = group * static_cast<int>(sizeof(Slabs) / sizeof(float)) + row;
    int from = group * static_cast<int>(sizeof(Slabs) / sizeof(float)) + 2 * kSlab + col;
    // Starts this thread's share of copying a slab to one half of shared memory; the next time to the other one.
    const auto start_copies = [&] {
    // region: copies
#pragma unroll
        for (int first = 0; first < kSlab; first += kVector * kGroupThreads) {
            __pipeline_memcpy_async(&shared[copied + first], next_t + first, sizeof(float4));
            __pipeline_memcpy_async(&shared[copied + 2 * kSlab + first], next_d + first, sizeof(float4));
        }
        next_t += kSlab;
        next_d += kSlab;
        // end region
        copied ^= kSlab;
    };

    alignas(16) float best[kRows][kCols];
    for (int a = 0; a < kRows; ++a)
        for (int b = 0; b < kCols; ++b) best[a][b] = HUGE_VALF;
    start_copies();
    __pipeline_commit();
    // The last slab may be used half. All of it is copied: with an odd number of halves n % 64 is 1 … 32, so at least 32 ks of padding lie after n.
    // region: half
    for (int left = halves * kHalf; left > 0; left -= kSlab) {
        __pipeline_wait_prior(0);
        group_barrier(group);  // this slab is complete, and no thread of the group still reads the one before
        if (left > kSlab) start_copies();
        __pipeline_commit();
        const int used = left < kSlab ? left : kSlab;
#pragma unroll 1
        for (int first = 0; first < used; first += kHalf)
            relax_unrolled<kNotNegative, kTile>(best, &shared[to + first], &shared[from + first]);
        to ^= kSlab;
        from ^= kSlab;
    }
    // end region
    if (kNotNegative && tiles.thin > 0) gpu::wait_for_kernel_before();
    __syncthreads();  // no thread still reads a slab
    // A thread of the second group leaves its minima to its twin in the first one.
    float* const minima = shared + thread * kVector;
    if (group == 1) leave<kGroupThreads>(minima, best);
    __syncthreads();
    if (group == 1) return;
    take<kGroupThreads>(best, minima);
    // region: stores
    const std::size_t i = first_i + row;  // of the lane's first element
    const std::size_t j = first_j + col;
    if (!kNotNegative || alone) {
        store(r, n, i, j, best);
    } else {
        for (int a = 0; a < kRows; ++a) {
            for (int b = 0; b < kCols; ++b) {
                const std::size_t at_i = i + from_first(a, kRowStep);
                const std::size_t at_j = j + from_first(b, kColStep);
                if (at_i < n && at_j < n)
                    atomicMin(reinterpret_cast<int*>(r + n * at_i + at_j), __float_as_int(best[a][b]));
            }
        }
    }
    // end region
}

// A thin tile. blockIdx.y says which 16 rows after the tiles it has, or which 16 columns. The first blocks in x compute those below, with 64
// columns each. The others compute those on the right as tiles of the transpose of r: d and t change places.
static __device__ void compute_thin_tile(float* r, const float* d_and_t, std::size_t n, Tiles tiles) {
    __shared__ __align__(16) ThinSlabs slabs[kThinWarps];
    const int warp = threadIdx.x / 32;
    const int lane = threadIdx.x % 32;
    // region: turned
    const bool below = blockIdx.x < tiles.strips;
    const unsigned along = below ? blockIdx.x : blockIdx.x - tiles.strips;
    const float* const d = d_and_t;
    const float* const t = d_and_t + strip_length(tiles) * tiles.strips;
    const float* next_to = (below ? t : d) + strip_length(tiles) * tiles.across + blockIdx.y * kThin;
    const float* next_from = (below ? d : t) + strip_length(tiles) * along;
    // end region
    // As many ks for each warp. The last ones end with the last k, which changes no minimum.
    const int slab_count = static_cast<int>((n + kThinWarps * kUnrolled - 1) / (kThinWarps * kUnrolled));
    const std::size_t ks = static_cast<std::size_t>(slab_count) * kUnrolled;  // less than n
    const std::size_t first_k = ks * warp < n - ks ? ks * warp : n - ks;
    constexpr int kLanesOfRow = kThin / kVector;
    next_to += (first_k + lane / kLanesOfRow) * kTile + lane % kLanesOfRow * kVector;
    next_from += first_k * kTile + lane * kVector;
    const auto start_copies = [&](int half) {
#pragma unroll
        for (int k = 0; k < kUnrolled; k += 32 / kLanesOfRow)
            __pipeline_memcpy_async(&slabs[warp].to_k[half][k * kThin + lane * kVector], next_to + k * kTile,
                                    sizeof(float4));
#pragma unroll
        for (int first = 0; first < kHalf; first += 32 * kVector)
            __pipeline_memcpy_async(&slabs[warp].from_k[half][first + lane * kVector], next_from + first,
                                    sizeof(float4));
        next_to += kHalf;
        next_from += kHalf;
    };

    alignas(16) float best[kThinRows][kCols];
    for (int a = 0; a < kThinRows; ++a)
        for (int b = 0; b < kCols; ++b) best[a][b] = HUGE_VALF;
    start_copies(0);
    __pipeline_commit();
    for (int slab = 0; slab < slab_count; ++slab) {
        __pipeline_wait_prior(0);
        __syncwarp();  // this slab is complete, and no lane still reads the one before
        if (slab + 1 < slab_count) start_copies((slab + 1) % 2);
        __pipeline_commit();
        relax_unrolled<true, kThin>(best, &slabs[warp].to_k[slab % 2][lane_row(lane)],
                                    &slabs[warp].from_k[slab % 2][lane_col(lane)]);
    }
    __syncwarp();
    if (warp > 0) leave<32>(&slabs[warp].from_k[0][lane * kVector], best);
    __syncthreads();
    if (warp > 0) return;
    for (int other = 1; other < kThinWarps; ++other) take<32>(best, &slabs[other].from_k[0][lane * kVector]);

    // The lane's first element: row `thin` and column `wide` below, the other way round on the right.
    const std::size_t thin = std::size_t{tiles.across} * kTile + blockIdx.y * kThin + lane_row(lane);
    const std::size_t wide = std::size_t{along} * kTile + lane_col(lane);
    if (below) {
        store(r, n, thin, wide, best);
    } else {
        const bool aligned = gpu::rows_aligned(r, n);
        for (int b = 0; b < kCols; ++b)
            gpu::store_piece(r, n, wide + from_first(b, kColStep), thin,
                             make_float4(best[0][b], best[1][b], best[2][b], best[3][b]), aligned);
    }
}

// Computes the border, if no length is negative. Its few blocks come first, so that they work beside those of shortcuts_kernel: a thin tile
// takes about as long as a tile, since each of its four warps waits for its own loads and has few instructions to issue meanwhile.
static __global__ void __launch_bounds__(32 * kThinWarps, kThinResident)
    border_kernel(float* r, const float* d_and_t, std::size_t n, Tiles tiles, const unsigned* answer) {
    gpu::wait_for_kernel_before();
    gpu::let_next_kernel_come();
    if (__ldcg(answer) == gpu::kAllInside) compute_thin_tile(r, d_and_t, n, tiles);
}

// Does what rung 9's does, but d and its transpose are laid in strips, and tiles of r that several blocks share become infinite.
static __global__ void prepare_kernel(float* d_and_t, const float* d, float* r, std::size_t n, Tiles tiles,
                                      unsigned* answer) {
    __shared__ float turned[gpu::kPadTile][gpu::kPadTile + 1];
    const std::size_t first_row = gpu::tile_y() * gpu::kPadTile;
    const std::size_t first_col = gpu::tile_x() * gpu::kPadTile;
    const std::size_t strip = strip_length(tiles);
    float* const in_d = d_and_t + first_col / kTile * strip + first_row * kTile + first_col % kTile;
    float* const in_t =
        d_and_t + (tiles.strips + first_row / kTile) * strip + first_col * kTile + first_row % kTile;
    const std::size_t tile_row = first_row / kTile;
    const std::size_t tile_col = first_col / kTile;
    const bool shared = tile_row < tiles.across && tile_col < tiles.across &&
                        tile_row * tiles.across + tile_col >= tiles.whole;
    const unsigned x = threadIdx.x;
    constexpr unsigned kOfAThread = gpu::kPadTile / gpu::kPadRows;
    float length[kOfAThread];  // all of them in flight before the first is stored
#pragma unroll
    for (unsigned e = 0; e < kOfAThread; ++e) {
        const std::size_t i = first_row + threadIdx.y + e * gpu::kPadRows;
        length[e] = i < n && first_col + x < n ? d[n * i + first_col + x] : HUGE_VALF;
    }
    bool all = true;
#pragma unroll
    for (unsigned e = 0; e < kOfAThread; ++e) {
        const unsigned y = threadIdx.y + e * gpu::kPadRows;
        all = all && gpu::NotNegative{}(length[e]);
        in_d[y * kTile + x] = length[e];
        turned[y][x] = length[e];
        if (shared && first_row + y < n && first_col + x < n)
            r[n * (first_row + y) + first_col + x] = HUGE_VALF;
    }
    if (__any_sync(0xffffffff, !all) && x == 0) atomicOr(answer, gpu::kSomeOutside);
    __syncthreads();
#pragma unroll
    for (unsigned y = threadIdx.y; y < gpu::kPadTile; y += gpu::kPadRows) in_t[y * kTile + x] = turned[x][y];
    // Not earlier: the next kernel's blocks would crowd on the multiprocessors that are free first.
    gpu::let_next_kernel_come();
}

std::size_t scratch_bytes(std::size_t n) {
    const std::size_t nn = gpu::padded(n, kTile);
    return 2 * nn * nn * sizeof(float) + 16;  // the strips of d and t, and the answer
}

template <bool kNotNegative>
static void launch(float* r, const float* d_and_t, std::size_t n, Tiles tiles, const unsigned* answer) {
    const auto kernel = shortcuts_kernel<kNotNegative>;
    CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, kShared));
    const dim3 grid(tiles.whole + (tiles.count - tiles.whole) * kParts);
    const dim3 block(kGroups * kGroupThreads);
    gpu::launch_dependent(kernel, grid, block, kShared, r, d_and_t, n, tiles, answer);
}

// shortcuts() for a device with this many multiprocessors.
void shortcuts_for(std::size_t multiprocessors, float* r, const float* d, std::size_t n, void* scratch) {
    if (n == 0) return;
    const std::size_t nn = gpu::padded(n, kTile);
    float* const d_and_t = static_cast<float*>(scratch);
    simt::annotate(d_and_t, nn / kTile * nn, kTile, "d_strips");
    simt::annotate(d_and_t + nn * nn, nn / kTile * nn, kTile, "t_strips");
    unsigned* const answer = reinterpret_cast<unsigned*>(d_and_t + 2 * nn * nn);
    CUDA_CHECK(cudaMemsetAsync(answer, 0, sizeof *answer));
    const Tiles tiles = tiles_for(n, multiprocessors);
    const dim3 prepare_grid = gpu::tile_grid(nn / gpu::kPadTile, nn / gpu::kPadTile);
    const dim3 prepare_block(gpu::kPadTile, gpu::kPadRows);
    prepare_kernel<<<prepare_grid, prepare_block>>>(d_and_t, d, r, n, tiles, answer);
    CUDA_CHECK(cudaGetLastError());
    if (tiles.thin > 0) {
        const dim3 grid(tiles.strips + tiles.across, tiles.thin);
        const dim3 block(32 * kThinWarps);
        gpu::launch_dependent(border_kernel, grid, block, 0, r, d_and_t, n, tiles, answer);
    }
    launch<true>(r, d_and_t, n, tiles, answer);
    launch<false>(r, d_and_t, n, whole_tiles(n), answer);
}

// Arguments as in 4_bank_conflict_free.cu.
void shortcuts(float* r, const float* d, std::size_t n, void* scratch) {
    shortcuts_for(gpu::multiprocessors(), r, d, n, scratch);
}

}  // namespace in_strips
