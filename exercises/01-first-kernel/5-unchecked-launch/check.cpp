// Exercise 01.5: a function that launches a kernel tells its caller whether the launch was accepted.
#include <doctest/doctest.h>

#include "common/grading/launches.hpp"
#include "exercises/01-first-kernel/5-unchecked-launch/answer_to.hpp"
#include "exercises/01-first-kernel/trial.hpp"

cudaError_t scale(float* data, std::size_t n, float factor, unsigned threads);

namespace {

std::string name_of(cudaError_t code) { return cudaGetErrorName(code); }

// One call that should succeed: it returns success, and every element is scaled.
bool works(std::size_t n, unsigned threads) {
    const std::vector<float> before = trial::random_elements<float>(n, n);
    std::vector<float> expected(before);
    for (float& element : expected) element *= 3;
    const std::string subject = trial::counted(n, "element") + ", blocks of " + std::to_string(threads);
    cudaError_t returned = cudaSuccess;
    const grading::Run run = trial::run_in_place(subject, before, expected, {},
                                                 [&](float* data) { returned = scale(data, n, 3, threads); });
    if (run.ok && returned != cudaSuccess)
        grading::fail(subject + ": it returned " + name_of(returned) + ", and the launch worked.");
    return run.ok && returned == cudaSuccess;
}

// One call with an impossible launch: it returns that error, leaves no error behind, and touches nothing. The array
// has 1000 elements, whatever the size in the call: a refused launch accesses none.
bool refuses(std::size_t n, unsigned threads, const std::string& rule) {
    const std::string subject = trial::counted(n, "element") + ", blocks of " + std::to_string(threads);
    const std::vector<float> before = trial::random_elements<float>(1000, threads);
    gpu::Buffer<float> data(before);
    cudaError_t returned = cudaSuccess;
    const std::size_t asked_before = grading::launches_asked();
    try {
        returned = scale(data.data(), n, 3, threads);
    } catch (const std::exception& error) {
        static_cast<void>(cudaGetLastError());
        grading::fail(subject + ": it threw an exception instead of returning the error.");
        return false;
    }
    const bool launched = grading::launches_asked() > asked_before;
    const cudaError_t left = cudaGetLastError();
    const cudaError_t expected = answer_to(static_cast<unsigned>((n + threads - 1) / threads), threads);
    if (returned != expected) {
        grading::fail(subject + ": it returned " + name_of(returned) +
                      ". The runtime refused the launch with " + name_of(expected) + ": " + rule);
    } else if (left != cudaSuccess) {
        grading::fail(subject + ": it returned the error and left it behind as well: the next call of " +
                      "cudaGetLastError returns " + name_of(left) + ", after a launch that worked.");
    } else if (!launched &&
               grading::launches_asked() > asked_before) {  // if launches are noticed, like that of answer_to
        grading::fail(
            subject + ": it returned the right error without a launch: it tests this limit itself. Other " +
            "GPUs and other kernels have other limits, and the runtime knows them all. Launch, and ask.");
    } else if (data.to_host() != before) {
        grading::fail(subject + ": the launch was refused, and yet elements changed.");
    } else {
        return true;
    }
    return false;
}

}  // namespace

TEST_CASE("a launch that works") {
    for (const std::size_t n : {1000, 1, 33}) {
        if (!works(n, 256)) return;
    }
    if (!works(1003, 1024)) return;
    grading::Draw draw("sizes");
    works(draw.size(5000), 32 * static_cast<unsigned>(draw.number(1, 32)));
}

TEST_CASE("a launch that is refused") {
    for (const unsigned threads :
         {2048u, 1025u, static_cast<unsigned>(grading::Draw("threads").number(1026, 4096))}) {
        if (!refuses(1000, threads, "a block has at most 1024 threads.")) return;
    }
    constexpr std::size_t kTooMany = std::size_t{1} << 31;
    if (!refuses(kTooMany, 1,
                 "a grid has at most 2147483647 blocks. Your function need not know the limits: " +
                     std::string("the runtime does.")))
        return;
    if (!works(1000, 128)) grading::fail("That was the call after a refused one.");
}

TEST_CASE("nothing to do is no error") {
    if (!grading::device_usable()) return;
    gpu::Buffer<float> data(1);
    cudaError_t returned = cudaErrorUnknown;
    try {
        returned = scale(data.data(), 0, 3, 256);
    } catch (const std::exception& error) {
        grading::fail("0 elements: " + std::string(error.what()));
        return;
    }
    const cudaError_t left = cudaGetLastError();
    if (returned != cudaSuccess)
        grading::fail("0 elements: it returned " + name_of(returned) +
                      ". A grid of 0 blocks cannot be launched, and " + "need not be.");
    else if (left != cudaSuccess)
        grading::fail("0 elements: it returned cudaSuccess, and left an error behind: the next call of " +
                      std::string("cudaGetLastError returns ") + name_of(left) +
                      ". A grid of 0 blocks cannot be launched, and need not be.");
}
