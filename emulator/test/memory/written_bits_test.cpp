// Counting and copying of written bits against the same done one byte at a time.
#include "emulator/memory/written_bits.hpp"

#include <doctest/doctest.h>

#include <vector>

using namespace simt;
using namespace simt::memory;

namespace {

constexpr u64 kBytes = 301;

bool bit(const Allocation& allocation, u64 k) { return allocation.written[k / 8] >> (k % 8) & 1; }

// Writes an irregular two thirds of the bytes.
void write_some(AddressSpace& space, const Allocation& allocation, u32 seed) {
    for (u64 k = 0; k < allocation.size; ++k) {
        seed = seed * 1664525u + 1013904223u;
        if (seed >> 24 < 170) space.mark_written(allocation.address + k, 1);
    }
}

}  // namespace

TEST_CASE("the unwritten bytes of any range are counted, and the first is named") {
    AddressSpace space;
    const Allocation& some = *space.allocate(kBytes, Kind::Device, "some", false);
    write_some(space, some, 1);
    for (const u64 begin : {0u, 1u, 7u, 8u, 31u, 33u, 64u, 127u})
        for (const u64 size : {0u, 1u, 7u, 8u, 9u, 31u, 63u, 64u, 65u, 129u, 174u}) {
            u64 count = 0, first = 0;
            for (u64 k = begin + size; k-- > begin;)
                if (!bit(some, k)) ++count, first = some.address + k;
            const Unwritten found = unwritten(some, some.address + begin, size);
            CAPTURE(begin);
            CAPTURE(size);
            CHECK(found.bytes == count);
            CHECK(found.first == first);
        }
    space.mark_written(some.address, kBytes);
    CHECK(unwritten(some, some.address, kBytes).bytes == 0);
    const Allocation& all = *space.allocate(64, Kind::Pinned, "all", true);
    CHECK(unwritten(all, all.address, 64).bytes == 0);
}

TEST_CASE("a copy takes the bits of its source along, at any offset, over itself too, and no others change") {
    for (const u64 from : {0u, 1u, 8u, 13u, 64u})
        for (const u64 to : {0u, 3u, 8u, 15u, 40u})
            for (const u64 size : {1u, 7u, 8u, 31u, 64u, 100u, 237u})
                for (const bool itself : {false, true}) {
                    AddressSpace space;
                    const Allocation& a = *space.allocate(kBytes, Kind::Device, "a", false);
                    const Allocation& b = itself ? a : *space.allocate(kBytes, Kind::Device, "b", false);
                    write_some(space, a, 1);
                    if (!itself) write_some(space, b, 2);
                    std::vector<bool> expected(kBytes);
                    for (u64 k = 0; k < kBytes; ++k) expected[k] = bit(b, k);
                    for (u64 k = 0; k < size; ++k) expected[to + k] = bit(a, from + k);
                    copy_written(a, a.address + from, b, b.address + to, size);
                    u64 wrong = 0;
                    for (u64 k = 0; k < kBytes; ++k) wrong += bit(b, k) != expected[k];
                    CAPTURE(from);
                    CAPTURE(to);
                    CAPTURE(size);
                    CHECK(wrong == 0);
                }
}

TEST_CASE("padding is unwritten, counted apart, and goes along with a copy") {
    for (const u64 from : {0u, 1u, 8u, 13u})
        for (const u64 size : {1u, 7u, 64u, 100u, 237u}) {
            AddressSpace space;
            const Allocation& a = *space.allocate(kBytes, Kind::Device, "a", false);
            const Allocation& b = *space.allocate(kBytes, Kind::Device, "b", false);
            const u64 to = from / 2 + 3;
            write_some(space, a, 1);
            space.note_padding(a, a.address + 5, 3);
            space.leave_unwritten(a.address + 40, 0x80000021u);  // bytes 40, 45 and 71
            u64 missing = 0, padding = 0;
            for (u64 k = from; k < from + size; ++k) {
                const bool between = (k >= 5 && k < 8) || k == 40 || k == 45 || k == 71;
                (between ? padding : missing) += !bit(a, k);
            }
            const Unwritten found = unwritten(a, a.address + from, size);
            CAPTURE(from);
            CAPTURE(size);
            CHECK(found.bytes == missing);
            CHECK(found.padding == padding);
            copy_written(a, a.address + from, b, b.address + to, size);
            copy_padding(space, a, a.address + from, b.address + to, size);
            CHECK(unwritten(b, b.address + to, size).bytes == missing);
            CHECK(unwritten(b, b.address + to, size).padding == padding);
            space.mark_written(b.address, kBytes);
            CHECK(unwritten(b, b.address, kBytes).padding == 0);
        }
    // Past the end, of memory that counts as written, of none: nothing happens.
    AddressSpace space;
    const Allocation& some = *space.allocate(8, Kind::Device, "some", false);
    const Allocation& all = *space.allocate(8, Kind::Pinned, "all", true);
    space.leave_unwritten(some.address + 6, 0xff);
    space.note_padding(some, some.address + 4, 8);
    space.leave_unwritten(all.address, 1);
    space.note_padding(all, all.address, 1);
    space.leave_unwritten(16, 1);
    CHECK(unwritten(some, some.address, 8).padding == 2);
    CHECK(unwritten(all, all.address, 8).padding == 0);
}
