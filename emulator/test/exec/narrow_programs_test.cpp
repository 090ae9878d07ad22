// The program that computes with 16- and 8-bit numbers (programs/narrow_numbers.cu): every case agrees with the host.
#include <doctest/doctest.h>

#include "emulator/test/support/results.hpp"

using namespace simt::testing;

TEST_CASE(
    "half precision, DPX, dot products, video intrinsics and inline PTX compute what the host computes") {
    check_results("narrow_numbers", 5);
}
