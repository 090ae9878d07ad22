// The table of options, and what kernels and launches the selecting ones mean.
#include <doctest/doctest.h>

#include <set>
#include <string>

#include "emulator/loader/kernel_pattern.hpp"
#include "emulator/loader/option_table.hpp"

using namespace simt;
using namespace simt::loader;

namespace {

constexpr const char* kTemplate = "void tile::copy<float, (tile::Order)1>(float*, float const*, int)";
constexpr const char* kMangled = "_ZN4tile4copyIfLNS_5OrderE1EEEvPfPKfi";

bool matches(const char* pattern) { return KernelPattern(pattern).matches(kTemplate, kMangled); }

std::string expected(const char* variable, const char* text) {
    for (const Option& option : table())
        if (option.variable == std::string_view(variable)) return must_be(option, text).value_or("accepted");
    return "no such variable";
}

}  // namespace

TEST_CASE("no two options share a name or a variable") {
    std::set<std::string> names, variables;
    for (const Option& option : table()) {
        if (option.names[0] != '\0') CHECK(names.insert(name_of(option)).second);
        if (option.variable[0] != '\0') CHECK(variables.insert(option.variable).second);
        CHECK((option.names[0] != '\0' || option.variable[0] != '\0'));
    }
}

TEST_CASE("a function's name is what is left without namespaces, template arguments and parameters") {
    CHECK(function_name(kTemplate) == "copy");
    CHECK(function_name("copy(float*)") == "copy");
    CHECK(function_name("copy") == "copy");
    CHECK(function_name("(anonymous namespace)::copy(int)") == "copy");
    CHECK(function_name("void outer<a::b>::inner<c::d>(e::f<int>)") == "inner");
}

TEST_CASE("a plain name is the function's whole name, or any full form of it") {
    CHECK(matches("copy"));
    CHECK(matches("tile::copy<float, (tile::Order)1>"));
    CHECK(matches(kTemplate));
    CHECK(matches(kMangled));
    CHECK_FALSE(matches("cop"));
    CHECK_FALSE(matches("tile"));
    CHECK(matches("kernel_name=copy"));
    CHECK(matches("kne=copy"));
    CHECK_FALSE(matches("kne=cop"));
}

TEST_CASE("an expression is looked for in the function's name, a substring in all of it") {
    CHECK(matches("regex:op"));
    CHECK(matches("regex:^co.y$"));
    CHECK_FALSE(matches("regex:tile"));
    CHECK_FALSE(matches("regex:^op"));
    CHECK(matches("kns=tile"));
    CHECK(matches("kernel_substring=IfLNS"));
    CHECK_FALSE(matches("kns=naive"));
    CHECK(wrong_pattern("regex:(") != "");
    CHECK(wrong_pattern("") != "");
    CHECK(wrong_pattern("regex:a|b") == "");
}

TEST_CASE("a launch range counts from 1 and is open where a bound is left out") {
    CHECK(parse_launch_range("3") == LaunchRange{3, 3});
    CHECK(parse_launch_range("3:5") == LaunchRange{3, 5});
    CHECK(parse_launch_range("3:") == LaunchRange{3, ~u64{0}});
    CHECK(parse_launch_range(":5") == LaunchRange{1, 5});
    for (const char* wrong : {"", ":", "0", "5:3", "-1", "a", "1:b", "1:2:3", "1-2"}) {
        CAPTURE(wrong);
        CHECK_FALSE(parse_launch_range(wrong).has_value());
    }
}

TEST_CASE("--trace-of names a warp, a block, all blocks or every so-many-th") {
    CHECK(parse_warps("0,0,0:0") == trace::Selection{});
    CHECK(parse_warps("3,1:2") == trace::Selection{.block = {3, 1, 0}, .warp = 2});
    CHECK(parse_warps("3") == trace::Selection{.block = {3, 0, 0}, .one_warp = false});
    CHECK(parse_warps("all") == trace::Selection{.all = true});
    CHECK(parse_warps("all/16") == trace::Selection{.all = true, .every = 16});
    for (const char* wrong :
         {"", "a", "1,2,3,4", "1:32", "1:", ":1", "-1", "all/0", "all/", "all:1", "1,,2"}) {
        CAPTURE(wrong);
        CHECK_FALSE(parse_warps(wrong).has_value());
    }
}

TEST_CASE("what a value must be is said in words") {
    CHECK(expected("SIMT_CHECKS", "all") == "accepted");
    CHECK(expected("SIMT_CHECKS", "some") == "all, none, memcheck, racecheck, initcheck or synccheck");
    CHECK(expected("SIMT_MODEL", "cc1.3,cc9.0") == "accepted");
    CHECK(expected("SIMT_MODEL", "cc1.3,") == "cc1.3, cc2.0 or cc9.0");
    CHECK(expected("SIMT_MODEL", "1.3") == "cc1.3, cc2.0 or cc9.0");
    CHECK(expected("SIMT_THREADS", "4096") == "accepted");
    CHECK(expected("SIMT_THREADS", "4097") == "a number from 1 to 4096");
    CHECK(expected("SIMT_LAUNCH_COUNT", "0") == "a number, 1 or more");
    CHECK(expected("SIMT_PRINT_LIMIT", "-1") == "a number, 0 or more");
    CHECK(expected("SIMT_KERNEL", "regex:[") != "accepted");
}
