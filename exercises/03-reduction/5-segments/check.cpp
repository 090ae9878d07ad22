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
    simt::annotate(device.data(), in.size(), "in");
    simt::annotate(device_begins.data(), begins.size(), "begins");
    const auto segments = static_cast<unsigned>(lengths.size());
    return trial::run(
        std::to_string(segments) + (segments == 1 ? " segment" : " segments"), expected, {},
        [&](int* sums) { segment_sums(sums, device.data(), device_begins.data(), segments); }, "sums");
}

// Of a counted run: segments of one length, whole warps; the other one is drawn.
struct Counted {
    unsigned segments, length;
};
constexpr Counted kCounted{64, 512};
Counted drawn() {
    grading::Draw draw("counted");
    return {static_cast<unsigned>(draw.number(20, 80)), 32 * static_cast<unsigned>(draw.number(4, 20))};
}

}  // namespace

TEST_CASE("every segment's sum is right") {
    const std::vector<unsigned> odd = {1, 31, 0, 33, 32, 0, 1000, 64, 2, 65, 0, 5};
    std::vector<unsigned> many;
    for (unsigned k = 0; k < 500; ++k) many.push_back(k * k % 97);
    for (const auto& lengths : {odd, std::vector<unsigned>{7}, std::vector<unsigned>{2, 0, 0}, many}) {
        if (!run(lengths).ok) return;
    }
    grading::Draw draw("lengths");
    for (int k = 0; k < 3; ++k) {
        std::vector<unsigned> lengths(draw.size(100));
        for (unsigned& length : lengths) length = static_cast<unsigned>(draw.size(200)) - 1;
        lengths.push_back(1);
        if (!run(lengths).ok) return;
    }
}

TEST_CASE("loads are coalesced") {
    if (!grading::counted_here()) return;
    grading::for_sizes({kCounted, drawn()}, [](const Counted& size) {
        const grading::Run counted = run(std::vector<unsigned>(size.segments, size.length));
        const double sectors = trial::sectors(size.segments * size.length, sizeof(int));
        grading::at_most(counted, "global_load_sectors", sectors + (size.length / 32 + 2) * size.segments,
                         "every sector of the array once, and a few more where segments begin and end.");
        grading::at_most(counted, "atomics", size.segments,
                         "lanes add up their partial sums in registers; one of them stores, once a segment.");
        trial::expect_results_only(counted, sectors, size.segments, "each segment has one sum.");
    });
}

TEST_CASE("each segment has a warp") {
    if (!grading::counted_here()) return;
    grading::for_sizes({kCounted, drawn()}, [](const Counted& size) {
        grading::at_most(run(std::vector<unsigned>(size.segments, size.length)), "longest_warp",
                         288 + size.length,
                         "a warp adds " + std::to_string(size.length) + " elements, " +
                             std::to_string(size.length / 32) + " for each lane, and its lanes' sums.");
    });
}
