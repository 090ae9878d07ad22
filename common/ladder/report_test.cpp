// The reports of made-up results: what they contain and what they omit.
#include "common/ladder/report.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "common/ladder/csv.hpp"
#include "common/ladder/lesson_tables.hpp"
#include "common/terminal/terminal.hpp"

namespace {

ladder::Result example(bool emulated) {
    ladder::Result result;
    result.chapter = "02-transpose";
    result.size = {64, 32};
    result.metric = ladder::kGigabytesPerSecond;
    result.machine.emulated = emulated;
    result.machine.device = "A \"device\"";
    result.machine.toolkit = "13.0";
    result.machine.driver = "13.0";
    result.machine.date = "2026-01-02";
    result.machine.clocks = "SM 1 MHz, memory 2 MHz";
    result.seed = 5;
    result.input_bytes = result.output_bytes = 64 * 32 * 4;
    ladder::Row naive;
    naive.name = "naive";
    naive.kind = ladder::Kind::Rung;
    if (emulated) {
        naive.counters = {
            {"global_load_requests", 64}, {"global_load_sectors", 256}, {"dram_read_bytes", 8192}};
    } else {
        naive.repeats = 9;
        naive.time_ms = ladder::Median{2, 1.5, 2.5};
        naive.rate = 123.456;
        naive.share = ladder::Median{0.5, 0.4, 0.6};
        result.roof = "cudaMemcpy";
    }
    result.rows.push_back(naive);
    ladder::Row skipped;
    skipped.name = "future";
    skipped.kind = ladder::Kind::Rung;
    skipped.skipped = "it needs compute capability 10.0";
    result.rows.push_back(skipped);
    return result;
}

}  // namespace

TEST_CASE("JSON has the ladder's keys, and on a GPU times and rates") {
    const auto json = nlohmann::json::parse(ladder::json_report(example(false)));
    CHECK(json["chapter"] == "02-transpose");
    CHECK(json["device"] == "A \"device\"");
    CHECK(json["emulated"] == false);
    CHECK(json["size"] == nlohmann::json({64, 32}));
    const auto& naive = json["rungs"][0];
    CHECK(naive["name"] == "naive");
    CHECK(naive["ok"] == true);
    CHECK(naive["time_ms"] == 2);
    CHECK(naive["gb_per_s"] == doctest::Approx(123.456));
    CHECK_FALSE(naive.contains("counters"));
    CHECK_FALSE(naive.contains("skipped"));
}

TEST_CASE("JSON of a rung on the emulator has counters and neither a time nor a rate") {
    const auto json = nlohmann::json::parse(ladder::json_report(example(true)));
    const auto& naive = json["rungs"][0];
    CHECK(naive["counters"]["global_load_sectors"] == 256);
    CHECK_FALSE(naive.contains("time_ms"));
    CHECK_FALSE(naive.contains("gb_per_s"));
}

TEST_CASE("a skipped rung has its reason and no verdict") {
    const auto json = nlohmann::json::parse(ladder::json_report(example(false)));
    const auto& skipped = json["rungs"][1];
    CHECK(skipped["skipped"] == "it needs compute capability 10.0");
    CHECK_FALSE(skipped.contains("ok"));
}

TEST_CASE("a wrong rung says why in JSON and on the terminal, with the seed that shows it again") {
    ladder::Result result = example(true);
    result.rows[0].failure = "1 of 2 elements\nare wrong";
    CHECK_FALSE(result.ok());
    const auto json = nlohmann::json::parse(ladder::json_report(result));
    CHECK(json["rungs"][0]["ok"] == false);
    CHECK(json["rungs"][0]["failure"] == "1 of 2 elements\nare wrong");
    const std::string text = ladder::text_report({}, result);
    CHECK(text.find("naive is wrong: 1 of 2 elements") != std::string::npos);
    CHECK(text.find("--seed 5") != std::string::npos);
}

TEST_CASE("only a terminal with colours gets an escape sequence, around what is wrong") {
    ladder::Result result = example(true);
    result.rows[0].failure = "1 of 2 elements are wrong";
    CHECK(ladder::text_report({}, result).find('\x1b') == std::string::npos);
    ladder::TextOptions options;
    options.colours = true;
    const std::string text = ladder::text_report({}, result, options);
    CHECK(text.find(terminal::styled("WRONG", terminal::Style::Bad, true)) != std::string::npos);
    CHECK(text.find(terminal::styled("naive is wrong:", terminal::Style::Bad, true)) != std::string::npos);
}

