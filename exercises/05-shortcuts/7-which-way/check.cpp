// Exercise 05.7: the shortest ways over one stop, and which stop it is.
#include <doctest/doctest.h>

#include "common/grading/allocations.hpp"
#include "exercises/05-shortcuts/trial.hpp"

void ways(float* r, int* via, const float* d, std::size_t n);

namespace {

// The smallest k with d[i][k] + d[k][j] = r[i][j], or -1 if that is infinite.
std::vector<int> stops_of(const std::vector<float>& d, const std::vector<float>& r, std::size_t n) {
    std::vector<int> via(n * n, -1);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j)
            for (std::size_t k = n; k-- > 0;)
                if (std::isfinite(r[i * n + j]) && d[i * n + k] + d[k * n + j] == r[i * n + j])
                    via[i * n + j] = static_cast<int>(k);
    return via;
}

grading::Run run(const std::string& subject, const std::vector<float>& d, std::size_t n) {
    if (!grading::device_usable()) return {};
    const std::vector<float> lengths = trial::shortcuts_of(d, n);
    std::vector<float> r(n * n);
    std::vector<int> via(n * n, -2);
    std::memset(r.data(), testing::kPoisonByte, r.size() * sizeof(float));
    grading::Run run = grading::run(subject, [&] { ways(r.data(), via.data(), d.data(), n); });
    testing::Rules rules;
    rules.columns = n;
    rules.poisoned = true;
    run.ok = grading::expect_right(run, testing::compare(r, lengths, rules), "(These are the lengths.)");
    rules.poisoned = false;
    run.ok = grading::expect_right(run, testing::compare(via, stops_of(d, lengths, n), rules),
                                   "(These are the stops.)");
    return run;
}

grading::Run run(std::size_t n) { return run(trial::vertices(n), trial::lengths(n), n); }

constexpr std::size_t kVertices = 96;

}  // namespace

TEST_CASE("lengths and stops") {
    for (const std::size_t n : {16, 1, 2, 31, 33, 65, 101})
        if (!run(n).ok) return;
}

TEST_CASE("equal ways, and no way at all") {
    static_cast<void>(run("33 vertices, all edges of length 1", std::vector<float>(33 * 33, 1), 33).ok &&
                      run("20 vertices without edges", std::vector<float>(20 * 20, HUGE_VALF), 20).ok);
}

TEST_CASE("blocks share what they load") {
    if (!grading::counted_here()) return;
    const grading::Run counted = run(kVertices);
    const double tiles = kVertices / 16.;
    grading::at_most(counted, "global_load_sectors", 2 * tiles * trial::sectors_of(kVertices),
                     "with tiles of 16 x 16 each element is loaded once for each row or column of blocks.");
    grading::at_least(counted, "global_load_sectors", trial::sectors_of(kVertices), "the kernel reads d.");
    grading::at_most(counted, "global_store_sectors", 2 * trial::sectors_of(kVertices),
                     "each sector of r and via once.");
    grading::at_least(counted, "global_store_sectors", 2 * trial::sectors_of(kVertices),
                      "the kernel writes r and via.");
}

TEST_CASE("nothing is moved or kept for nothing") {
    const std::size_t before = grading::allocated();
    const grading::Run counted = run(kVertices);
    grading::expect_few_copies(counted, 3, "d to the device, r and via back.");
    grading::expect_one_launch(counted, "length and stop come out of the same loop.");
    if (counted.ok) grading::expect_freed(counted.subject, before);
}
