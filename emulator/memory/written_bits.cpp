// See written_bits.hpp.
#include "emulator/memory/written_bits.hpp"

#include <algorithm>
#include <bit>
#include <vector>

namespace simt::memory {
namespace {

// `count` bits (1 … 8) from bit `first` on. Reads the second byte only if a wanted bit lies in it: it may not exist.
u8 bits_at(const u8* bits, u64 first, u64 count) {
    const u64 shift = first % 8;
    u32 value = bits[first / 8];
    if (shift + count > 8) value |= static_cast<u32>(bits[first / 8 + 1]) << 8;
    return static_cast<u8>(value >> shift & ((1u << count) - 1));
}

void put_bits(u8* bits, u64 first, u64 count, u8 value) {
    const u64 shift = first % 8;
    const u32 mask = ((1u << count) - 1) << shift;
    const u32 shifted = static_cast<u32>(value) << shift;
    u8* const place = bits + first / 8;
    place[0] = static_cast<u8>((place[0] & ~mask) | shifted);
    if (shift + count > 8) place[1] = static_cast<u8>((place[1] & ~(mask >> 8)) | shifted >> 8);
}

}  // namespace

Unwritten unwritten(const Allocation& allocation, u64 address, u64 size) {
    Unwritten result;
    if (allocation.written == nullptr) return result;
    const u64 begin = address - allocation.address;
    const u64 end = begin + size;
    const auto note = [&](u64 place, u64 missing, u64 padding) {
        if (missing == 0) return;
        result.padding += static_cast<u64>(std::popcount(missing & padding));
        missing &= ~padding;
        if (missing == 0) return;
        if (result.bytes == 0)
            result.first = allocation.address + place + static_cast<u64>(std::countr_zero(missing));
        result.bytes += static_cast<u64>(std::popcount(missing));
    };
    for (u64 place = begin; place < end;) {
        if (place % 8 == 0 && end - place >= 64) {
            u64 word;
            std::memcpy(&word, allocation.written + place / 8, sizeof(word));
            u64 padding = 0;
            if (allocation.padding != nullptr)
                std::memcpy(&padding, allocation.padding + place / 8, sizeof padding);
            note(place, ~word, padding);
            place += 64;
        } else {
            const u64 count = std::min(8 - place % 8, end - place);
            note(place, bits_at(allocation.written, place, count) ^ ((u64{1} << count) - 1),
                 allocation.padding == nullptr ? 0 : bits_at(allocation.padding, place, count));
            place += count;
        }
    }
    return result;
}

void copy_written(const Allocation& from, u64 source, const Allocation& to, u64 destination, u64 size) {
    const u64 first = source - from.address, target = destination - to.address;
    std::vector<u8> taken((size + 7) / 8);  // taken before any is set: the ranges may overlap
    for (u64 k = 0; k < size; k += 8)
        taken[k / 8] = bits_at(from.written, first + k, std::min<u64>(8, size - k));
    for (u64 k = 0; k < size; k += 8)
        put_bits(to.written, target + k, std::min<u64>(8, size - k), taken[k / 8]);
}

void copy_padding(AddressSpace& space, const Allocation& from, u64 source, u64 destination, u64 size) {
    const u64 first = source - from.address;
    for (u64 k = 0; from.padding != nullptr && k < size; k += 8) {
        const u64 count = std::min<u64>(8, size - k);
        const u32 bits =
            bits_at(from.padding, first + k, count) & ~u32{bits_at(from.written, first + k, count)};
        if (bits != 0) space.leave_unwritten(destination + k, bits);
    }
}

}  // namespace simt::memory
