// Tests that end in every bad way a test program can; runner_test.cpp selects them one by one with --test-case.
#include <doctest/doctest.h>

#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <thread>

#include "common/testing/skip.hpp"

TEST_CASE("passes") { CHECK(1 + 1 == 2); }

TEST_CASE("fails twice") {
    const int answer = 41;
    CHECK(answer == 42);
    FAIL_CHECK("said so");
}

TEST_CASE("throws") { throw std::runtime_error("out of cheese"); }

TEST_CASE("crashes") { std::raise(SIGSEGV); }

TEST_CASE("exits") { std::exit(0); }

TEST_CASE("dies on another thread") {
    std::thread([] { throw std::runtime_error("nobody catches this"); }).join();
}

TEST_CASE("hangs") {
    for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
}

TEST_CASE("does not apply") { testing::skip("there is nothing to see here"); }

TEST_CASE("fails and then says it does not apply") {
    CHECK(1 == 2);
    testing::skip("too late");
}

TEST_CASE("should fail and does not" * doctest::should_fail()) { CHECK(true); }
