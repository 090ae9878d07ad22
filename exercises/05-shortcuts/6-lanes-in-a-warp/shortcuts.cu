// Exercise 05.6: a warp's tile in shared memory, and its 32 lanes one below the other. Predict the cost of three placements,
// and find a better one.
//
// make check EX=05.6 says where you stand.
#include "common/cuda/check.hpp"
#include "exercises/05-shortcuts/6-lanes-in-a-warp/predictions.hpp"

// your work begins
namespace predicted {

// A lane's pieces of 4 × 4 begin in row 4 × lane_row and column 4 × lane_col. Wavefronts of a 16-byte load from `to`, of one from
// `from`, and sectors of a 16-byte store to r.

// 32 × 1 lanes: lane_row(lane) = lane, lane_col(lane) = 0.
const double down_to = -1, down_from = -1, down_store = -1;

// 1 × 32 lanes: lane_row(lane) = 0, lane_col(lane) = lane.
const double across_to = -1, across_from = -1, across_store = -1;

// 4 × 8 lanes, column by column: lane_row(lane) = lane % 4, lane_col(lane) = lane / 4.
const double by_columns_to = -1, by_columns_from = -1, by_columns_store = -1;

}  // namespace predicted

// The lanes of a warp: kLanesDown × kLanesAcross, and where each of them stands.
constexpr unsigned kLanesDown = 32, kLanesAcross = 1;
__device__ unsigned lane_row(unsigned lane) { return lane; }
__device__ unsigned lane_col(unsigned) { return 0; }
// your work ends

static_assert(kLanesDown * kLanesAcross == 32, "a warp has 32 lanes");
constexpr unsigned kSide = 8;    // a lane has 8 × 8 elements of r: four pieces of 4 × 4
constexpr unsigned kPiece = 4;   // floats of a 16-byte access
constexpr unsigned kDepth = 16;  // values of k in shared memory at a time
constexpr unsigned kRows = kSide * kLanesDown, kCols = kSide * kLanesAcross;

// A lane's eight floats of a row in shared memory: two pieces, half of the row apart.
__device__ void read_pieces(float (&floats)[kSide], const float* row, unsigned half) {
    for (unsigned piece = 0; piece < 2; ++piece) {
        const float4 four = *reinterpret_cast<const float4*>(row + piece * half);
        floats[piece * kPiece + 0] = four.x;
        floats[piece * kPiece + 1] = four.y;
        floats[piece * kPiece + 2] = four.z;
        floats[piece * kPiece + 3] = four.w;
    }
}

// A block is one warp, with kRows × kCols elements of r.
static __global__ void shortcuts_kernel(float* r, const float* d, const float* t, std::size_t n) {
    __shared__ alignas(16) float to[kDepth][kRows];
    __shared__ alignas(16) float from[kDepth][kCols];
    const unsigned lane = threadIdx.x;
    const std::size_t first_row = blockIdx.y * std::size_t{kRows};
    const std::size_t first_col = blockIdx.x * std::size_t{kCols};
    const unsigned row = lane_row(lane) * kPiece;
    const unsigned col = lane_col(lane) * kPiece;
    float best[kSide][kSide];
    for (unsigned a = 0; a < kSide; ++a) {
        for (unsigned b = 0; b < kSide; ++b) best[a][b] = HUGE_VALF;
    }
    for (std::size_t first_k = 0; first_k < n; first_k += kDepth) {
        for (unsigned x = lane; x < kDepth * kRows; x += 32)
            to[x / kRows][x % kRows] = t[n * (first_k + x / kRows) + first_row + x % kRows];
        for (unsigned x = lane; x < kDepth * kCols; x += 32)
            from[x / kCols][x % kCols] = d[n * (first_k + x / kCols) + first_col + x % kCols];
        __syncthreads();
        for (unsigned k = 0; k < kDepth; ++k) {
            float to_k[kSide], from_k[kSide];
            read_pieces(to_k, &to[k][row], kRows / 2);
            read_pieces(from_k, &from[k][col], kCols / 2);
            for (unsigned a = 0; a < kSide; ++a) {
                for (unsigned b = 0; b < kSide; ++b) best[a][b] = fminf(best[a][b], to_k[a] + from_k[b]);
            }
        }
        __syncthreads();
    }
    for (unsigned a = 0; a < kSide; ++a) {
        const std::size_t i = first_row + row + a / kPiece * (kRows / 2) + a % kPiece;
        for (unsigned b = 0; b < kSide; b += kPiece) {
            const std::size_t j = first_col + col + b / kPiece * (kCols / 2);
            const float* const four = &best[a][b];
            __stwb(reinterpret_cast<float4*>(r + n * i + j), make_float4(four[0], four[1], four[2], four[3]));
        }
    }
}

// r[i][j] = min over k of d[i][k] + d[k][j], on the device. t is the transpose of d; all are n × n, and n is a multiple of 256.
void shortcuts(float* r, const float* d, const float* t, std::size_t n) {
    const dim3 grid(static_cast<unsigned>(n / kCols), static_cast<unsigned>(n / kRows));
    const dim3 block(kLanesDown * kLanesAcross);
    shortcuts_kernel<<<grid, block>>>(r, d, t, n);
    CUDA_CHECK(cudaGetLastError());
}
