// Reports come in order, whichever work ends first.
#include "common/course/in_order.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <vector>

TEST_CASE("each piece of work is done once and reported in its turn") {
    constexpr std::size_t kCount = 20;
    std::vector<std::atomic<int>> done(kCount);
    std::vector<std::size_t> reported;
    course::in_order(
        kCount, 4,
        [&](std::size_t i) {
            if (i % 4 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(5));
            ++done[i];
        },
        [&](std::size_t i) {
            CHECK(done[i] == 1);
            reported.push_back(i);
        });
    REQUIRE(reported.size() == kCount);
    for (std::size_t i = 0; i < kCount; ++i) CHECK(reported[i] == i);
}

TEST_CASE("a report that throws ends the work") {
    std::atomic<int> done = 0;
    CHECK_THROWS_AS(course::in_order(
                        1000, 2,
                        [&](std::size_t) {
                            std::this_thread::sleep_for(std::chrono::milliseconds(1));
                            ++done;
                        },
                        [](std::size_t) { throw std::runtime_error("stop"); }),
                    std::runtime_error);
    CHECK(done < 1000);
}
