// The whole call, plain and overlapped, is right with one band, with several, and with a short last one; also with
// negative lengths in one band only.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "chapters/05-shortcuts/programs/parts/overlapped.hpp"
#include "chapters/05-shortcuts/programs/parts/plain.hpp"
#include "common/baseline/shortcuts/shortcuts.hpp"
#include "common/cuda/counters.hpp"
#include "common/ladder/comparison.hpp"
#include "common/ladder/random_input.hpp"

namespace {

// Pinned memory for n × n floats.
class Pinned {
  public:
    explicit Pinned(std::size_t count) : count_(count) {
        CUDA_CHECK(cudaMallocHost(reinterpret_cast<void**>(&data_), count * sizeof(float)));
        std::fill_n(data_, count, std::numeric_limits<float>::quiet_NaN());
    }
    Pinned(const Pinned&) = delete;
    Pinned& operator=(const Pinned&) = delete;
    ~Pinned() { static_cast<void>(cudaFreeHost(data_)); }
    float* data() { return data_; }
    std::size_t size() const { return count_; }

  private:
    float* data_ = nullptr;
    std::size_t count_;
};

std::string difference(Pinned& r, const float* d, std::size_t n) {
    std::vector<float> expected(n * n);
    baseline::shortcuts::tiles(expected.data(), d, n);
    return ladder::describe(ladder::compare(r.data(), expected.data(), r.size()), {n, n});
}

}  // namespace

TEST_CASE("the plain whole call is right, and says what its parts took") {
    constexpr std::size_t kN = 150;
    std::vector<float> d(kN * kN);
    ladder::fill_random(d.data(), d.size(), ladder::fresh_seed(), 0.0f, 100.0f);
    Pinned r(kN * kN);
    const whole::Parts parts = whole::plain(r.data(), d.data(), kN);
    CHECK(difference(r, d.data(), kN) == "");
    CHECK(parts.sum() >= parts.compute);
    CHECK(parts.compute > 0);
}

TEST_CASE(
    "the overlapped whole call is right in one band and in several, with a short last one, call after call") {
    whole::Streams streams;
    for (const std::size_t n : {1, 100, 129, 300, 641}) {
        CAPTURE(n);
        Pinned d(n * n);
        Pinned r(n * n);
        ladder::fill_random(d.data(), d.size(), ladder::fresh_seed(), 0.0f, 100.0f);
        whole::overlapped(r.data(), d.data(), n, streams);
        CHECK(difference(r, d.data(), n) == "");
        // In a band in the middle, and in several rows: integers would keep the largest of negative sums.
        for (std::size_t i = n / 2; i < std::min(n, n / 2 + 5); ++i) {
            for (std::size_t j = 0; j < n; ++j) d.data()[i * n + j] -= 75;
        }
        whole::overlapped(r.data(), d.data(), n, streams);
        CHECK(difference(r, d.data(), n) == "");
    }
}

// The last test, so that it covers all of the above: a copy or a launch that waits for too little is a race between
// streams.
TEST_CASE("no stream reads what another one has not finished") { CHECK(gpu::emulator::findings() == 0); }
