// Threads that wait for each other finish in every order, and what relies on one order is found out by another.
#include <doctest/doctest.h>

#include <string>

#include "emulator/test/support/shell.hpp"

using namespace simt::testing;

namespace {

Ended run_case(const std::string& name, const std::string& options) {
    return shell("build/simt " + options + " build/test/programs/together " + name);
}

// Whether the program's answer is wrong for one of the first seeds.
bool breaks_in_random_order(const std::string& name) {
    for (int seed = 1; seed <= 20; ++seed)
        if (run_case(name, "--quiet --schedule=random --seed=" + std::to_string(seed)).exit_code != 0)
            return true;
    return false;
}

}  // namespace

TEST_CASE(
    "a grid's barrier, flags and locks between blocks, warps and lanes let everybody finish, in any order") {
    for (const char* name : {"grid", "chain", "lock", "lanes"}) {
        CAPTURE(name);
        for (const char* order :
             {"--quiet", "--quiet --schedule=random", "--quiet --schedule=random --seed 7"}) {
            CAPTURE(order);
            const Ended ran = run_case(name, order);
            CHECK(ran.out == std::string(name) + ": right\n");
            CHECK(ran.exit_code == 0);
        }
    }
}

TEST_CASE("random order finds what lockstep hides, and the same seed finds it again") {
    CHECK(run_case("lockstep", "--quiet").out == "lockstep: right\n");
    CHECK(breaks_in_random_order("lockstep"));
    CHECK(breaks_in_random_order("order"));
    const std::string seeded = "--quiet --schedule=random --seed=3";
    CHECK(run_case("order", seeded).out == run_case("order", seeded).out);
}

TEST_CASE(
    "a kernel that runs away ends with an error and the place; without the limit's being reached nothing "
    "changes") {
    const Ended ran = run_case("runaway", "--max-instructions 200000");
    CHECK(ran.out == "runaway: cudaErrorLaunchTimeout\n");
    CAPTURE(ran.err);
    CHECK(
        ran.err.find(
            "stopped after 200000 warp instructions (--max-instructions); block (0,0,0) has 32 threads at") !=
        std::string::npos);
    CHECK(ran.err.find("together.cu") != std::string::npos);
    CHECK(run_case("lanes", "--quiet --max-instructions 200000").exit_code == 0);
}
