// Exercise 03.5: sums of segments of any length, with coalesced loads.
#include <doctest/doctest.h>

#include "exercises/03-reduction/trial.hpp"

void segment_sums(int* sums, const int* in, const unsigned* begins, unsigned segments);

namespace {

grading::Run run(const std::vector<unsigned>& lengths) {
    if (!grading::device_usable()) return {};
    std::vector<unsigned> begins{0};
    for (const unsigned length : lengths) begins.push_back(begins.back() + length);
    const std::vector<int> in = trial::whole_numbers<int>(begins.back());
    std::vector<int> expected(lengths.size(), 0);
    for (std::size_t s = 0; s < lengths.size(); ++s) {
        for (unsigned i = begins[s]; i < begins[s + 1]; ++i) expected[s] += in[i];
    }
    const gpu::Buffer<int> device(in);
    const gpu::Buffer<unsigned> device_begins(begins);
    const auto segments = static_cast<unsigned>(lengths.size());
    return trial::run(std::to_string(segments) + (segments == 1 ? " segment" : " segments"), expected, {},
                      [&](int* sums) { segment_sums(sums, device.data(), device_begins.data(), segments); });
}

constexpr unsigned kSegments = 64, kLength = 512;  // of the counted run

}  // namespace

TEST_CASE("every segment's sum is right") {
    const std::vector<unsigned> odd = {1, 31, 0, 33, 32, 0, 1000, 64, 2, 65, 0, 5};
    std::vector<unsigned> many;
    for (unsigned k = 0; k < 500; ++k) many.push_back(k * k % 97);
    for (const auto& lengths : {odd, std::vector<unsigned>{7}, std::vector<unsigned>{2, 0, 0}, many}) {
        if (!run(lengths).ok) return;
    }
}

TEST_CASE("loads are coalesced") {
    if (!grading::counted_here()) return;
    const grading::Run counted = run(std::vector<unsigned>(kSegments, kLength));
    grading::at_most(counted, "global_load_sectors",
                     trial::sectors(kSegments * kLength, sizeof(int)) + (kLength / 32 + 2) * kSegments,
                     "every sector of the array once, and a few more where segments begin and end.");
    grading::at_most(counted, "atomics", kSegments,
                     "lanes add up their partial sums in registers; one of them stores, once a segment.");
}

TEST_CASE("each segment has a warp") {
    if (!grading::counted_here()) return;
    grading::at_most(run(std::vector<unsigned>(kSegments, kLength)), "longest_warp", 800,
                     "a warp adds 512 elements, 16 for each lane, and its lanes' sums.");
}
