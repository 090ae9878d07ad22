#include "common/testing/words.hpp"

#include <doctest/doctest.h>

TEST_CASE("the first word that a text lacks is named, and words have an order") {
    CHECK(testing::missing("2 of 6 are wrong", {"2", "6", "wrong"}) == "");
    CHECK(testing::missing("2 of 6 are wrong", {"2", "7", "right"}) == "7");
    CHECK(testing::missing("2 of 6 are wrong", {"6", "2"}) == "2");
    CHECK(testing::contains("2 of 6", "of"));
    CHECK_FALSE(testing::contains("2 of 6", "off"));
}