TEST_CASE("CSV rows carry the machine beside the numbers") {
    const auto rows = ladder::parse_csv(ladder::csv_report({example(false)}));
    REQUIRE(rows.size() == 1);  // skipped versions have no row
    CHECK(rows[0].at("device") == "A \"device\"");
    CHECK(rows[0].at("clocks") == "SM 1 MHz, memory 2 MHz");
    CHECK(rows[0].at("size") == "64x32");
    CHECK(rows[0].at("rate") == "123.456");
    CHECK(rows[0].at("roof") == "cudaMemcpy");
    CHECK(rows[0].at("share_low") == "0.4");
}

TEST_CASE("the emulator's table shows ratios of counters, and a dash where there is nothing to divide by") {
    const ladder::Result result = example(true);
    const auto cell = [&](const ladder::CountColumn& column) {
        return ladder::count_cell(column, result.rows[0], result);
    };
    CHECK(cell({"", {"global_load_sectors"}, {"global_load_requests"}}) == "4.00");
    CHECK(cell({"", {"dram_read_bytes"}, {"ideal_read"}}) == "1.00");
    CHECK(cell({"", {"global_load_sectors"}, {}}) == "256");
    CHECK(cell({"", {"global_load_sectors"}, {"1"}}) == "256.00");
    CHECK(cell({"", {"shared_load_wavefronts"}, {"shared_load_requests"}}) == "-");
}

TEST_CASE("where results round, every report says how far each is off") {
    ladder::Result result = example(false);
    result.rows[0].errors = ladder::Errors{2.5e-7, 5e-8};
    CHECK(nlohmann::json::parse(ladder::json_report(result))["rungs"][0]["error_largest"] == 2.5e-7);
    CHECK(nlohmann::json::parse(ladder::json_report(result))["rungs"][0]["error_rms"] == 5e-8);
    const auto rows = ladder::parse_csv(ladder::csv_report({result}));
    CHECK(rows[0].at("error_largest") == "2.5e-07");
    CHECK(rows[0].at("error_rms") == "5e-08");
    CHECK(ladder::text_report({}, result).find("2.5e-07  5.0e-08") != std::string::npos);
    CHECK(ladder::errors_table(rows).find("| naive | 2.5e-07 (5.0e-08) |") != std::string::npos);
    CHECK(ladder::parse_csv(ladder::csv_report({example(false)}))[0].count("error_largest") == 0);
}

TEST_CASE("bars show the rates beside the roof, on request, and the tables stay as they are") {
    ladder::Result result = example(false);
    ladder::Row roof = result.rows[0];
    roof.name = "cudaMemcpy";
    roof.kind = ladder::Kind::Roof;
    roof.rate = 246.912;
    result.rows.insert(result.rows.begin(), roof);
    const std::string without = ladder::text_report({}, result);
    const std::string bars =
        "            GB/s  | cudaMemcpy\n"
        "cudaMemcpy  246.9 ####################|\n"
        "naive       123.5 ##########          |\n\n";
    CHECK(without.find("#") == std::string::npos);
    std::string with = ladder::text_report({}, result, {.bars = ladder::BarLook{.width = 39}});
    const std::size_t at = with.find(bars);
    REQUIRE(at != std::string::npos);
    CHECK(with.erase(at, bars.size()) == without);
    result.rows[0].rate.reset();
    result.rows[0].failure = "1 of 2 elements are wrong";
    result.rows.push_back(result.rows[1]);
    result.roof = "";
    CHECK(
        ladder::text_report({}, result, {.bars = ladder::BarLook{.width = 39}}).find("cudaMemcpy  WRONG\n") !=
        std::string::npos);
}

TEST_CASE("on the emulator bars show the ladder's counts, with the least that its arrays need") {
    ladder::Problem problem;
    problem.bars = {{"sectors", {"global_load_sectors"}, {"ideal_read_sectors"}}};
    ladder::Result result = example(true);  // 64 x 32 floats are 256 sectors
    result.rows.push_back(result.rows[0]);
    result.rows.back().name = "strided";
    result.rows.back().counters["global_load_sectors"] = 512;
    CHECK(ladder::text_report(problem, result, {.bars = ladder::BarLook{.width = 34}})
              .find("         sectors  | the least\n"
                    "naive    256 ##########|\n"
                    "strided  512 ##########|#########\n") != std::string::npos);
    CHECK(ladder::text_report(problem, result).find("#") == std::string::npos);
    // One row has nothing to be compared with.
    CHECK(ladder::text_report(problem, example(true), {.bars = ladder::BarLook{.width = 34}}).find("#") ==
          std::string::npos);
}
