// See scan.hpp.
#include "common/baseline/scan.hpp"

#include <algorithm>
#include <vector>

namespace baseline {
namespace {

// Scans n elements after a sum of `before`, and returns the last sum.
std::uint32_t scan_piece(std::int32_t* out, const std::int32_t* in, std::size_t n, std::uint32_t before) {
    for (std::size_t i = 0; i < n; ++i) {
        before += static_cast<std::uint32_t>(in[i]);
        out[i] = static_cast<std::int32_t>(before);
    }
    return before;
}

}  // namespace

void scan_serial(std::int32_t* out, const std::int32_t* in, std::size_t n) { scan_piece(out, in, n, 0); }

void scan_openmp(std::int32_t* out, const std::int32_t* in, std::size_t n) {
    constexpr std::size_t kPiece = 1 << 16;
    const std::size_t pieces = (n + kPiece - 1) / kPiece;
    std::vector<std::uint32_t> before(pieces + 1, 0);  // sums of pieces, then of all pieces before
#pragma omp parallel for
    for (std::size_t piece = 0; piece < pieces; ++piece) {
        const std::size_t end = std::min(n, (piece + 1) * kPiece);
        std::uint32_t sum = 0;
        for (std::size_t i = piece * kPiece; i < end; ++i) sum += static_cast<std::uint32_t>(in[i]);
        before[piece + 1] = sum;
    }
    for (std::size_t piece = 0; piece < pieces; ++piece) before[piece + 1] += before[piece];
#pragma omp parallel for
    for (std::size_t piece = 0; piece < pieces; ++piece) {
        const std::size_t first = piece * kPiece;
        scan_piece(out + first, in + first, std::min(kPiece, n - first), before[piece]);
    }
}

}  // namespace baseline
