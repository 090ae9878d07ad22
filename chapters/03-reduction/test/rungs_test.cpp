// Every rung with every type and operator, at awkward lengths and with awkward values: the result equals the CPU's,
// and the emulator's checks find nothing.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "chapters/03-reduction/ladder.hpp"
#include "chapters/03-reduction/own_operator.hpp"
#include "chapters/03-reduction/parts/cub_reduce.hpp"
#include "chapters/03-reduction/test/operators.hpp"
#include "common/baseline/reduce.hpp"
#include "common/cuda/buffer.hpp"
#include "common/cuda/counters.hpp"
#include "common/cuda/operators.hpp"
#include "common/ladder/rung.hpp"

namespace {

using operators::Max;
using operators::Min;
using operators::Sum;

constexpr int kPoison = 0xff;  // in every byte: NaN, or -1

// Sizes around those of warps, packs, blocks, sections, tiles and passes.
const std::vector<std::size_t> kSizes = {0,   1,    2,    3,    5,    31,   32,   33,   255,
                                         257, 1000, 1023, 1024, 1025, 2048, 2049, 4099, 65537};

// Whole numbers -9 … 9 (or 1 … 19 with a shift of 10): their sums are exact in every type, in any order.
template <class Element>
std::vector<Element> whole_numbers(std::size_t n, int shift = 0) {
    std::vector<Element> numbers(n);
    std::uint32_t state = 12345;
    for (Element& number : numbers) {
        state = state * 1664525 + 1013904223;
        number = static_cast<Element>(static_cast<int>(state >> 16) % 19 - 9 + shift);
    }
    return numbers;
}

template <class Element>
bool same(Element a, Element b) {
    return (a != a && b != b) || a == b;
}

// Scratch memory as the rungs need it: initially zero, and then reused again and again.
template <class Element, class Operator>
gpu::Buffer<char> new_scratch(const rungs::Rung<Element, Operator>& rung, std::size_t most) {
    gpu::Buffer<char> scratch(rung.scratch_bytes(most));
    scratch.fill_bytes(0);
    return scratch;
}

template <class Element, class Operator>
Element run(const rungs::Rung<Element, Operator>& rung, const Element* in, std::size_t n, Operator op,
            gpu::Buffer<char>& scratch) {
    gpu::Buffer<Element> out(1);
    out.fill_bytes(kPoison);
    const gpu::LaunchCounters since_here;
    rung.run(out.data(), in, n, op, scratch.data());
    const Element result = out.to_host().front();
    CHECK(since_here.findings() == 0);
    return result;
}

template <class Element, class Operator>
void check_sizes(Operator op, int shift = 0) {
    const std::vector<Element> in = whole_numbers<Element>(kSizes.back(), shift);
    const gpu::Buffer<Element> device(in);
    for (const auto& rung : rungs::reductions<Element, Operator>()) {
        CAPTURE(rung.name);
        gpu::Buffer<char> scratch = new_scratch(rung, kSizes.back());
        for (const std::size_t n : kSizes) {
            CAPTURE(n);
            CHECK(run(rung, device.data(), n, op, scratch) == baseline::reduce_serial(in.data(), n, op));
        }
    }
}

template <class Element, class Operator>
void check_values(const std::vector<Element>& in, Operator op, Element expected) {
    const gpu::Buffer<Element> device(in);
    for (const auto& rung : rungs::reductions<Element, Operator>()) {
        CAPTURE(rung.name);
        CAPTURE(in.size());
        gpu::Buffer<char> scratch = new_scratch(rung, in.size());
        CHECK(same(run(rung, device.data(), in.size(), op, scratch), expected));
    }
}

// Ones, with a single other value among them.
template <class Operator>
void check_places(float value, Operator op, float expected) {
    for (const std::size_t n : {std::size_t{1}, std::size_t{33}, std::size_t{5003}}) {
        for (const std::size_t place : {std::size_t{0}, n / 2, n - 1}) {
            std::vector<float> in(n, 1.0f);
            in[place] = value;
            check_values(in, op, expected);
        }
    }
}

constexpr float kInfinity = std::numeric_limits<float>::infinity();

}  // namespace

TEST_CASE("sums of any length, in every rung and type") {
    check_sizes<float>(Sum<float>{});
    check_sizes<double>(Sum<double>{});
    check_sizes<std::int32_t>(Sum<std::int32_t>{});
    check_sizes<std::int64_t>(Sum<std::int64_t>{});
}

TEST_CASE("minima of any length, in every rung and type; of no elements the largest value") {
    check_sizes<float>(Min<float>{});
    check_sizes<double>(Min<double>{});
    check_sizes<std::int32_t>(Min<std::int32_t>{});
    check_sizes<std::int64_t>(Min<std::int64_t>{});
}

