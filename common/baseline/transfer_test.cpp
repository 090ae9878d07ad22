// The CPU's histograms and scans: both versions of each agree with a definition, at sizes that are not a multiple of
// anything.
#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "common/baseline/histogram.hpp"
#include "common/baseline/scan.hpp"

namespace {

const std::vector<std::size_t> kTransferLengths = {0, 1, 31, 33, 255, 1000, 65536, 65537, 200003};

}  // namespace

TEST_CASE("every byte is counted once, under its value") {
    for (const auto histogram : {baseline::histogram_serial, baseline::histogram_openmp}) {
        for (const std::size_t n : kTransferLengths) {
            CAPTURE(n);
            std::vector<std::uint8_t> in(n);
            for (std::size_t i = 0; i < n; ++i) in[i] = static_cast<std::uint8_t>(i * i % 251);
            std::vector<std::int64_t> counts(257, -7);
            histogram(counts.data(), in.data(), n);
            std::size_t wrong = 0;
            for (int value = 0; value < 256; ++value)
                wrong += counts[value] != std::count(in.begin(), in.end(), value);
            CHECK(wrong == 0);
            CHECK(counts[256] == -7);
        }
    }
}

TEST_CASE("every element of a scan is the sum of all up to it, and wraps around") {
    for (const auto scan : {baseline::scan_serial, baseline::scan_openmp}) {
        for (const std::size_t n : kTransferLengths) {
            CAPTURE(n);
            std::vector<std::int32_t> in(n);
            for (std::size_t i = 0; i < n; ++i) in[i] = static_cast<std::int32_t>(i * 2654435761u);
            std::vector<std::int32_t> out(n + 1, -7);
            scan(out.data(), in.data(), n);
            std::size_t wrong = 0;
            std::uint32_t sum = 0;
            for (std::size_t i = 0; i < n; ++i) {
                sum += static_cast<std::uint32_t>(in[i]);
                wrong += out[i] != static_cast<std::int32_t>(sum);
            }
            CHECK(wrong == 0);
            CHECK(out[n] == -7);
            scan(in.data(), in.data(), n);  // in place
            CHECK(std::equal(in.begin(), in.end(), out.begin()));
        }
    }
}
