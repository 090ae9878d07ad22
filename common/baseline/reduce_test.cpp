// The CPU's reductions: all versions agree with one loop for every type and operator, at sizes that are not a
// multiple of anything; the tree is the text's; and the rounding errors of floating-point sums.
#include "common/baseline/reduce.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <vector>

#include "common/baseline/read.hpp"
#include "common/baseline/sum.hpp"

namespace {

using operators::Max;
using operators::Min;
using operators::Sum;

constexpr float kInfiniteFloat = std::numeric_limits<float>::infinity();

const std::vector<std::size_t> kLengths = {0,  1,  2,    3,    31,   32,    33,    63,
                                           64, 65, 1000, 1024, 4099, 65536, 65537, 200003};

// A user's own operator whose identity is not 0: the product modulo a prime.
struct ProductModulo {
    static std::int64_t identity() { return 1; }
    std::int64_t operator()(std::int64_t a, std::int64_t b) const { return a * b % 1'000'003; }
};

// Whole numbers -9 … 9: their sums are exact in every type, so every order gives the same.
template <class Element>
std::vector<Element> whole_numbers(std::size_t n) {
    std::vector<Element> numbers(n);
    std::uint32_t state = 12345;
    for (Element& number : numbers) {
        state = state * 1664525 + 1013904223;
        number = static_cast<Element>(static_cast<int>(state >> 16) % 19 - 9);
    }
    return numbers;
}

// The bits, so that NaN equals NaN.
template <class Element>
bool same(Element a, Element b) {
    return (a != a && b != b) || a == b;
}

template <class Element, class Operator>
void check_all_versions(const std::vector<Element>& in, Operator op, Element expected) {
    const std::size_t n = in.size();
    CAPTURE(n);
    CHECK(same(baseline::reduce_serial(in.data(), n, op), expected));
    CHECK(same(baseline::reduce_tree(in.data(), n, op), expected));
    CHECK(same(baseline::reduce_tree_swapped(in.data(), n, op), expected));
    CHECK(same(baseline::reduce_unrolled(in.data(), n, op), expected));
    CHECK(same(baseline::reduce_openmp(in.data(), n, op), expected));
    if (n > 0) CHECK(same(baseline::tree_steps(in.data(), n, op).back().front(), expected));
}

template <class Element>
void check_type() {
    for (const std::size_t n : kLengths) {
        const std::vector<Element> in = whole_numbers<Element>(n);
        long long sum = 0;
        Element least = Min<Element>::identity();
        Element largest = Max<Element>::identity();
        for (const Element value : in) {
            sum += static_cast<long long>(value);
            least = value < least ? value : least;
            largest = value > largest ? value : largest;
        }
        check_all_versions(in, Sum<Element>{}, static_cast<Element>(sum));
        check_all_versions(in, Min<Element>{}, least);
        check_all_versions(in, Max<Element>{}, largest);
    }
}

// Ones, with a single other value at each position in turn.
template <class Operator>
void check_everywhere(float value, Operator op, float expected) {
    for (const std::size_t n : {1, 31, 33, 130}) {
        for (std::size_t place = 0; place < n; ++place) {
            std::vector<float> in(n, 1.0f);
            in[place] = value;
            check_all_versions(in, op, expected);
        }
    }
}

}  // namespace

TEST_CASE("all versions agree, for int32") { check_type<std::int32_t>(); }
TEST_CASE("all versions agree, for int64") { check_type<std::int64_t>(); }
TEST_CASE("all versions agree, for float") { check_type<float>(); }
TEST_CASE("all versions agree, for double") { check_type<double>(); }

TEST_CASE("an operator of a user's own whose identity is not 0") {
    for (const std::size_t n : kLengths) {
        std::vector<std::int64_t> in = whole_numbers<std::int64_t>(n);
        std::int64_t expected = 1;
        for (std::int64_t& value : in) {
            value += 20;  // none is 0
            expected = expected * value % 1'000'003;
        }
        check_all_versions(in, ProductModulo{}, expected);
    }
}

