// The CPU's copy: every byte, on one core and in parts, and nothing past the end.
#include "common/baseline/copy.hpp"

#include <doctest/doctest.h>
#include <omp.h>

#include <cstdint>
#include <vector>

TEST_CASE("the copy reaches every byte, with a team of any size, and none behind the last") {
    constexpr std::size_t kAlone = 256 << 10;  // what one core copies
    const int most = omp_get_max_threads();
    for (const int threads : {1, 3, 67})
        for (const std::size_t bytes :
             {std::size_t{0}, std::size_t{1}, kAlone, kAlone + 1, std::size_t{2'000'003}}) {
            CAPTURE(threads);
            CAPTURE(bytes);
            omp_set_num_threads(threads);
            std::vector<std::uint8_t> in(bytes + 1, 9);
            for (std::size_t i = 0; i < bytes; ++i) in[i] = static_cast<std::uint8_t>(i % 251);
            std::vector<std::uint8_t> out(bytes + 1, 99);
            baseline::copy_bytes(out.data(), in.data(), bytes);
            CHECK(out.back() == 99);
            out.back() = 9;
            CHECK(out == in);
        }
    omp_set_num_threads(most);
}
