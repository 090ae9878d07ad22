// The speed-ups over ikj: which time is divided by which, and which rows are used.
#include "chapters/04-matmul/more/c1060/speedups.hpp"

#include <doctest/doctest.h>

#include <stdexcept>

namespace {

cpu::Run run_at(std::size_t n) {
    return {"a CPU",
            "2026-11-21",
            "avx512",
            "",
            {{"ijk", n, 1, 4, {400, 400, 400}, {}},
             {"ikj", n, 1, 64, {10, 10, 10}, {}},
             {"openmp", n, 4, 64, {2.5, 2, 3}, {}},
             {"openmp", n, 16, 64, {1, 1, 1}, {}},
             {"blocked", n, 16, n, {0.1, 0.1, 0.1}, {}}}};
}

const char* const kLadder =
    "size,rung,on,mode,time_ms\n"
    "4096x4096x4096,coalesced,device,cold,20\n"
    "4096x4096x4096,cuBLAS,device,cold,2.5\n"
    "4096x4096x4096,ikj,cpu,cold,9000\n"
    "4096x4096x4096,wide_tile,device,cold,\n"
    "2048x2048x2048,coalesced,device,cold,1\n";

// Columns apart by one space each.
std::string squeezed(const std::string& table) {
    std::string text;
    for (const char letter : table) {
        if (letter != ' ' || text.empty() || text.back() != ' ') text += letter;
    }
    return text;
}

bool has_line(const std::string& table, const std::string& line) {
    return squeezed(table).find(line) != std::string::npos;
}

}  // namespace

TEST_CASE("every version's time divides that of ikj on the same machine, and theirs that on theirs") {
    const std::string table = c1060::speedups(run_at(4096), ladder::parse_csv(kLadder));
    CHECK(has_line(table, "ijk, 1 thread 0.03 0.14\n"));
    CHECK(has_line(table, "ikj, 4 threads 4.00 3.97\n"));
    CHECK(has_line(table, "blocked, 16 threads 100 -\n"));
    CHECK(has_line(table, "OpenBLAS, 16 threads - -\n"));
    CHECK(has_line(table, "coalesced (GPU1) 500 111\n"));
    CHECK(has_line(table, "cuBLAS (CUBLAS) 4000 1571\n"));
}

TEST_CASE("rows of other sizes, of the CPU's ladder and without a time are left out") {
    const std::string table = c1060::speedups(run_at(4096), ladder::parse_csv(kLadder));
    CHECK(!has_line(table, "wide_tile"));
    CHECK(!has_line(table, " 10000 "));
}

TEST_CASE("without a time of ikj there is nothing to divide") {
    CHECK_THROWS_AS(c1060::speedups(run_at(2048), {}), std::runtime_error);
}
