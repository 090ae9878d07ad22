// The tables of a lesson from made-up results.
#include "common/ladder/lesson_tables.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "common/ladder/csv.hpp"
#include "common/ladder/result_rows.hpp"
#include "common/testing/temporary_folder.hpp"

namespace {

const char* const kHeadings =
    "chapter,device,cpu,driver,toolkit,date,clocks,size,rung,on,mode,ok,repeats,time_ms,metric,rate,roof,"
    "share\n";

std::string line(const std::string& size, const std::string& rung, const std::string& mode,
                 const std::string& rate, const std::string& share, const std::string& on = "device") {
    return "02,H200,\"Xeon, 16 threads\",13.0,13.0,2026-01-02,SM 1 MHz," + size + "," + rung + "," + on +
           "," + mode + ",yes,30,1,gb_per_s," + rate + ",cudaMemcpy," + share + "\n";
}

const std::vector<ladder::CsvRow> kRows = ladder::parse_csv(
    kHeadings + line("8x8", "cudaMemcpy", "cold", "4000.4", "1") +
    line("8x8", "naive", "cold", "500.25", "0.125") + line("8x8", "naive", "loop over launches", "510", "") +
    line("8x8", "naive", "loop in the kernel", "900", "") + line("16x16", "naive", "cold", "450", "0.11") +
    line("8x8", "serial", "cold", "1.5", "0.2", "cpu"));

ladder::Problem problem() {
    ladder::Problem problem;
    problem.chapter = "02-transpose";
    problem.metric = ladder::kGigabytesPerSecond;
    problem.loop_sizes = {{8, 8}};
    return problem;
}

}  // namespace

TEST_CASE("the measured table has a row a version and a column a size, and names the machine") {
    CHECK(ladder::measured_table(problem(), kRows) ==
          "GB/s, in brackets the share of cudaMemcpy; medians. H200, CUDA 13.0, driver for CUDA 13.0, "
          "2026-01-02, "
          "SM 1 MHz.\n\n"
          "| rung | 8x8 | 16x16 |\n"
          "| :-- | --: | --: |\n"
          "| cudaMemcpy | 4000 (1.00) | - |\n"
          "| naive | 500.2 (0.12) | 450.0 (0.11) |\n");
}

TEST_CASE("a measured table of more sizes than fit a page becomes two with the same rows") {
    std::string csv = kHeadings;
    for (int k = 1; k <= 9; ++k) csv += line(std::to_string(k) + "x1", "naive", "cold", "500", "0.5");
    const std::string table = ladder::measured_table(problem(), ladder::parse_csv(csv));
    CHECK(table.find("| rung | 1x1 | 2x1 | 3x1 | 4x1 | 5x1 | 6x1 | 7x1 | 8x1 |\n") != std::string::npos);
    CHECK(table.find("\n\n| rung | 9x1 |\n| :-- | --: |\n| naive | 500.0 (0.50) |\n") != std::string::npos);
}

TEST_CASE("a rung without a measurement stands in its place of the ladder, and says so") {
    const std::string table =
        ladder::measured_table(problem(), kRows, {"copy", "coarse", "naive", "coalesced", "last"});
    CHECK(table.substr(table.find("| cudaMemcpy")) ==
          "| cudaMemcpy | 4000 (1.00) | - |\n"
          "| copy | not measured yet | - |\n"
          "| coarse | not measured yet | - |\n"
          "| naive | 500.2 (0.12) | 450.0 (0.11) |\n"
          "| coalesced | not measured yet | - |\n"
          "| last | not measured yet | - |\n");
}

TEST_CASE("the loops stand beside the cold launch of the same size, and only versions that have them") {
    const std::string table = ladder::loops_table(problem(), kRows);
    CHECK(table.find("| rung | one cold launch | loop over launches | loop in the kernel |") !=
          std::string::npos);
    CHECK(table.find("| naive | 500.2 | 510.0 | 900.0 |") != std::string::npos);
    CHECK(table.find("cudaMemcpy |") == std::string::npos);
    CHECK(table.find("16x16") == std::string::npos);
}

TEST_CASE("the historical table puts a seed's figures beside ours at the same size") {
    const ladder::Historical seed = {"S2050", {8, 8}, {{"copy", 60.9}, {"naive", 22.4}}};
    CHECK(ladder::historical_table(problem(), seed, kRows) ==
          "GB/s at 8x8.\n\n"
          "| rung | S2050 | H200 |\n"
          "| :-- | --: | --: |\n"
          "| copy | 60.9 | - |\n"
          "| naive | 22.4 | 500.2 |\n");
}

TEST_CASE("baselines have a table of their own that names the CPU") {
    const std::string table = ladder::baselines_table(problem(), kRows);
    CHECK(table.find("Xeon, 16 threads") != std::string::npos);
    CHECK(table.find("| serial | 1.5 (0.20) |") != std::string::npos);
    CHECK(table.find("naive") == std::string::npos);
}

TEST_CASE("without committed results a table says how to get some") {
    CHECK(ladder::measured_table(problem(), {}).find("make bench") != std::string::npos);
    CHECK(ladder::loops_table(problem(), {}).find("make bench") != std::string::npos);
    CHECK(ladder::baselines_table(problem(), {}).find("make bench") != std::string::npos);
    CHECK(ladder::read_results("/nonexistent").empty());
}

