#include "emulator/test/random/program.hpp"

namespace simt::random_ptx {
namespace {

std::string fnv(const u8* bytes, u64 count) {
    u64 hash = 0xcbf29ce484222325u;
    for (u64 k = 0; k < count; ++k) hash = (hash ^ bytes[k]) * 0x100000001b3u;
    std::string text(16, '0');
    for (std::size_t digit = 0; digit < 16; ++digit)
        text[15 - digit] = "0123456789abcdef"[hash >> (4 * digit) & 15];
    return text;
}

}  // namespace

std::string digests(const Program& program, const std::vector<u8>& output, const std::vector<u8>& cells) {
    const u64 block_bytes = u64{program.threads} * kThreadBytes, block_cells = u64{kCells} * 8;
    std::string text;
    for (u32 block = 0; block < program.blocks; ++block)
        text += fnv(output.data() + block * block_bytes, block_bytes) +
                fnv(cells.data() + block * block_cells, block_cells) + " ";
    return text + fnv(cells.data() + program.blocks * block_cells, block_cells);
}

}  // namespace simt::random_ptx
