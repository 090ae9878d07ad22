// Histogram and scan: every rung at awkward lengths, no findings of the checks, and each rung's claim, with the
// defect of the rung before.
#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "chapters/03-reduction/ladder.hpp"
#include "chapters/03-reduction/parts/cub_transfer.hpp"
#include "chapters/03-reduction/test/operators.hpp"
#include "common/baseline/histogram.hpp"
#include "common/baseline/scan.hpp"
#include "common/cuda/buffer.hpp"
#include "common/cuda/counters.hpp"
#include "common/cuda/operators.hpp"
#include "common/ladder/rung.hpp"
#include "common/testing/device.hpp"

namespace {

// Lengths around warps, packs, tiles of 4096 (2048 of 8 bytes), 33 tiles (more than a warp looks back at), and tiles
// of tiles' sums.
const std::vector<std::size_t> kTransferLengths = {0,    1,    2,    31,   32,   33,    1000,  2047,
                                                   2049, 4095, 4096, 4097, 8192, 12289, 139267};

// The number of wrong elements in a version's scan. Both arrays start `offset` elements after the beginning of an
// allocation.
template <class Element, class Operator>
std::size_t wrong_in_scan(const rungs::Rung<Element, Operator>& rung, const std::vector<Element>& in,
                          Operator op, gpu::Buffer<char>& scratch, std::size_t offset = 0,
                          bool in_place = false) {
    const std::size_t n = in.size();
    gpu::Buffer<Element> device_in(n + offset);
    gpu::Buffer<Element> device_out(n + offset);
    device_in.upload(in.data(), n, offset);
    device_out.fill_bytes(0xff);
    Element* const out = (in_place ? device_in : device_out).data() + offset;
    const gpu::LaunchCounters since_here;
    rung.run(out, device_in.data() + offset, n, op, scratch.data());
    std::vector<Element> got(n);
    (in_place ? device_in : device_out).download(got.data(), n, offset);
    std::size_t wrong = since_here.findings();
    Element expected = op.identity();
    for (std::size_t i = 0; i < n; ++i) {
        expected = op(expected, in[i]);
        wrong += got[i] == expected ? 0 : 1;
    }
    return wrong;
}

template <class Element, class Operator>
void check_scans(Operator op) {
    for (const auto& rung : rungs::scans<Element, Operator>()) {
        CAPTURE(rung.name);
        gpu::Buffer<char> scratch(rung.scratch_bytes(kTransferLengths.back()));
        scratch.fill_bytes(0);
        for (const std::size_t n : kTransferLengths) {
            CAPTURE(n);
            std::vector<Element> in(n);
            for (std::size_t i = 0; i < n; ++i)
                in[i] = static_cast<Element>(static_cast<int>(i * 7919 % 1009) - 504);
            CHECK(wrong_in_scan(rung, in, op, scratch) == 0);
        }
    }
}

// The counters of a rung that counts `bytes` equal bytes.
auto counters_of_histogram(const char* name, std::size_t bytes) {
    const gpu::Buffer<std::uint8_t> in(std::vector<std::uint8_t>(bytes, 7));
    gpu::Buffer<std::int64_t> counts(256);
    const rungs::Histogram rung = ladder::named(name, rungs::kHistograms);
    return testing::counters_of([&] { rung.run(counts.data(), in.data(), bytes); });
}

}  // namespace

TEST_CASE("scans of any length: sums of int32, of doubles, and running maxima") {
    check_scans<std::int32_t>(operators::Sum<std::int32_t>{});
    check_scans<double>(operators::Sum<double>{});
    check_scans<float>(operators::Max<float>{});
}

TEST_CASE("scans keep the order of the elements: an operator that is not commutative") {
    check_scans<std::int32_t>(tested::Compose{});
}

