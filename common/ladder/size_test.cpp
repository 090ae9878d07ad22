// Sizes on the command line.
#include "common/ladder/size.hpp"

#include <doctest/doctest.h>

#include <stdexcept>
#include <string>

namespace {

std::string size_complaint(const std::string& text) {
    try {
        ladder::parse_size(text, 2);
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "accepted";
}

}  // namespace

TEST_CASE("a size is rows times columns, and one number stands for both") {
    CHECK(ladder::parse_size("31x4097", 2) == ladder::Size{31, 4097});
    CHECK(ladder::parse_size("64", 2) == ladder::Size{64, 64});
    CHECK(ladder::parse_size("100", 1) == ladder::Size{100});
    CHECK(ladder::to_string({31, 4097}) == "31x4097");
}

TEST_CASE("a text that is no size is refused with the reason") {
    CHECK(size_complaint("12x") == "size '12x' lacks a number");
    CHECK(size_complaint("x12") == "size 'x12' lacks a number");
    CHECK(size_complaint("") == "size '' lacks a number");
    CHECK(size_complaint("0x5") == "size '0x5' has no elements: every extent is at least 1");
    CHECK(size_complaint("-3") == "size '-3': '-3' is not a whole number");
    CHECK(size_complaint("2e3") == "size '2e3': '2e3' is not a whole number");
    CHECK(size_complaint("1x2x3") == "size '1x2x3' has 3 numbers where 2 are needed");
    CHECK(size_complaint("99999999999999999999") == "size '99999999999999999999' has too many digits");
}

TEST_CASE("a size with more elements than 64 bits count has no count") {
    CHECK(ladder::element_count({std::size_t{1} << 32, std::size_t{1} << 31}) == std::size_t{1} << 63);
    CHECK_FALSE(ladder::element_count({std::size_t{1} << 32, std::size_t{1} << 32}).has_value());
}

TEST_CASE("bytes are printed with a unit") {
    CHECK(ladder::readable_bytes(999) == "999 B");
    CHECK(ladder::readable_bytes(4294967296.0) == "4.29 GB");
    CHECK(ladder::readable_bytes(8e18) == "8 EB");
}
