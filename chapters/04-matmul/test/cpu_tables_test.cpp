// The tables of the CPU's times: computed values, missing times, and CSV written and read.
#include "chapters/04-matmul/programs/parts/cpu/tables.hpp"

#include <doctest/doctest.h>

#include <stdexcept>

namespace {

cpu::Run run_of_two_sizes() {
    return {"a CPU, 2 threads",
            "2026-11-21",
            "avx2",
            "OpenBLAS 0.3.21, with, commas",
            {{"ijk", 2048, 1, 8, {90, 89, 91}, {}},
             {"ikj", 2048, 1, 2048, {10, 9, 11}, {}},
             {"openmp", 2048, 1, 2048, {10, 9, 11}, {}},
             {"openmp", 2048, 2, 2048, {5.5, 5, 6}, {}},
             {"blocked", 2048, 2, 2048, {0.125, 0.124, 0.126}, ladder::Median{0.96, 0.95, 0.97}},
             {"OpenBLAS", 2048, 2, 2048, {0.12, 0.11, 0.13}, {}},
             {"ikj", 1000, 1, 1000, {1, 1, 1}, {}}}};
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("loop orders: ratios, a star where rows were left out, a dash where nothing was measured") {
    const std::string table = cpu::loop_orders(run_of_two_sizes());
    CHECK(has(table, "n =                      1000    2048\n"));
    CHECK(has(table, "ijk                         -   90.0*\n"));
    CHECK(has(table, "ikj                      1.00    10.0\n"));
    CHECK(has(table, "ijk / ikj                   -    9.00\n"));
    CHECK(has(table, "ijk / ikj, 2.8 GHz Xeon     -    6.19\n"));
}

TEST_CASE("threads: each number of them and the speed-up over one") {
    const std::string table = cpu::threads(run_of_two_sizes());
    CHECK(has(table, "2 threads                   -   5.50\n"));
    CHECK(has(table, "T1 / T2                     -   1.82\n"));
    CHECK(has(table, "T1 / T8, 2.8 GHz Xeon       -   3.95\n"));
}

TEST_CASE("the library: operations per second and the share with its interval") {
    const std::string table = cpu::library(run_of_two_sizes());
    CHECK(has(table, "137.4\n"));
    CHECK(has(table, "0.96 (0.95-0.97)\n"));
}

TEST_CASE("a run written as CSV and read again is the same") {
    const cpu::Run run = run_of_two_sizes();
    const cpu::Run again = cpu::from_csv(cpu::to_csv(run));
    CHECK(cpu::to_csv(again) == cpu::to_csv(run));
    CHECK(again.openblas == run.openblas);
    CHECK(again.times.size() == run.times.size());
    CHECK(!again.times[0].share.has_value());
    CHECK(again.times[4].share->low == 0.95);
}

TEST_CASE("CSV without rows, without a column, or with a word for a number is refused") {
    CHECK_THROWS_AS(cpu::from_csv("cpu,date\n"), std::runtime_error);
    CHECK_THROWS_AS(cpu::from_csv("cpu,date\na,b\n"), std::runtime_error);
    std::string csv = cpu::to_csv(run_of_two_sizes());
    csv.replace(csv.find("0.125"), 5, "quick");
    CHECK_THROWS_AS(cpu::from_csv(csv), std::runtime_error);
}
