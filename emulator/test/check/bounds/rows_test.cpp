// The rows of a copy in two dimensions, before it is compared with an allocation.
#include <doctest/doctest.h>

#include "emulator/check/host_copy.hpp"

using simt::check::Rows;

TEST_CASE("rows reach from their first byte to behind their last") {
    CHECK(Rows{0x1000, 24, 3, 32}.extent() == 88);
    CHECK(Rows{0x1000, 24, 1, 0}.extent() == 24);
}

TEST_CASE("rows that reach around the end of all addresses fit no allocation") {
    constexpr simt::u64 kMost = ~simt::u64{0};
    CHECK(Rows{0x1000, 1, 4, kMost / 2 + 2}.extent() == kMost);
    CHECK(Rows{0x1000, 1, kMost, kMost}.extent() == kMost);
    CHECK(Rows{0x1000, 16, 2, kMost - 8}.extent() == kMost);
}