TEST_CASE("maxima of any length, in every rung and type; of no elements the lowest value") {
    check_sizes<float>(Max<float>{});
    check_sizes<double>(Max<double>{});
    check_sizes<std::int32_t>(Max<std::int32_t>{});
    check_sizes<std::int64_t>(Max<std::int64_t>{});
}

TEST_CASE("a million elements and a few, a prime, which take rungs 1 to 3 three passes") {
    constexpr std::size_t kMany = 1'048'583;
    const std::vector<std::int32_t> in = whole_numbers<std::int32_t>(kMany);
    check_values(in, Sum<std::int32_t>{}, baseline::reduce_serial(in.data(), kMany, Sum<std::int32_t>{}));
}

TEST_CASE("an operator of a user's own, in every rung") {
    check_sizes<std::int32_t>(tested::ProductModulo{}, 10);
}

TEST_CASE("the example of an operator of one's own is associative, commutative, and has its identity") {
    const own::Operator op;
    const std::vector<own::Element> values = {0, 1, -1, 2, -2, 1000, -1000};
    for (const own::Element a : values) {
        CHECK(op(a, own::Operator::identity()) == a);
        for (const own::Element b : values) {
            CHECK(op(a, b) == op(b, a));
            for (const own::Element c : values) CHECK(op(op(a, b), c) == op(a, op(b, c)));
        }
    }
    check_sizes<own::Element>(op);
}

TEST_CASE("arrays that start anywhere are right in every rung") {
    const std::vector<std::int32_t> in = whole_numbers<std::int32_t>(9001);
    const gpu::Buffer<std::int32_t> device(in);
    const Sum<std::int32_t> op;
    for (const auto& rung : rungs::reductions<std::int32_t, Sum<std::int32_t>>()) {
        CAPTURE(rung.name);
        gpu::Buffer<char> scratch = new_scratch(rung, in.size());
        for (const std::size_t offset : {1, 2, 3}) {
            for (const std::size_t n :
                 {std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{7}, in.size() - offset}) {
                CAPTURE(offset);
                CAPTURE(n);
                CHECK(run(rung, device.data() + offset, n, op, scratch) ==
                      baseline::reduce_serial(in.data() + offset, n, op));
            }
        }
    }
}

TEST_CASE("sums of int32 that do not fit wrap around, in every rung") {
    constexpr std::int32_t kMost = std::numeric_limits<std::int32_t>::max();
    const std::vector<std::int32_t> large(10007, kMost);
    const auto wrapped = static_cast<std::int32_t>(std::uint32_t{10007} * static_cast<std::uint32_t>(kMost));
    check_values(large, Sum<std::int32_t>{}, wrapped);
}

TEST_CASE("NaN makes the result NaN wherever it stands, infinities stay, and zeros of both signs are equal") {
    check_places(NAN, Sum<float>{}, NAN);
    check_places(NAN, Min<float>{}, NAN);
    check_places(NAN, Max<float>{}, NAN);
    check_places(kInfinity, Sum<float>{}, kInfinity);
    check_places(-kInfinity, Min<float>{}, -kInfinity);
    check_places(kInfinity, Max<float>{}, kInfinity);
    std::vector<float> both(3001, 1.0f);
    both.front() = kInfinity;
    both.back() = -kInfinity;
    check_values(both, Sum<float>{}, NAN);
    check_values(std::vector<float>(40, kInfinity), Min<float>{}, kInfinity);
    check_values(std::vector<float>(40, -0.0f), Sum<float>{}, 0.0f);
    check_values(std::vector<float>(40, -0.0f), Max<float>{}, 0.0f);
    const float least = std::numeric_limits<float>::denorm_min();
    check_values(std::vector<float>(1000, least), Sum<float>{}, 1000 * least);
}

TEST_CASE("rungs 1 and 2 make the additions of the CPU's tree, bit for bit") {
    std::vector<float> in(1000);
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = 1.0f / static_cast<float>(i + 1);
    const float expected = baseline::reduce_tree(in.data(), in.size(), Sum<float>{});
    CHECK(expected != baseline::reduce_serial(in.data(), in.size(), Sum<float>{}));
    const gpu::Buffer<float> device(in);
    for (const char* const name : {"interleaved", "interleaved_without_divergence"}) {
        const auto rung = ladder::named(name, rungs::reductions<float, Sum<float>>());
        gpu::Buffer<char> scratch = new_scratch(rung, in.size());
        const float got = run(rung, device.data(), in.size(), Sum<float>{}, scratch);
        CHECK(std::memcmp(&got, &expected, sizeof got) == 0);
    }
}

