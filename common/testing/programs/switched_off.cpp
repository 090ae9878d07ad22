// One test that runs and one that the source switches off; runner_test.cpp checks how they are counted.
#include <doctest/doctest.h>

TEST_CASE("runs") { CHECK(true); }

TEST_CASE("is switched off" * doctest::skip()) { CHECK(false); }