TEST_CASE("scans of arrays that start anywhere, and in place") {
    using Sum = operators::Sum<std::int32_t>;
    std::vector<std::int32_t> in(9001);
    for (std::size_t i = 0; i < in.size(); ++i)
        in[i] = static_cast<std::int32_t>(i * 2654435761u);  // sums wrap
    for (const auto& rung : rungs::scans<std::int32_t, Sum>()) {
        CAPTURE(rung.name);
        gpu::Buffer<char> scratch(rung.scratch_bytes(in.size()));
        scratch.fill_bytes(0);
        for (const std::size_t offset : {0, 1, 2, 3}) {
            CHECK(wrong_in_scan(rung, in, Sum{}, scratch, offset) == 0);
            CHECK(wrong_in_scan(rung, in, Sum{}, scratch, offset, true) == 0);
        }
    }
}

TEST_CASE("histograms of any length: random bytes, one byte only, and neighbours") {
    for (const rungs::Histogram& rung : rungs::kHistograms) {
        CAPTURE(rung.name);
        for (const std::size_t n : {0, 1, 31, 33, 255, 257, 1000, 65537, 300007}) {
            for (const int kind : {0, 1, 2}) {
                CAPTURE(n);
                CAPTURE(kind);
                std::vector<std::uint8_t> in(n);
                for (std::size_t i = 0; i < n; ++i)
                    in[i] = static_cast<std::uint8_t>(kind == 0   ? i * i * 2654435761u >> 13
                                                      : kind == 1 ? 255
                                                                  : i);
                std::vector<std::int64_t> expected(256);
                baseline::histogram_serial(expected.data(), in.data(), n);
                const std::size_t offset = n % 4;  // arrays that start anywhere
                gpu::Buffer<std::uint8_t> device(n + offset);
                device.upload(in.data(), n, offset);
                gpu::Buffer<std::int64_t> counts(256);
                counts.fill_bytes(0xff);
                const gpu::LaunchCounters since_here;
                rung.run(counts.data(), device.data() + offset, n);
                CHECK(counts.to_host() == expected);
                CHECK(since_here.findings() == 0);
            }
        }
    }
}

TEST_CASE("the roofs are right too: CUB's histogram and scan") {
    for (const std::size_t n : {1, 31, 1000, 65537, 300007}) {
        CAPTURE(n);
        std::vector<std::uint8_t> bytes(n);
        std::vector<std::int32_t> numbers(n);
        for (std::size_t i = 0; i < n; ++i) {
            bytes[i] = static_cast<std::uint8_t>(i * i * 2654435761u >> 13);
            numbers[i] = static_cast<std::int32_t>(i * 2654435761u);  // sums wrap
        }
        std::vector<std::int64_t> expected_counts(256);
        baseline::histogram_serial(expected_counts.data(), bytes.data(), n);
        gpu::Buffer<std::int64_t> counts(256);
        counts.fill_bytes(0xff);
        gpu::Buffer<char> scratch(cub_transfer::histogram_scratch_bytes(n));
        cub_transfer::histogram(counts.data(), gpu::Buffer<std::uint8_t>(bytes).data(), n, scratch.data());
        CHECK(counts.to_host() == expected_counts);
        gpu::Buffer<std::uint32_t> narrow(2 * expected_counts.size());
        narrow.fill_bytes(0xff);
        cub_transfer::histogram_32(narrow.data(), gpu::Buffer<std::uint8_t>(bytes).data(), n, scratch.data());
        std::vector<std::uint32_t> expected_narrow(expected_counts.begin(), expected_counts.end());
        expected_narrow.resize(narrow.size());
        CHECK(narrow.to_host() == expected_narrow);

        std::vector<std::int32_t> expected_sums(n);
        baseline::scan_serial(expected_sums.data(), numbers.data(), n);
        gpu::Buffer<std::int32_t> sums(n);
        sums.fill_bytes(0xff);
        gpu::Buffer<char> scan_scratch(cub_transfer::scan_scratch_bytes(n));
        cub_transfer::scan(sums.data(), gpu::Buffer<std::int32_t>(numbers).data(), n, scan_scratch.data());
        CHECK(sums.to_host() == expected_sums);
    }
}

