// The CPU's copy: every byte, with pieces of any length, and nothing behind the end.
#include "common/baseline/copy.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

TEST_CASE("the copy reaches every byte, with a last piece of any length, and none behind the last") {
    constexpr std::size_t kPiece = 4 << 20;
    for (const std::size_t bytes : {std::size_t{0}, std::size_t{1}, kPiece - 1, kPiece, 2 * kPiece + 3}) {
        CAPTURE(bytes);
        std::vector<std::uint8_t> in(bytes + 1, 9);
        for (std::size_t i = 0; i < bytes; ++i) in[i] = static_cast<std::uint8_t>(i % 251);
        std::vector<std::uint8_t> out(bytes + 1, 99);
        baseline::copy_bytes(out.data(), in.data(), bytes);
        CHECK(out.back() == 99);
        out.back() = 9;
        CHECK(out == in);
    }
}
