// What launches keep of the memory that they touched, against each other: bytes, ranges, who is named.
#include <doctest/doctest.h>

#include "emulator/check/races/footprint.hpp"

using namespace simt;
using namespace simt::exec;
using namespace simt::check;

namespace {

using Touch = Footprint::Access;
constexpr Touch kRead{1, 0, 0, false, false}, kWrite{2, 0, 0, true, false}, kAtomic{3, 0, 0, true, true};

Footprint touching(u64 address, u32 bytes, const Touch& access) {
    Footprint footprint;
    footprint.note(address, bytes, access);
    return footprint;
}

}  // namespace

TEST_CASE("launches that touch one byte meet if one of them writes; reads and atomics may") {
    const Footprint read = touching(1003, 1, kRead), write = touching(1003, 1, kWrite),
                    atomic = touching(1003, 1, kAtomic);
    CHECK(read.meet(read).empty());
    CHECK(atomic.meet(atomic).empty());
    CHECK(read.meet(write).size() == 1);
    CHECK(write.meet(read).size() == 1);
    CHECK(write.meet(write).size() == 1);
    CHECK(write.meet(atomic).size() == 1);
    CHECK(atomic.meet(read).size() == 1);
    CHECK(write.meet(touching(1002, 1, kWrite)).empty());
    CHECK(write.meet(touching(1004, 1, kWrite)).empty());
    CHECK(write.meet(touching(1000, 4, kRead))[0].address == 1003);
}

TEST_CASE("a later store that changes nothing meets nobody") {
    Touch same = kWrite;
    same.same = true;
    const Footprint write = touching(64, 4, kWrite), read = touching(64, 4, kRead);
    CHECK(write.meet(touching(64, 4, same)).empty());
    CHECK(read.meet(touching(64, 4, same)).empty());
    CHECK(touching(64, 4, same).meet(read).size() == 1);
}

TEST_CASE("accesses over the end of a line of 64 bytes are whole") {
    for (const u64 address : {60u, 63u, 64u, 127u, 128u}) {
        CAPTURE(address);
        const Footprint footprint = touching(address, 130, kWrite);
        for (u64 byte = address; byte < address + 130; ++byte)
            CHECK(footprint.meet(touching(byte, 1, kRead)).size() == 1);
        CHECK(footprint.meet(touching(address - 1, 1, kRead)).empty());
        CHECK(footprint.meet(touching(address + 130, 1, kRead)).empty());
    }
}

TEST_CASE("ranges meet lines and ranges, in either order") {
    Footprint copy;
    copy.note_range(100, 1000, kRead);
    copy.note_range(5000, 7, kWrite);
    CHECK(copy.meet(touching(99, 1, kWrite)).empty());
    CHECK(copy.meet(touching(100, 1, kWrite))[0].address == 100);
    CHECK(touching(1099, 1, kWrite).meet(copy)[0].address == 1099);
    CHECK(touching(1100, 1, kWrite).meet(copy).empty());
    CHECK(copy.meet(touching(200, 1, kRead)).empty());
    CHECK(copy.meet(touching(5006, 1, kRead)).size() == 1);
    CHECK(copy.meet(touching(5007, 1, kRead)).empty());
    Footprint other;
    other.note_range(5003, 100, kRead);
    CHECK(other.meet(copy)[0].address == 5003);
    CHECK(other.meet(other).empty());
}

TEST_CASE("the lowest place and the first block are named, however the parts were put together") {
    Footprint first, second, all;
    first.note(512, 4, {7, 40, 9, true, false});
    second.note(256, 4, {7, 33, 5, true, false});
    second.note(512, 4, {7, 1, 4, true, false});
    all.merge(first);
    all.merge(second);
    all.set_shape({3, 4, 1}, {32, 2, 1});
    const auto meetings = all.meet(touching(0, 1024, kRead));
    REQUIRE(meetings.size() == 1);
    CHECK(meetings[0].address == 256);
    CHECK(all.described(meetings[0].earlier).block == Dim3{2, 1, 0});
    CHECK(all.described(meetings[0].earlier).thread == Dim3{1, 1, 0});
    const auto higher = all.meet(touching(512, 4, kRead));
    CHECK(higher[0].earlier.block == 4);
}
