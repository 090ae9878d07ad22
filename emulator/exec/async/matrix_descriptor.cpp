// See matrix_descriptor.hpp.
#include "emulator/exec/async/matrix_descriptor.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace simt::exec {

namespace {

constexpr u32 kRowsOfAtom = 8, kLine = 128;
constexpr u32 kHalvesPerPiece = 8,
              kDepth = 16;  // of a transposed matrix: its elements have 16 bits, and k is 16
constexpr u64 kKnownBits = 0xc00e'3fff'3fff'3fff;

u32 decoded(u64 bits) { return static_cast<u32>(bits & 0x3fff) << 4; }

}  // namespace

MatrixDescriptor::MatrixDescriptor(u64 bits)
    : start(decoded(bits)),
      leading(decoded(bits >> 16)),
      stride(decoded(bits >> 32)),
      base_offset(static_cast<u32>(bits >> 49 & 7)),
      unknown(bits & ~kKnownBits) {
    constexpr u32 kRows[] = {1, 8, 4, 2};  // by swizzle mode: none, 128, 64, 32 bytes
    row = kRows[bits >> 62];
}

std::string MatrixDescriptor::complaint(bool transposed, u32 count) const {
    if (unknown != 0)
        return fmt::format(
            "sets bits that mean nothing ({:#x}): encode an address or offset x as "
            "(x & 0x3ffff) >> 4, where the address is one in shared memory "
            "(__cvta_generic_to_shared)",
            unknown);
    if (row == 1)
        return base_offset == 0
                   ? ""
                   : fmt::format("has the base offset {} without a swizzle mode: it must be 0", base_offset);
    // Without a base offset the swizzle follows the bits of the address, wherever the tile begins, as that of tensor copies does.
    const u32 row_bytes = row * kMatrixPiece, pattern = row * kLine, into = start % row_bytes;
    if (base_offset != 0 && (start - base_offset * kLine) % pattern >= row_bytes)
        return fmt::format(
            "begins at byte {} of shared memory, where its base offset {} is not that of a swizzle "
            "pattern of {} bytes: it has to be (start >> 7) & 7, or 0 for a tile of tensor copies",
            start, base_offset, pattern);
    const u32 needed = transposed ? std::min(count * 2, row_bytes) : 2 * kMatrixPiece;
    if (into + needed > row_bytes)
        return fmt::format(
            "begins {} bytes into a row of the {}-byte swizzle and needs {} bytes of the row: "
            "go on to the next tile there",
            into, row_bytes, needed);
    return "";
}

std::vector<u32> MatrixDescriptor::pieces(bool transposed, u32 count) const {
    std::vector<u32> offsets;
    const auto add = [&](u32 distance) {
        const u32 plain = start + distance;
        const u32 line = (plain / kLine - base_offset) & (row - 1);
        offsets.push_back(plain ^ line * kMatrixPiece);
    };
    const u32 row_bytes = row * kMatrixPiece;
    if (!transposed) {
        for (u32 i = 0; i < count; ++i)
            for (u32 piece = 0; piece < 2; ++piece)
                add(i % kRowsOfAtom * row_bytes + i / kRowsOfAtom * stride +
                    piece * (row == 1 ? leading : kMatrixPiece));
        return offsets;
    }
    // Without a swizzle the two distances have each other's names.
    const u32 along = row == 1 ? stride : leading, deep = row == 1 ? leading : stride;
    for (u32 k = 0; k < kDepth; ++k)
        for (u32 piece = 0; piece < count / kHalvesPerPiece; ++piece)
            add(k % kRowsOfAtom * row_bytes + k / kRowsOfAtom * deep + piece % row * kMatrixPiece +
                piece / row * along);
    return offsets;
}

}  // namespace simt::exec
