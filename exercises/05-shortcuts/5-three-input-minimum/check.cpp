// Exercise 05.5: integer minima of three wherever no length is negative; the device detects this by itself.
#include <doctest/doctest.h>

#include <limits>

#include "common/grading/source_lines.hpp"
#include "exercises/05-shortcuts/5-three-input-minimum/predictions.hpp"
#include "exercises/05-shortcuts/trial.hpp"

void shortcuts(float* r, const float* d, std::size_t n, unsigned* word);

namespace {

// Of a counted run; the other one is drawn.
constexpr std::size_t kVertices = 64;
std::size_t drawn() { return 32 * grading::Draw("counted").number(1, 4); }

constexpr std::size_t kSizes[] = {64, 1, 2, 15, 31, 32, 33, 53};

// The word in which the answer may store something. It keeps its value from call to call; the initial value is
// meaningless.
unsigned* word() {
    static gpu::Buffer<unsigned> buffer(std::vector<unsigned>(1, 0xa5a5a5a5));
    return buffer.data();
}

using Lengths = std::vector<float> (*)(std::size_t n);

std::vector<float> not_negative(std::size_t n) {
    std::vector<float> d = trial::lengths(n);
    for (float& length : d) length = std::fabs(length);
    return d;
}

std::vector<float> negative(std::size_t n) {
    std::vector<float> d = not_negative(n);
    for (float& length : d) length = std::isinf(length) ? -91 : -1 - length;
    return d;
}

// Negative values only in the last two rows of the last column. They make two sums below zero for an element of the
// first row.
std::vector<float> negative_at_the_end(std::size_t n) {
    std::vector<float> d = not_negative(n);
    if (n > 1) {
        d[n - 2] = d[n - 1] = 0;
        d[n * (n - 1) - 1] = -2;
    }
    d[n * n - 1] = -9;
    return d;
}

std::vector<float> both_zeros(std::size_t n) {
    std::vector<float> d = not_negative(n);
    for (float& length : d) length = std::fmod(length, 4.0f) == 1 ? 1 : length < 50 ? -0.0f : 0;
    return d;
}

std::vector<float> minus_zero(std::size_t n) { return std::vector<float>(n * n, -0.0f); }
std::vector<float> no_edge(std::size_t n) { return std::vector<float>(n * n, HUGE_VALF); }

// Lengths from the smallest subnormal to those whose sum is infinite.
std::vector<float> far_apart(std::size_t n) {
    std::vector<float> d = not_negative(n);
    for (float& length : d) {
        if (length > 60) length = std::numeric_limits<float>::max() / (length - 60);
        if (length < 30) length *= std::numeric_limits<float>::denorm_min();
    }
    return d;
}

struct Kind {
    const char* name;
    Lengths lengths;
};

constexpr Kind kNotNegative{"no length negative", not_negative};
constexpr Kind kNegative{"all lengths negative", negative};
constexpr Kind kBothZeros{"0, -0 and 1", both_zeros};
constexpr Kind kMinusZero{"all of them -0", minus_zero};
constexpr Kind kNoEdge{"no edge at all", no_edge};
constexpr Kind kFarApart{"very small and very large", far_apart};
constexpr Kind kMixed{"a few lengths negative", [](std::size_t n) { return trial::lengths(n); }};
constexpr Kind kAtTheEnd{"two lengths negative, at the very end", negative_at_the_end};

grading::Run run(const Kind& kind, std::size_t n) {
    if (!grading::device_usable()) return {};
    const std::vector<float> d = kind.lengths(n);
    const gpu::Buffer<float> device_d(d);
    simt::annotate(device_d.data(), n, n, "d");
    unsigned* const device_word = word();
    testing::Rules rules;
    rules.columns = n;
    return trial::run(
        trial::vertices(n) + ", " + kind.name, trial::shortcuts_of(d, n), rules,
        [&](float* r) { shortcuts(r, device_d.data(), n, device_word); }, "r");
}

void run_all(std::initializer_list<Kind> kinds) {
    grading::Draw draw("sizes");
    std::vector<std::size_t> sizes(std::begin(kSizes), std::end(kSizes));
    for (int k = 0; k < 3; ++k) sizes.push_back(draw.size(70));
    for (const std::size_t n : sizes) {
        for (const Kind& kind : kinds) {
            if (!run(kind, n).ok) return;
        }
    }
}

// Three-input minima that warps executed: the function is two PTX instructions.
double minima_of_three(const grading::Run& run) {
    return grading::sum_of_lines("warp_instructions", "/5-three-input-minimum/minimum.cuh", run.first_launch,
                                 run.last_launch) /
           2;
}

// n: the vertices of the run.
bool expect_minima_of_three(const grading::Run& run, std::size_t n, double needed, const char* why) {
    if (!run.ok) return false;
    const double taken = minima_of_three(run);
    // Starting with a sum instead of infinity saves one for each element.
    const double fewest = std::max(0.0, needed - static_cast<double>(n * n) / trial::kWarp);
    if (taken >= fewest && taken <= needed) return true;
    grading::fail(run.subject + ": the warps call minimum::of_three " + std::to_string(std::lround(taken)) +
                  " times, not " + std::to_string(std::lround(needed)) + ": " + why);
    return false;
}

// A warp's relaxations.
double relaxations(std::size_t n) { return trial::relaxations(n) / trial::kWarp; }

void judge(const std::string& what, float predicted, float right) {
    if (std::isnan(predicted))
        grading::fail(what + ": no prediction yet.");
    else if (predicted != right || std::signbit(predicted) != std::signbit(right))
        grading::fail(what + ": you predict " + (std::signbit(predicted) ? "-" : "") +
                      std::to_string(std::lround(std::fabs(predicted))) +
                      ". Write both down as 32 bits; the first is the sign of the integer as well.");
}

}  // namespace

