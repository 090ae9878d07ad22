// The predictions of each rung's header, counted.
#include <doctest/doctest.h>

#include <map>
#include <string>

#include "chapters/NN-name/ladder.hpp"
#include "common/cuda/buffer.hpp"
#include "common/testing/device.hpp"

namespace {

constexpr std::size_t kElements = 8192;

std::map<std::string, double> count(const char* name) {
    const rungs::Rung rung = ladder::named(name, rungs::kAll);
    gpu::Buffer<float> in(kElements), out(kElements);
    in.fill_bytes(0);
    return testing::counters_of([&] { rung.run(out.data(), in.data(), kElements); });
}

}  // namespace

TEST_CASE("a thread for each element: 4 sectors per load and per store") {
    if (!testing::counted()) return;
    auto naive = count("naive");
    CHECK(naive.at("global_load_requests") == kElements / 32);
    CHECK(naive.at("global_load_sectors") == 4 * kElements / 32);
    CHECK(naive.at("global_store_sectors") == 4 * kElements / 32);
}
