// 02.1, not solved, "ended itself" or "does not compile": brings doctest with a main function of its own, and tests that pass.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#define DOCTEST_CONFIG_NO_SHORT_MACRO_NAMES
#include <doctest/doctest.h>

#include <cstddef>

DOCTEST_TEST_CASE("every element is where it belongs") {}
DOCTEST_TEST_CASE("loads and stores are coalesced") {}

void transpose(float*, const float*, std::size_t, std::size_t) {}
