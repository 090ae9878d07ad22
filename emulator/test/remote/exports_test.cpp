// The thin runtime has every function of CUDA that the emulator's own library has, under the same version.
#include <doctest/doctest.h>

#include <set>
#include <sstream>
#include <string>

#include "emulator/test/support/shell.hpp"

namespace {

// "cudaMalloc@@libcudart.so.13" for each function of CUDA.
std::set<std::string> functions_of(const std::string& library) {
    const simt::testing::Ended ran =
        simt::testing::shell("nm --dynamic --defined-only --with-symbol-versions '" + library + "'");
    REQUIRE(ran.exit_code == 0);
    std::set<std::string> names;
    std::istringstream lines(ran.out);
    for (std::string address, kind, name; lines >> address >> kind >> name;)
        if (name.starts_with("cuda") || name.starts_with("__cuda")) names.insert(name);
    return names;
}

}  // namespace

TEST_CASE("a program finds the same functions in the thin runtime as in the emulator") {
    const auto own = functions_of("build/lib/libcudart.so.13"),
               thin = functions_of("build/grade/lib/libcudart.so.13");
    CHECK(own.size() > 390);
    for (const std::string& name : own)
        if (!thin.contains(name)) FAIL_CHECK("missing: " << name);
    for (const std::string& name : thin)
        if (!own.contains(name)) FAIL_CHECK("more than the emulator has: " << name);
}
