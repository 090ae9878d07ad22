// See read.hpp.
#include "common/baseline/read.hpp"

#include <algorithm>
#include <cstring>

namespace baseline {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 12;  // words of 8 bytes

// 32 independent accumulators: several vector registers that do not wait for each other. With a single one the roof
// was lower than the reduction below it.
std::uint64_t mix(const std::uint64_t* words, std::size_t count) {
    constexpr std::size_t kRow = 32;
    std::uint64_t row[kRow] = {};
    const std::size_t whole = count / kRow * kRow;
    for (std::size_t i = 0; i < whole; i += kRow) {
        for (std::size_t k = 0; k < kRow; ++k) row[k] ^= words[i + k];
    }
    for (std::size_t i = whole; i < count; ++i) row[i - whole] ^= words[i];
    std::uint64_t mixed = 0;
    for (const std::uint64_t mixture : row) mixed ^= mixture;
    return mixed;
}

}  // namespace

std::uint64_t read_bytes(const void* in, std::size_t bytes) {
    const auto* const words = static_cast<const std::uint64_t*>(in);
    const std::size_t count = bytes / sizeof(std::uint64_t);
    const std::size_t pieces = (count + kPiece - 1) / kPiece;
    std::uint64_t mixed = 0;
#pragma omp parallel for reduction(^ : mixed)
    for (std::size_t piece = 0; piece < pieces; ++piece) {
        const std::size_t first = piece * kPiece;
        mixed ^= mix(words + first, std::min(kPiece, count - first));
    }
    std::uint64_t rest = 0;
    std::memcpy(&rest, words + count, bytes % sizeof rest);
    return mixed ^ rest;
}

}  // namespace baseline
