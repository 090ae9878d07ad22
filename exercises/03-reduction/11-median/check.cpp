// Exercise 03.11: the median of bytes, by a histogram whose counters are in shared memory.
#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

#include "exercises/03-reduction/trial.hpp"

void median(std::uint8_t* out, const std::uint8_t* in, std::size_t n, unsigned* counts);

namespace {

constexpr double kBlocks = 32, kPack = 16;

// A wrong median does not show whether bytes were missed or counted twice; the sum of the counters does.
void tell_counted(const std::string& subject, std::size_t n, const std::vector<unsigned>& counts) {
    const std::size_t counted = std::accumulate(counts.begin(), counts.end(), std::size_t{0});
    if (counted != n) grading::fail(subject + ": the counters add up to " + std::to_string(counted) + ".");
}

grading::Run run(const std::string& subject, const std::vector<std::uint8_t>& in) {
    if (!grading::device_usable()) return {};
    std::vector<std::uint8_t> sorted(in);
    std::sort(sorted.begin(), sorted.end());
    const std::vector<std::uint8_t> expected{sorted[(sorted.size() + 1) / 2 - 1]};
    const gpu::Buffer<std::uint8_t> device(in);
    gpu::Buffer<unsigned> counts(256);
    counts.fill_bytes(testing::kPoisonByte);
    simt::annotate(device.data(), in.size(), "in");
    simt::annotate(counts.data(), counts.size(), "counts");
    const grading::Run run = trial::run(subject, expected, {}, [&](std::uint8_t* out) {
        median(out, device.data(), in.size(), counts.data());
    });
    if (!run.ok && grading::device_usable()) tell_counted(subject, in.size(), counts.to_host());
    return run;
}

// Random bytes, the lower values more often.
std::vector<std::uint8_t> bytes(std::size_t n) {
    std::vector<std::int32_t> numbers(n);
    grading::fill_random(numbers.data(), n, n, 0, 255);
    std::vector<std::uint8_t> result(n);
    for (std::size_t i = 0; i < n; ++i) result[i] = static_cast<std::uint8_t>(numbers[i] * numbers[i] / 255);
    return result;
}

grading::Run run(std::size_t n) { return run(trial::counted(n, "byte"), bytes(n)); }

}  // namespace

TEST_CASE("the median") {
    for (const std::size_t n : {4096, 1, 2, 15, 16, 17, 1003, 100'003})
        if (!run(n).ok) return;
    grading::Draw draw("sizes");
    for (int k = 0; k < 4; ++k)
        if (!run(draw.size(50'000, 16)).ok) return;
}

TEST_CASE("bytes that are all equal") {
    static_cast<void>(run("1000 bytes of 0", std::vector<std::uint8_t>(1000, 0)).ok &&
                      run("1000 bytes of 255", std::vector<std::uint8_t>(1000, 255)).ok);
}

TEST_CASE("blocks count in shared memory, and load 16 bytes at a time") {
    if (!grading::counted_here()) return;
    grading::for_sizes(
        {std::size_t{1} << 18, 512 * grading::Draw("counted").number(300, 500)}, [](std::size_t n) {
            const grading::Run counted = run(n);
            if (!counted.ok) return;
            const double bytes = static_cast<double>(n);
            const double last = 256;  // loads and atomics of the second kernel, and of the blocks' counters
            grading::at_most(counted, "global_load_requests", bytes / kPack / trial::kWarp + last,
                             "a request of a warp can load 512 bytes.");
            grading::at_least(counted, "global_load_sectors", trial::sectors(n, 1),
                              "the kernel loads every byte.");
            grading::at_least(counted, "shared_store_wavefronts", kBlocks * 256 / trial::kWarp,
                              "each block clears 256 counters of its own in shared memory.");
            grading::at_most(counted, "atomics", bytes / trial::kWarp + kBlocks * 256 / trial::kWarp,
                             "one for each byte, 32 at a time, and one for each counter of a block.");
            grading::at_most(counted, "global_atomic_requests", kBlocks * 256 / trial::kWarp,
                             "blocks count in shared memory, and add their 256 counters up at the end.");
        });
}
