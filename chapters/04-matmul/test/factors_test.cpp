// The factors that the program accepts, and its messages for others.
#include "chapters/04-matmul/parts/factors.hpp"

#include <doctest/doctest.h>

#include <stdexcept>

using matmul::Factors;
using matmul::take_factors;

namespace {

Factors taken(std::vector<std::string> arguments) { return take_factors(arguments); }

}  // namespace

TEST_CASE("without --alpha and --beta it is C = A * B, and the arguments stay as they are") {
    std::vector<std::string> arguments = {"--size", "33", "--rung=naive"};
    CHECK(matmul::plain(take_factors(arguments)));
    CHECK(arguments == std::vector<std::string>{"--size", "33", "--rung=naive"});
    CHECK(matmul::name_of({}).empty());
}

TEST_CASE("--alpha and --beta are taken out of the arguments, in both ways of writing them") {
    std::vector<std::string> arguments = {"--alpha", "-2.5", "--size", "33", "--beta=1e-3"};
    const Factors factors = take_factors(arguments);
    CHECK(factors.alpha == -2.5f);
    CHECK(factors.beta == 1e-3f);
    CHECK(arguments == std::vector<std::string>{"--size", "33"});
    CHECK(name_of(factors) == "alpha -2.5, beta 0.001");
    CHECK(taken({"--beta", "0"}).beta == 0);
}

TEST_CASE("what is no finite number is named") {
    CHECK_THROWS_WITH_AS(taken({"--alpha", "two"}), "--alpha needs a number after it, not 'two'",
                         std::invalid_argument);
    for (const char* text : {"", "1x", "nan", "inf", "1e99", "--size"})
        CHECK_THROWS_AS(taken({"--beta", text}), std::invalid_argument);
    CHECK_THROWS_WITH(taken({"--beta"}), "--beta needs a number after it, not ''");
}

TEST_CASE("what the lesson shows is C = A * B, and cannot be had with other factors") {
    CHECK_THROWS_WITH(taken({"--bench", "--beta", "1"}),
                      "--bench is about C = A * B: leave out --alpha and --beta");
    CHECK_THROWS_AS(taken({"--alpha", "2", "--tables=x"}), std::invalid_argument);
    CHECK(plain(taken({"--bench", "--alpha", "1"})));
}