TEST_CASE(
    "privatised counters need global atomics for each block, not for each byte; packs a sixteenth of the "
    "loads") {
    if (!testing::counted()) return;
    constexpr std::size_t kBytes = 1 << 22;
    const auto before = counters_of_histogram("atomics", kBytes);
    const auto after = counters_of_histogram("privatised", kBytes);
    CHECK(before.at("atomics") == kBytes / 32);  // requests
    CHECK(before.at("global_load_sectors") == kBytes / 32);
    CHECK(after.at("global_load_sectors") == kBytes / 32);
    // Atomics in shared memory count, too, as many as before: a request for each load.
    const double global = after.at("atomics") - kBytes / 32;
    CHECK(global > 0);
    CHECK(global < before.at("atomics") / 10);
    const auto in_packs = counters_of_histogram("packs", kBytes);
    CHECK(in_packs.at("global_load_requests") == kBytes / 32 / 16);
    CHECK(in_packs.at("global_load_sectors") == kBytes / 32);
    CHECK(in_packs.at("atomics") - kBytes / 32 < global);
    CHECK(before.at("shared_load_requests") == 0);
    CHECK(after.at("shared_load_requests") > 0);
}

TEST_CASE("replicated counters take as many loads and atomics, and 32 banks for 32 lanes") {
    if (!testing::counted()) return;
    constexpr std::size_t kBytes = 1 << 22;
    const auto packs = counters_of_histogram("packs", kBytes);
    const auto copies = counters_of_histogram("replicated", kBytes);
    CHECK(copies.at("global_load_requests") == packs.at("global_load_requests"));
    CHECK(copies.at("global_load_sectors") == packs.at("global_load_sectors"));
    CHECK(copies.at("atomics") <= packs.at("atomics"));
    CHECK(packs.at("static_shared") == 256 * sizeof(unsigned));
    CHECK(copies.at("static_shared") == 32 * packs.at("static_shared"));
    CHECK(copies.at("shared_load_bank_conflicts") + copies.at("shared_store_bank_conflicts") == 0);
}

TEST_CASE(
    "one pass reads and writes the array once, the three phases twice; words need a ticket for an atomic") {
    if (!testing::counted()) return;
    constexpr std::size_t kElements = 1 << 20;
    constexpr double kSectors = kElements * sizeof(std::int32_t) / 32;
    constexpr std::size_t kTile =
        512 * 8 * 4;  // threads, rows, elements of a pack: common/cuda/scan_tile.cuh
    using Sum = operators::Sum<std::int32_t>;
    gpu::Buffer<std::int32_t> in(kElements);
    gpu::Buffer<std::int32_t> out(kElements);
    in.fill_bytes(0);
    const auto of = [&](const char* name) {
        const auto rung = ladder::named(name, rungs::scans<std::int32_t, Sum>());
        gpu::Buffer<char> scratch(rung.scratch_bytes(kElements));
        scratch.fill_bytes(0);
        return testing::counters_of(
            [&] { rung.run(out.data(), in.data(), kElements, Sum{}, scratch.data()); });
    };
    const auto phases = of("three_phases");
    const auto pass = of("single_pass");
    CHECK(phases.at("launches") == 3);
    CHECK(pass.at("launches") == 1);
    CHECK(phases.at("global_load_sectors") > 1.95 * kSectors);
    CHECK(phases.at("global_store_sectors") > 1.95 * kSectors);
    CHECK(pass.at("global_load_sectors") < 1.05 * kSectors);
    CHECK(pass.at("global_store_sectors") < 1.05 * kSectors);
    const auto in_words = of("words");
    CHECK(in_words.at("launches") == 1);
    CHECK(in_words.at("global_load_sectors") < 1.05 * kSectors);
    CHECK(in_words.at("global_store_sectors") < 1.05 * kSectors);
    CHECK(in_words.at("atomics") == kElements / kTile);  // a ticket for each tile
    CHECK(pass.at("atomics") > 3 * in_words.at("atomics"));
    CHECK(pass.at("shared_load_bank_conflicts") + pass.at("shared_store_bank_conflicts") == 0);
}
