// Tests of the team: every part once, whatever the numbers; calls from several threads and from inside; helpers that sleep.
#include "common/baseline/team.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <thread>
#include <vector>

namespace {

namespace team = baseline::team;

// How often each part was run, in a call with so many threads. The counts are not atomic: if two threads ran a part, or the call
// returned before the last part, ThreadSanitizer would say so.
std::vector<int> counts_of(std::size_t threads, std::size_t parts) {
    std::vector<int> counts(parts);
    team::run(threads, parts, [&](std::size_t part) { ++counts[part]; });
    return counts;
}

TEST_CASE("each part runs once") {
    for (const std::size_t threads : {1, 2, 3, 7, 16, 600})
        for (const std::size_t parts : {0, 1, 2, 3, 5, 16, 17, 100})
            CHECK(counts_of(threads, parts) == std::vector<int>(parts, 1));
}

TEST_CASE("call after call, helpers that come late take nothing of the next") {
    int wrong = 0;
    for (std::size_t call = 0; call < 200000; ++call) {
        const std::size_t threads = 2 + call % 7,
                          parts = call % 23;  // more threads than some machines have cores
        if (counts_of(threads, parts) != std::vector<int>(parts, 1)) ++wrong;
    }
    CHECK(wrong == 0);
}

TEST_CASE("a call returns when the helpers are done, too") {
    std::atomic<bool> begun = false, done = false;
    team::run(2, 2, [&](std::size_t part) {
        if (part == 0) {
            while (!begun) std::this_thread::yield();
            return;
        }
        begun = true;
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        done = true;
    });
    CHECK(done);
}

TEST_CASE("helpers help: while one thread has a part, another runs the rest") {
    std::atomic<int> done = 0;
    team::run(2, 10, [&](std::size_t part) {
        ++done;
        if (part == 0)
            while (done < 10) std::this_thread::yield();  // part 0's thread runs no other one
    });
    CHECK(done == 10);
}

TEST_CASE("helpers that sleep are woken") {
    counts_of(2, 2);
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    std::atomic<int> arrived = 0;
    team::run(2, 2, [&](std::size_t) {
        ++arrived;
        while (arrived < 2) std::this_thread::yield();
    });
    CHECK(arrived == 2);
}

TEST_CASE("calls from inside a part, and from several threads at once") {
    std::vector<int> counts(12);
    team::run(2, 4, [&](std::size_t outer) {
        team::run(2, 3, [&](std::size_t inner) { ++counts[outer * 3 + inner]; });
    });
    CHECK(counts == std::vector<int>(12, 1));

    std::atomic<int> wrong = 0;
    std::vector<std::thread> callers;
    for (int caller = 0; caller < 4; ++caller)
        callers.emplace_back([&] {
            for (int call = 0; call < 500; ++call)
                if (counts_of(3, 6) != std::vector<int>(6, 1)) ++wrong;
        });
    for (std::thread& caller : callers) caller.join();
    CHECK(wrong == 0);
}

}  // namespace