namespace {

// The order of 8_deterministic.cu as loops, one thread after the other. Its pieces are single tiles up to 2^26
// floats.
constexpr std::size_t kThreads = 256;
constexpr std::size_t kTile = kThreads * 4 * 4;  // four packs of four floats a thread

float warp_in_order(std::vector<float> lanes) {
    for (std::size_t offset = 16; offset > 0; offset /= 2) {
        for (std::size_t lane = 0; lane < offset; ++lane) lanes[lane] += lanes[lane + offset];
    }
    return lanes[0];
}

float piece_in_order(const float* in, std::size_t n) {
    std::vector<float> packs(kThreads * 4, 0.0f);
    for (std::size_t tile = 0; tile < n; tile += kTile) {
        for (std::size_t i = 0; i < kTile; ++i) packs[i % packs.size()] += tile + i < n ? in[tile + i] : 0.0f;
    }
    std::vector<float> of_warp(32, 0.0f);
    for (std::size_t warp = 0; warp < kThreads / 32; ++warp) {
        std::vector<float> lanes(32);
        for (std::size_t lane = 0; lane < 32; ++lane) {
            const float* const pack = &packs[(warp * 32 + lane) * 4];
            lanes[lane] = ((pack[0] + pack[1]) + pack[2]) + pack[3];
        }
        of_warp[warp] = warp_in_order(lanes);
    }
    return warp_in_order(of_warp);
}

float in_order(const std::vector<float>& in, std::size_t n) {
    std::vector<float> results;
    for (std::size_t begin = 0; begin < n; begin += kTile)
        results.push_back(piece_in_order(in.data() + begin, std::min(kTile, n - begin)));
    return results.size() == 1 ? results[0] : piece_in_order(results.data(), results.size());
}

}  // namespace

TEST_CASE("the deterministic rung has the bits of a loop on the CPU, wherever the array starts") {
    std::vector<float> in(300007);
    for (std::size_t i = 0; i < in.size(); ++i)
        in[i] = std::sin(static_cast<float>(i)) / static_cast<float>(i + 1);
    const auto rung = ladder::named("deterministic", rungs::reductions<float, Sum<float>>());
    gpu::Buffer<char> scratch = new_scratch(rung, in.size());
    gpu::Buffer<float> device(in.size() + 4);
    for (const std::size_t offset : {0, 1, 2, 3}) {
        device.upload(in.data(), in.size(), offset);
        for (const std::size_t n :
             {std::size_t{1}, std::size_t{1000}, std::size_t{4096}, std::size_t{4097}, in.size()}) {
            CAPTURE(offset);
            CAPTURE(n);
            const float got = run(rung, device.data() + offset, n, Sum<float>{}, scratch);
            const float expected = in_order(in, n);
            CHECK(std::memcmp(&got, &expected, sizeof got) == 0);
        }
    }
}

namespace {

template <class Element, class Operator>
void check_cub(Operator op) {
    const std::vector<Element> in = whole_numbers<Element>(100003);
    const gpu::Buffer<Element> device(in);
    gpu::Buffer<Element> out(1);
    out.fill_bytes(kPoison);
    gpu::Buffer<char> scratch(cub_reduce::scratch_bytes<Element, Operator>(in.size()));
    cub_reduce::reduce(out.data(), device.data(), in.size(), op, scratch.data());
    CHECK(out.to_host()[0] == baseline::reduce_serial(in.data(), in.size(), op));
}

}  // namespace

namespace {

template <class Element>
void check_boxes_are_empty(const char* name) {
    CAPTURE(name);
    const gpu::Buffer<Element> device(whole_numbers<Element>(65537));
    const auto rung = ladder::named(name, rungs::reductions<Element, Sum<Element>>());
    gpu::Buffer<char> scratch = new_scratch(rung, device.size());
    run(rung, device.data(), device.size(), Sum<Element>{}, scratch);
    const std::vector<char> left = scratch.to_host();
    CHECK(std::count(left.begin(), left.end(), 0) == static_cast<std::ptrdiff_t>(left.size()));
}

}  // namespace

// The next call could mistake a full box for its own if that call's block is late; on the emulator none is.
TEST_CASE("rungs 9 and 10 leave their boxes empty for the next call") {
    for (const char* const name : {"overlapped", "streamed"}) {
        check_boxes_are_empty<float>(name);
        check_boxes_are_empty<double>(name);
    }
}

TEST_CASE("the roofs leave what the ladder compares them with: CUB the sum, reading a zero") {
    check_cub<float>(Sum<float>{});
    check_cub<double>(Max<double>{});
    check_cub<std::int64_t>(Min<std::int64_t>{});
    check_cub<own::Element>(own::Operator{});
    const gpu::Buffer<float> device(whole_numbers<float>(100003));
    gpu::Buffer<float> out(1);
    out.fill_bytes(kPoison);
    read_only::read(reinterpret_cast<unsigned*>(out.data()), device.data(), device.bytes());
    CHECK(out.to_host()[0] == 0);
}