TEST_CASE("every element is right where no length is negative") {
    run_all({kNotNegative, kBothZeros, kMinusZero, kNoEdge, kFarApart});
}

TEST_CASE("every element is right where some lengths are negative") {
    run_all({kNegative, kMixed, kAtTheEnd});
}

TEST_CASE("two relaxations take one minimum of three, unless a length is negative") {
    if (!grading::counted_here()) return;
    grading::for_sizes({kVertices, drawn()}, [](std::size_t n) {
        expect_minima_of_three(run(kNegative, n), n, 0, "its order is not that of negative floats.");
        const double pairs = relaxations(n) / 2;
        if (!expect_minima_of_three(run(kNotNegative, n), n, pairs,
                                    "two sums and the smallest one so far, for every two values of k. If you "
                                    "look at the lengths: is the word cleared before that?"))
            return;
        expect_minima_of_three(run(kBothZeros, n), n, pairs, "-0 is not below zero. It may stay.");
        expect_minima_of_three(run(kNoEdge, n), n, pairs, "infinity is above every number. It may stay.");
    });
}

TEST_CASE("and hardly anything else") {
    if (!grading::counted_here()) return;
    grading::for_sizes({kVertices, drawn()}, [](std::size_t n) {
        for (const Kind& kind : {kNotNegative, kNegative}) {
            const grading::Run r = run(kind, n);
            const double elements = static_cast<double>(n * n) / trial::kWarp;
            grading::at_most(
                r, "global_load_requests", 2 * relaxations(n) + 4 * elements,
                "two for each relaxation of a warp; each length once more to check it, and a word.");
            // A row of whole warps: each may change the word.
            grading::at_most(r, "global_atomic_requests", elements,
                             "one word says whether a length is negative.");
            grading::at_least(r, "global_load_sectors", trial::sectors_of(n),
                              "the kernels load every length.");
            grading::at_least(r, "global_store_sectors", trial::sectors_of(n),
                              "the kernel stores every element.");
            grading::at_most(r, "warp_instructions", 13 * relaxations(n),
                             "13 for each relaxation of a warp, with the addresses of its lengths.");
        }
    });
}

TEST_CASE("what becomes of the bits, and what the machine makes of them, is predicted") {
    judge("the smaller integer of the bits of -1 and -2", predicted::of_two_negative, -1.0f);
    judge("the smaller integer of the bits of -1 and 2", predicted::of_either_sign, -1.0f);
    judge("the smaller integer of the bits of 0 and -0", predicted::of_two_zeros, -0.0f);
    judge("the smaller integer of the bits of 2 and infinity", predicted::of_a_missing_edge, 2.0f);
    grading::expect_predicted("two relaxations with fminf", predicted::instructions_fminf, 4);
    grading::expect_predicted("two relaxations with minimum::of_three", predicted::instructions_three, 3);
}