TEST_CASE("only what a ladder has measured is read from the results, whatever else lies beside it") {
    const testing::TemporaryFolder folder;
    std::ofstream(folder / "a.csv") << kHeadings + line("8x8", "naive", "cold", "500", "0.1");
    std::ofstream(folder / "clocks.csv") << "device,clock\nH200,events\n";
    std::ofstream(folder / "empty.csv") << kHeadings;
    const auto rows = ladder::read_results(folder.path());
    REQUIRE(rows.size() == 1);
    CHECK(rows[0].at("rung") == "naive");
    std::filesystem::remove_all(folder.path());
    CHECK(ladder::read_results(folder.path()).empty());
}

namespace {

std::string complaint(const std::string& csv) {
    const testing::TemporaryFolder folder;
    std::ofstream(folder / "mine.csv") << csv;
    std::string said = "accepted";
    try {
        ladder::read_results(folder.path());
    } catch (const std::runtime_error& error) {
        said = error.what();
    }
    return said.substr(said.find("mine.csv") == std::string::npos ? 0 : said.find("mine.csv"));
}

std::string of_machine(const std::string& device, const std::string& cpu, const std::string& rung,
                       const std::string& rate, const std::string& on = "device") {
    return "02," + device + ",\"" + cpu + "\",13.0,13.0,2026-01-02,," + "8x8," + rung + "," + on +
           ",cold,yes,30,1,gb_per_s," + rate + "," + (on == "cpu" ? "memcpy" : "cudaMemcpy") + ",0.5\n";
}

}  // namespace

TEST_CASE("an invalid file of results is refused with its name, its line and what is missing") {
    const std::string good = line("8x8", "naive", "cold", "500", "0.1");
    CHECK(complaint(kHeadings + good) == "accepted");
    CHECK(complaint("chapter,device,rung\n02,H200,naive\n") ==
          "mine.csv: line 2: the column 'cpu' is missing; `make bench` writes all that are needed");
    CHECK(complaint(kHeadings + good + line("8x8", "naive", "cold", "fast", "0.1")) ==
          "mine.csv: line 3: 'fast' is no rate");
    CHECK(complaint(kHeadings + line("8x8", "naive", "cold", "5x", "0.1")).find("'5x' is no rate") !=
          std::string::npos);
    CHECK(complaint(kHeadings + line("8x8", "naive", "cold", "5", "0.1", "gpu")).find("'gpu' is neither") !=
          std::string::npos);
    CHECK(complaint(kHeadings + std::string("02,H200\n")).find("line 2 has 2 cells") != std::string::npos);
}

TEST_CASE(
    "systems stand side by side: a second GPU and a second CPU each get a column, the emulator counts") {
    ladder::Problem on_both = problem();
    on_both.size_on_gpu = {8, 8};
    ladder::Result counts;
    counts.size = {4, 4};
    ladder::Row naive;
    naive.name = "naive";
    naive.kind = ladder::Kind::Rung;
    naive.counters = {{"warp_instructions", 1234}};
    counts.rows = {naive};
    const auto rows = ladder::parse_csv(kHeadings + of_machine("H200", "Xeon, 16 threads", "naive", "500") +
                                        of_machine("H200", "Xeon, 16 threads", "serial", "7", "cpu") +
                                        of_machine("RTX 9", "Ryzen, 8 threads", "naive", "100") +
                                        of_machine("", "EPYC, 2 threads", "serial", "5", "cpu"));
    const std::string table = ladder::systems_table(on_both, rows, counts);
    CHECK(table.find("| rung | H200 | RTX 9 | emulator, warp instructions |\n"
                     "| :-- | --: | --: | --: |\n"
                     "| naive | 500.0 (0.50) | 100.0 (0.50) | 1234 |\n") != std::string::npos);
    CHECK(table.find("| on the CPU | Xeon, 16 threads | EPYC, 2 threads |\n"
                     "| :-- | --: | --: |\n"
                     "| serial | 7.0 (0.50) | 5.0 (0.50) |\n") != std::string::npos);
    CHECK(table.find("in brackets the share of cudaMemcpy") != std::string::npos);
    CHECK(table.find("only counts, at 4x4") != std::string::npos);
    // Another CPU's baselines have their own table, with a device or without.
    const std::string baselines = ladder::baselines_table(on_both, rows);
    CHECK(baselines.find("EPYC, 2 threads, 2026-01-02") != std::string::npos);
    CHECK(baselines.find("Xeon, 16 threads, 2026-01-02") != std::string::npos);
    CHECK(ladder::measured_table(on_both, rows).find("EPYC") == std::string::npos);
}

TEST_CASE("the table of ladders has the roof and the fastest rung of each that was measured") {
    ladder::Problem first = problem();
    first.name = "first";
    first.size_on_gpu = {8, 8};
    ladder::Problem second = first;
    second.name = "second";
    ladder::Ladder one(first);
    one.roof("cudaMemcpy", {});
    one.rung({1, "slow", ""}, {});
    one.rung({1, "fast", ""}, {});
    auto rows = ladder::parse_csv(kHeadings + of_machine("H200", "Xeon", "cudaMemcpy", "1000") +
                                  of_machine("H200", "Xeon", "slow", "90") +
                                  of_machine("H200", "Xeon", "fast", "500"));
    for (ladder::CsvRow& row : rows) row["ladder"] = "first";
    CHECK(ladder::ladders_table({one, ladder::Ladder(second)}, rows) ==
          "H200; medians.\n\n"
          "| ladder | size | roof | GB/s | fastest rung | GB/s | share |\n"
          "| :-- | --: | --: | --: | --: | --: | --: |\n"
          "| first | 8x8 | cudaMemcpy | 1000 | fast | 500.0 | 0.50 |\n");
    CHECK(ladder::ladders_table({one}, {}).find("make bench") != std::string::npos);
}
