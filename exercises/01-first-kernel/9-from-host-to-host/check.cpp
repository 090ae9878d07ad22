// Exercise 01.9: arrays of the host, a result on the host, and everything between them.
#include <doctest/doctest.h>

#include "common/grading/allocations.hpp"
#include "common/grading/decoys.hpp"
#include "common/grading/host_array.hpp"
#include "exercises/01-first-kernel/trial.hpp"

cudaError_t saxpy(float* y, const float* x, float a, std::size_t n);

namespace {

constexpr float kFactor = 3;

// Whole numbers, so that the result is exact however the compiler rounds.
std::vector<float> whole_numbers(std::size_t count, std::uint64_t seed) {
    std::vector<std::int32_t> numbers(count);
    grading::fill_random(numbers.data(), count, seed, -999, 999);
    return {numbers.begin(), numbers.end()};
}

std::string name_of(cudaError_t code) { return cudaGetErrorName(code); }

struct Arrays {
    std::vector<float> x, y;

    std::vector<float> result() const {
        std::vector<float> sums(y);
        for (std::size_t i = 0; i < y.size(); ++i) sums[i] += kFactor * x[i];
        return sums;
    }
};

Arrays arrays(std::size_t n, std::uint64_t seed) {
    return {whole_numbers(n, seed + n + 1), whole_numbers(n, seed + n + 2)};
}

// One call that should succeed, with every element compared. The device gets the arrays `real`.
grading::Run run(const Arrays& given, const Arrays& real) {
    if (!grading::device_usable()) return {};
    const std::size_t n = given.x.size();
    grading::HostArray<float> y(given.y), x_after(given.x);
    cudaError_t returned = cudaSuccess;
    grading::Run run = grading::run(trial::counted(n, "element"),
                                    [&] { returned = saxpy(y.data(), x_after.data(), kFactor, n); });
    const std::vector<float> result = y.copy();
    const bool of_given = &given != &real && result == given.result();
    run.ok = grading::expect_right(run, testing::compare(result, real.result(), {}),
                                   of_given ? grading::kOfTheDecoys : "");
    if (run.ok && returned != cudaSuccess) {
        run.ok = false;
        grading::fail(run.subject + ": the elements are right, and it returned " + name_of(returned) + ".");
    }
    if (run.ok && x_after.copy() != given.x) {
        run.ok = false;
        grading::fail(run.subject + ": x is no longer what it was.");
    }
    return run;
}

grading::Run run(std::size_t n) {
    const Arrays same = arrays(n, 0);
    return run(same, same);
}

void expect_few_copies(const grading::Run& run) {
    grading::expect_few_copies(run, 3, "x and y to the device, y back.");
}

// A call with two arrays of 4000 bytes while the device has only `room` bytes left, then one with all its memory. Whether
// both are right.
bool run_in(std::size_t room) {
    constexpr std::size_t kElements = 1000;
    const std::string subject =
        "Two arrays of 4000 bytes on a device that has " + std::to_string(room) + " bytes left";
    const std::size_t before = grading::allocated();
    grading::HostArray<float> x(std::vector<float>(kElements, 1)), y(std::vector<float>(kElements, 2));
    cudaError_t returned = cudaSuccess;
    {
        const grading::MemoryLimit limit(before + room);
        returned = saxpy(y.data(), x.data(), kFactor, kElements);
    }
    bool right = true;
    if (returned == cudaSuccess) {  // piece by piece
        right = y.copy() == std::vector<float>(kElements, 5);
        if (!right) grading::fail(subject + ": it returned cudaSuccess, and y is wrong.");
    } else if (returned != cudaErrorMemoryAllocation) {
        right = false;
        grading::fail(subject + ": it returned " + name_of(returned) +
                      ". The first error is cudaErrorMemoryAllocation, that of cudaMalloc.");
    }
    grading::expect_freed(subject + ", and it returned " + name_of(returned), before);
    if (!run(kElements).ok) {
        right = false;
        grading::fail("That was the call after one that failed. The runtime keeps an error until " +
                      std::string("cudaGetLastError is called."));
    }
    return right;
}

}  // namespace

TEST_CASE("every element") {
    for (const std::size_t n : {256, 1, 31, 33, 1003, 100'000}) {
        if (!run(n).ok) return;
    }
    grading::Draw draw("sizes");
    for (int k = 0; k < 4; ++k)
        if (!run(draw.size(5000)).ok) return;
}

TEST_CASE("no elements") {
    if (!grading::device_usable()) return;
    grading::HostArray<float> untouched(std::vector<float>{7});
    const cudaError_t returned = saxpy(untouched.data(), untouched.data(), kFactor, 0);
    const cudaError_t left = cudaGetLastError();
    const std::string behind =
        left == cudaSuccess ? "" : ", and left " + name_of(left) + " behind for the next cudaGetLastError";
    if (returned != cudaSuccess || left != cudaSuccess)
        grading::fail("0 elements: it returned " + name_of(returned) + behind +
                      ". A grid of 0 blocks cannot be launched, and need not be.");
    if (untouched.copy().front() != 7) grading::fail("0 elements: it changed one.");
}

TEST_CASE("the GPU does the work, and moves no more than it has to") {
    if (!grading::counted_here()) return;
    grading::for_sizes({std::size_t{8192}, 32 * grading::Draw("counted").number(20, 400)}, [](std::size_t n) {
        const grading::Run counted = run(n);
        if (!counted.ok || !grading::expect_one_launch(counted, "one is enough.")) return;
        const double sectors = trial::sectors(n, sizeof(float));
        trial::expect_sectors(counted, 2 * sectors, sectors);
        expect_few_copies(counted);
    });
}

TEST_CASE("the result is what the GPU has computed") {
    if (!grading::counted_here()) return;
    grading::for_sizes({std::size_t{8192}, 64 + grading::Draw("decoys").size(5000)}, [](std::size_t n) {
        constexpr std::uint64_t kOther = 1 << 20;
        const Arrays given = arrays(n, kOther), real = arrays(n, 0);
        grading::Decoys decoys;
        decoys.add(given.x, real.x);
        decoys.add(given.y, real.y);
        const grading::Run counted = run(given, real);
        decoys.expect_copied(counted, real.result());
        expect_few_copies(counted);
    });
}

TEST_CASE("memory is freed") {
    const std::size_t before = grading::allocated();
    for (int call = 0; call < 4; ++call)
        if (!run(1000).ok) return;
    grading::expect_freed("4 calls with arrays of 4000 bytes", before);
}

TEST_CASE("too little memory") {
    if (!run(1000).ok) return;
    for (const std::size_t room : {6000, 2000})  // for one array, and for none
        if (!run_in(room)) return;
}
