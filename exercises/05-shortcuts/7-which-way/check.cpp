// Exercise 05.7: the shortest ways over one stop, and which stop it is.
#include <doctest/doctest.h>

#include "common/grading/allocations.hpp"
#include "common/grading/decoys.hpp"
#include "common/grading/host_array.hpp"
#include "exercises/05-shortcuts/trial.hpp"

void ways(float* r, int* via, const float* d, std::size_t n);

namespace {

// One call with the edges `given`, where the device gets `real`.
grading::Run run(const std::string& subject, const std::vector<float>& given, const std::vector<float>& real,
                 std::size_t n) {
    if (!grading::device_usable()) return {};
    const std::vector<float> lengths = trial::shortcuts_of(real, n);
    std::vector<float> poison(n * n);
    std::memset(poison.data(), testing::kPoisonByte, poison.size() * sizeof(float));
    const grading::HostArray<float> host_d(given);
    grading::HostArray<float> r(poison);
    grading::HostArray<int> via(std::vector<int>(n * n, -2));
    grading::Run run = grading::run(subject, [&] { ways(r.data(), via.data(), host_d.data(), n); });
    testing::Rules rules;
    rules.columns = n;
    rules.poisoned = true;
    const std::vector<float> result = r.copy();
    const bool of_given = &given != &real && result == trial::shortcuts_of(given, n);
    run.ok = grading::expect_right(run, testing::compare(result, lengths, rules),
                                   of_given ? grading::kOfTheDecoys : "(These are the lengths.)");
    rules.poisoned = false;
    run.ok =
        grading::expect_right(run, testing::compare(via.copy(), trial::stops_of(real, lengths, n), rules),
                              "(These are the stops.)");
    return run;
}

grading::Run run(const std::string& subject, const std::vector<float>& d, std::size_t n) {
    return run(subject, d, d, n);
}

grading::Run run(std::size_t n) { return run(trial::vertices(n), trial::lengths(n), n); }

void expect_few_copies(const grading::Run& run) {
    grading::expect_few_copies(run, 3, "d to the device, r and via back.");
}

// Of a counted run; the other one is drawn.
constexpr std::size_t kVertices = 96;
std::size_t drawn() { return 16 * grading::Draw("counted").number(2, 7); }

}  // namespace

TEST_CASE("lengths and stops") {
    for (const std::size_t n : {16, 1, 2, 31, 33, 65, 101})
        if (!run(n).ok) return;
    grading::Draw draw("sizes");
    for (int k = 0; k < 4; ++k)
        if (!run(draw.size(100, 16)).ok) return;
}

TEST_CASE("equal ways, and no way at all") {
    static_cast<void>(run("33 vertices, all edges of length 1", std::vector<float>(33 * 33, 1), 33).ok &&
                      run("20 vertices without edges", std::vector<float>(20 * 20, HUGE_VALF), 20).ok);
}

TEST_CASE("blocks share what they load") {
    if (!grading::counted_here()) return;
    grading::for_sizes({kVertices, drawn()}, [](std::size_t n) {
        const grading::Run counted = run(n);
        const double tiles = static_cast<double>(n) / 16;
        grading::at_most(
            counted, "global_load_sectors", 2 * tiles * trial::sectors_of(n),
            "with tiles of 16 x 16 each element is loaded once for each row or column of blocks.");
        grading::at_most(counted, "global_store_sectors", 2 * trial::sectors_of(n),
                         "each sector of r and via once.");
        trial::expect_all_sectors(counted, trial::sectors_of(n), 2 * trial::sectors_of(n));
    });
}

TEST_CASE("the result is what the GPU has computed") {
    if (!grading::counted_here()) return;
    grading::for_sizes({kVertices, 33 + grading::Draw("decoys").size(60, 16)}, [](std::size_t n) {
        constexpr std::uint64_t kOther = 1 << 20;
        const std::vector<float> given = trial::lengths(n, kOther), real = trial::lengths(n);
        const std::vector<float> lengths = trial::shortcuts_of(real, n);
        grading::Decoys decoys;
        decoys.add(given, real, n);
        const grading::Run counted = run(trial::vertices(n), given, real, n);
        decoys.expect_copied(counted, lengths, n);
        decoys.expect_copied(counted, trial::stops_of(real, lengths, n), n);
        expect_few_copies(counted);
    });
}

TEST_CASE("nothing is moved or kept for nothing") {
    grading::for_sizes({kVertices, drawn()}, [](std::size_t n) {
        const std::size_t before = grading::allocated();
        const grading::Run counted = run(n);
        expect_few_copies(counted);
        grading::expect_one_launch(counted, "length and stop come out of the same loop.");
        if (counted.ok) grading::expect_freed(counted.subject, before);
    });
}