TEST_CASE("sums of integers that do not fit wrap around") {
    constexpr std::int32_t kMost = std::numeric_limits<std::int32_t>::max();
    check_all_versions(std::vector<std::int32_t>(3, kMost), Sum<std::int32_t>{}, kMost - 2);
    const std::vector<std::int32_t> large(100003, kMost);
    const auto wrapped = static_cast<std::int32_t>(std::uint32_t{100003} * static_cast<std::uint32_t>(kMost));
    check_all_versions(large, Sum<std::int32_t>{}, wrapped);
    constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
    check_all_versions(std::vector<std::int64_t>{kLeast, -1}, Sum<std::int64_t>{},
                       std::numeric_limits<std::int64_t>::max());
}

TEST_CASE("a NaN makes sum, minimum and maximum NaN, wherever it stands") {
    check_everywhere(NAN, Sum<float>{}, NAN);
    check_everywhere(NAN, Min<float>{}, NAN);
    check_everywhere(NAN, Max<float>{}, NAN);
}

TEST_CASE("infinities: a sum of one is infinite, of both NaN; the least and the largest of all values") {
    check_everywhere(kInfiniteFloat, Sum<float>{}, kInfiniteFloat);
    check_everywhere(-kInfiniteFloat, Min<float>{}, -kInfiniteFloat);
    check_everywhere(kInfiniteFloat, Max<float>{}, kInfiniteFloat);
    const std::vector<float> both = {kInfiniteFloat, 1, -kInfiniteFloat};
    check_all_versions(both, Sum<float>{}, NAN);
    check_all_versions(both, Min<float>{}, -kInfiniteFloat);
    check_all_versions(both, Max<float>{}, kInfiniteFloat);
    check_all_versions(std::vector<float>(40, kInfiniteFloat), Min<float>{}, kInfiniteFloat);
    check_all_versions(std::vector<float>(40, -kInfiniteFloat), Max<float>{}, -kInfiniteFloat);
}

TEST_CASE("zeros of both signs are equal to all operators") {
    const std::vector<float> zeros = {-0.0f, 0.0f, -0.0f};
    check_all_versions(zeros, Sum<float>{}, 0.0f);
    check_all_versions(zeros, Min<float>{}, 0.0f);
    check_all_versions(zeros, Max<float>{}, 0.0f);
}

TEST_CASE("ten elements become 5, 3, 2 and 1: in two steps the last has no partner") {
    const std::vector<int> in = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    const auto steps = baseline::tree_steps(in.data(), in.size(), Sum<int>{});
    CHECK(steps == std::vector<std::vector<int>>{in, {3, 7, 11, 15, 19}, {10, 26, 19}, {36, 19}, {55}});
}

TEST_CASE("512 elements take 9 steps and 511 additions, 1024 take 10 and 1023") {
    struct CountedSum {
        long* additions;
        static int identity() { return 0; }
        int operator()(int a, int b) const {
            ++*additions;
            return a + b;
        }
    };
    for (const std::size_t n : {512, 1024}) {
        const std::vector<int> ones(n, 1);
        long additions = 0;
        CHECK(baseline::tree_steps(ones.data(), n, CountedSum{&additions}).size() - 1 == (n == 512 ? 9 : 10));
        CHECK(additions == static_cast<long>(n) - 1);
        additions = 0;
        CHECK(baseline::reduce_tree(ones.data(), n, CountedSum{&additions}) == static_cast<int>(n));
        CHECK(additions == static_cast<long>(n) - 1);
        additions = 0;
        CHECK(baseline::reduce_tree_swapped(ones.data(), n, CountedSum{&additions}) == static_cast<int>(n));
        CHECK(additions == static_cast<long>(n) - 1);
    }
}

TEST_CASE("the swapped loops, run forwards as in the thesis, make 11 of 1024 ones") {
    std::vector<int> temp(1024, 1);
    for (std::size_t i = 0; i < temp.size(); ++i) {
        for (std::size_t stride = 1; i % (2 * stride) == 0 && i + stride < temp.size(); stride *= 2)
            temp[i] += temp[i + stride];
    }
    CHECK(temp[0] == 11);
}

