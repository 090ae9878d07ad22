// Exercise 05.8: the shortest ways and their stops, where several blocks share a tile.
#include "exercises/05-shortcuts/8-several-blocks-one-stop/stops.hpp"

#include <doctest/doctest.h>

#include "common/grading/seed.hpp"
#include "exercises/05-shortcuts/trial.hpp"

namespace {

grading::Run run(const std::string& subject, const std::vector<float>& d, std::size_t n) {
    if (!grading::device_usable()) return {};
    const std::vector<float> lengths = trial::shortcuts_of(d, n);
    const gpu::Buffer<float> device_d(d);
    gpu::Buffer<float> r(n * n);
    gpu::Buffer<int> via(n * n);
    gpu::Buffer<unsigned long long> scratch(n * n);
    r.fill_bytes(testing::kPoisonByte);
    via.fill_bytes(testing::kPoisonByte);
    scratch.fill_bytes(0);
    simt::annotate(device_d.data(), n, n, "d");
    simt::annotate(r.data(), n, n, "r");
    simt::annotate(via.data(), n, n, "via");
    simt::annotate(scratch.data(), n, n, "scratch");
    grading::Run run =
        grading::run(subject, [&] { stops(r.data(), via.data(), device_d.data(), n, scratch.data()); });
    run.ok = grading::expect_no_copies(run);
    if (!run.ok) return run;
    testing::Rules rules;
    rules.columns = n;
    rules.poisoned = true;
    run.ok =
        grading::expect_right(run, testing::compare(r.to_host(), lengths, rules), "(These are the lengths.)");
    rules.poisoned = false;
    if (run.ok)
        run.ok =
            grading::expect_right(run, testing::compare(via.to_host(), trial::stops_of(d, lengths, n), rules),
                                  "(These are the stops.)");
    return run;
}

grading::Run run(std::size_t n) {
    std::vector<float> d = trial::lengths(n);
    for (float& length : d) length = std::fabs(length);
    return run(trial::vertices(n), d, n);
}

}  // namespace

TEST_CASE("lengths and stops") {
    grading::Draw draw("stops");
    for (const std::size_t n : {std::size_t{16}, std::size_t{1}, std::size_t{2}, std::size_t{33},
                                std::size_t{65}, std::size_t{101}, draw.size(120, kTile)})
        if (!run(n).ok) return;
}

TEST_CASE("equal ways, and no way at all") {
    const std::size_t n = 80;
    std::vector<float> halves(n * n,
                              HUGE_VALF);  // an edge joins two vertices of the same half, and has no length
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j)
            if (i / (n / 2) == j / (n / 2)) halves[i * n + j] = 0;
    static_cast<void>(run("80 vertices, all edges of length 1", std::vector<float>(n * n, 1), n).ok &&
                      run("80 vertices in two parts without a way between them", halves, n).ok &&
                      run("20 vertices without edges", std::vector<float>(20 * 20, HUGE_VALF), 20).ok);
}

TEST_CASE("several blocks share a tile") {
    if (!grading::counted_here()) return;
    grading::for_sizes({std::size_t{256}, 64 * grading::Draw("counted").number(2, 5)}, [](std::size_t n) {
        const double pairs = static_cast<double>(n * n), tiles = static_cast<double>(n) / kTile;
        const grading::Run counted = run(n);
        if (!counted.ok) return;
        const auto launches = counted.last_launch - counted.first_launch + 1;
        if (launches > 3) {
            grading::fail(
                counted.subject + ": " + std::to_string(launches) +
                " launches, 3 at most: blocks of one launch share a tile, those of several only follow "
                "one another.");
            return;
        }
        grading::at_most(counted, "longest_warp", 200 + 3.2 * static_cast<double>(n),
                         "a block has a quarter of the " + std::to_string(n) + " values of k.");
        grading::at_most(counted, "atomics", kParts * pairs,
                         "one for each pair and each of the four blocks.");
        grading::at_most(counted, "global_atomic_sectors", kParts * pairs / 4,
                         "neighbouring lanes update neighbours: four numbers of 8 bytes are a sector.");
        const double matrix = trial::sectors_of(n), scratch = 2 * matrix;
        grading::at_most(counted, "global_load_sectors", 2 * tiles * matrix + scratch,
                         "tiles of 16 x 16 as before, and the numbers in scratch once.");
        grading::at_least(counted, "global_load_sectors", matrix, "the kernel reads d.");
        grading::at_most(counted, "global_store_sectors", 2 * matrix + scratch,
                         "each sector of r, via and scratch once.");
        grading::at_least(counted, "global_store_sectors", 2 * matrix, "the kernel writes r and via.");
    });
}