TEST_CASE(
    "as the thesis prints them, with the stride doubled behind the rounds, they make 9 of the numbers 1 to "
    "10") {
    std::vector<int> temp(10);
    std::iota(temp.begin(), temp.end(), 1);
    for (std::size_t i = 0; i < temp.size(); ++i) {
        std::size_t stride = 1;
        for (int round = 0; round < std::log2(temp.size()); ++round) {
            if (i % (2 * stride) == 0) temp[i] += temp[i + stride];
        }
        stride *= 2;
    }
    CHECK(temp[0] == 9);
}

TEST_CASE("the swapped tree makes the same additions, so it has the same bits") {
    std::vector<float> in(4099);
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = 1.0f / static_cast<float>(i + 1);
    const float tree = baseline::reduce_tree(in.data(), in.size(), Sum<float>{});
    const float swapped = baseline::reduce_tree_swapped(in.data(), in.size(), Sum<float>{});
    CHECK(std::memcmp(&tree, &swapped, sizeof tree) == 0);
    CHECK(tree != baseline::reduce_serial(in.data(), in.size(), Sum<float>{}));
}

TEST_CASE("a loop over floats stops growing at 2^24; pairwise, Kahan and double do not") {
    const std::size_t n = (1 << 24) + 1000;
    const std::vector<float> ones(n, 1.0f);
    CHECK(baseline::reduce_serial(ones.data(), n, Sum<float>{}) == 1 << 24);
    CHECK(baseline::sum_pairwise(ones.data(), n) == static_cast<float>(n));
    CHECK(baseline::sum_kahan(ones.data(), n) == static_cast<float>(n));
    CHECK(baseline::sum_in_double(ones.data(), n) == static_cast<double>(n));
}

TEST_CASE("the sum of 0.1 drifts in a loop, less in pairs, and not with Kahan's correction") {
    const std::size_t n = 1'000'003;
    const std::vector<float> tenths(n, 0.1f);
    const double truth = baseline::sum_in_double(tenths.data(), n);
    const auto error = [&](float sum) { return std::fabs(sum - truth) / truth; };
    CHECK(error(baseline::reduce_serial(tenths.data(), n, Sum<float>{})) > 1e-4);
    CHECK(error(baseline::sum_pairwise(tenths.data(), n)) < 1e-6);
    CHECK(error(baseline::sum_kahan(tenths.data(), n)) < 6e-8);  // half a unit in the last place
}

TEST_CASE("cancellation: what an order loses, another keeps") {
    const std::vector<float> in = {1e8f, 1, -1e8f, 1};
    CHECK(baseline::reduce_serial(in.data(), in.size(), Sum<float>{}) == 1);
    CHECK(baseline::reduce_tree(in.data(), in.size(), Sum<float>{}) == 0);
    CHECK(baseline::sum_in_double(in.data(), in.size()) == 2);
}

TEST_CASE("sums of few floats: none, one, and those at the border of a piece") {
    for (const std::size_t n : {0, 1, 31, 32, 33, 64, 65, 1000}) {
        CAPTURE(n);
        const std::vector<float> in = whole_numbers<float>(n);
        const double expected = baseline::sum_in_double(in.data(), n);
        CHECK(baseline::sum_pairwise(in.data(), n) == expected);
        CHECK(baseline::sum_kahan(in.data(), n) == expected);
    }
}

TEST_CASE("reading sees every byte, also the last ones") {
    for (const std::size_t bytes : {0, 1, 7, 8, 9, 1000, 100003}) {
        CAPTURE(bytes);
        std::vector<std::uint64_t> words(bytes / 8 + 1, 0);
        auto* const data = reinterpret_cast<unsigned char*>(words.data());
        CHECK(baseline::read_bytes(data, bytes) == 0);
        for (std::size_t i = 0; i < bytes; i += bytes / 7 + 1) {
            data[i] = 1;
            CHECK(baseline::read_bytes(data, bytes) != 0);
            data[i] = 0;
        }
        data[bytes] = 1;  // past the end
        CHECK(baseline::read_bytes(data, bytes) == 0);
    }
}
