// Whole runs of a small ladder whose device versions are copies: right and wrong results, and exit codes.
#include "common/ladder/ladder.hpp"

#include <cuda_runtime_api.h>
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "common/cuda/check.hpp"
#include "common/cuda/counters.hpp"
#include "common/testing/temporary_folder.hpp"

namespace {

using ladder::Array;
using ladder::Call;
using ladder::Size;

std::size_t bytes(const Call& call) { return call.size[0] * sizeof(float); }

void copy_on_host(const Call& call) { std::memcpy(call.out(), call.in(), bytes(call)); }

void copy_on_device(const Call& call) {
    CUDA_CHECK(cudaMemcpy(call.out(), call.in(), bytes(call), cudaMemcpyDeviceToDevice));
}

void copy_all_but_the_last(const Call& call) {
    CUDA_CHECK(cudaMemcpy(call.out(), call.in(), bytes(call) - sizeof(float), cudaMemcpyDeviceToDevice));
}

void ask_for_an_impossible_copy(const Call& call) {
    CUDA_CHECK(cudaMemcpy(call.out(), call.in(), bytes(call), static_cast<cudaMemcpyKind>(77)));
}

ladder::Ladder ladder_of_copies() {
    ladder::Problem problem;
    problem.chapter = "99-copies";
    problem.size_syntax = "N";
    problem.size_on_emulator = {1000};
    problem.size_on_gpu = {1000};
    problem.inputs = [](const Size& size) { return std::vector<Array>{{size}}; };
    problem.output = [](const Size& size) { return Array{size}; };
    problem.work = [](const Size& size) { return 2.0 * sizeof(float) * static_cast<double>(size[0]); };
    problem.metric = ladder::kGigabytesPerSecond;
    problem.reference = copy_on_host;
    ladder::Ladder copies(problem);
    copies.baseline("on_host", copy_on_host);
    copies.roof("cudaMemcpy", copy_on_device);
    copies.rung({1, "right", ""}, copy_on_device);
    ladder::Extras extras;
    extras.skipped = "it needs another machine";
    copies.rung({1, "elsewhere", ""}, copy_on_device, extras);
    return copies;
}

// Input: pixels of one byte. Output: one 64-bit number for each.
constexpr std::int64_t kFactor = std::int64_t{1} << 40;

void widen_on_host(const Call& call) {
    for (std::size_t i = 0; i < call.size[0]; ++i)
        call.out<std::int64_t>()[i] = kFactor * call.in<std::uint8_t>()[i];
}

// A device version that computes the first `part` elements on the host and copies them to the device.
void widen_on_device(const Call& call, std::size_t part) {
    std::vector<std::uint8_t> in(call.size[0]);
    CUDA_CHECK(cudaMemcpy(in.data(), call.in<std::uint8_t>(), in.size(), cudaMemcpyDeviceToHost));
    const std::vector<std::int64_t> out(in.begin(), in.end());
    std::vector<std::int64_t> wide(out);
    for (std::int64_t& value : wide) value *= kFactor;
    CUDA_CHECK(cudaMemcpy(call.out<std::int64_t>(), wide.data(), part * sizeof(std::int64_t),
                          cudaMemcpyHostToDevice));
}

ladder::Ladder ladder_of_types() {
    ladder::Problem problem;
    problem.chapter = "99-types";
    problem.name = "widen";
    problem.size_syntax = "N";
    problem.size_on_emulator = problem.size_on_gpu = {333};
    problem.inputs = [](const Size& size) {
        return std::vector<Array>{{size, ladder::ElementType::Uint8, 0, 255}};
    };
    problem.output = [](const Size& size) { return Array{size, ladder::ElementType::Int64}; };
    problem.work = [](const Size& size) { return 9.0 * static_cast<double>(size[0]); };
    problem.metric = ladder::kGigabytesPerSecond;
    problem.reference = widen_on_host;
    ladder::Ladder types(problem);
    types.baseline("on_host", widen_on_host);
    types.rung({1, "right", ""}, [](const Call& call) { widen_on_device(call, call.size[0]); });
    return types;
}

struct Run {
    int exit_code;
    nlohmann::json json;
};

// Runs the ladders with the arguments and --json, and reads the JSON.
Run run(const std::vector<ladder::Ladder>& ladders, std::vector<std::string> arguments) {
    const testing::TemporaryFolder folder;
    const std::string file = folder / "results.json";
    arguments.insert(arguments.begin(), "99-copies");
    arguments.insert(arguments.end(), {"--json", file});
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    Run result;
    result.exit_code = ladder::run(ladders, static_cast<int>(argv.size()), argv.data());
    std::ifstream stream(file);
    if (stream) result.json = nlohmann::json::parse(stream);
    return result;
}

const nlohmann::json& rung(const nlohmann::json& json, const std::string& name) {
    const auto& rungs = json.at("rungs");
    return *std::find_if(rungs.begin(), rungs.end(), [&](const auto& one) { return one.at("name") == name; });
}

}  // namespace

TEST_CASE("a ladder of right versions ends with 0, and the CPU's have times") {
    const Run right = run({ladder_of_copies()}, {});
    CHECK(right.exit_code == 0);
    CHECK(right.json.at("chapter") == "99-copies");
    CHECK(rung(right.json, "right").at("ok") == true);
    CHECK(rung(right.json, "on_host").contains("gb_per_s"));
    CHECK(rung(right.json, "elsewhere").at("skipped") == "it needs another machine");
}

TEST_CASE("on the emulator nothing that ran on the device has a time, on a GPU all of it has") {
    const Run right = run({ladder_of_copies()}, {});
    CHECK(right.json.at("emulated") == gpu::emulator::present());
    CHECK(rung(right.json, "right").contains("time_ms") == !gpu::emulator::present());
}

TEST_CASE("one element that a version does not write makes the run end with 1") {
    ladder::Ladder copies = ladder_of_copies();
    copies.rung({1, "short", ""}, copy_all_but_the_last);
    const Run wrong = run({copies}, {});
    CHECK(wrong.exit_code == 1);
    CHECK(rung(wrong.json, "right").at("ok") == true);
    CHECK(rung(wrong.json, "short").at("ok") == false);
    const std::string failure = rung(wrong.json, "short").at("failure");
    CHECK(failure.find("1 of 1000 elements are wrong; the first is (999): got NaN, as if never written") ==
          0);
}

TEST_CASE("a version gains nothing from the output of the one before: outputs are poisoned in between") {
    ladder::Ladder copies = ladder_of_copies();
    copies.rung({1, "nothing", ""}, [](const Call&) {});
    CHECK(run({copies}, {}).exit_code == 1);
}

TEST_CASE("a CUDA error is a version's failure, and the versions after it still run") {
    ladder::Ladder copies = ladder_of_copies();
    copies.rung({1, "impossible", ""}, ask_for_an_impossible_copy);
    copies.rung({1, "after", ""}, copy_on_device);
    const Run wrong = run({copies}, {});
    CHECK(wrong.exit_code == 1);
    const std::string failure = rung(wrong.json, "impossible").at("failure");
    CHECK(failure.find("ladder_test.cpp") != std::string::npos);
    CHECK(failure.find("cudaErrorInvalidMemcpyDirection") != std::string::npos);
    CHECK(rung(wrong.json, "after").at("ok") == true);
}

TEST_CASE("only the chosen versions run, at the chosen size") {
    const Run chosen = run({ladder_of_copies()}, {"--rung", "right", "--size", "37"});
    CHECK(chosen.exit_code == 0);
    CHECK(chosen.json.at("rungs").size() == 1);
    CHECK(chosen.json.at("size") == nlohmann::json({37}));
}

TEST_CASE("a size that does not fit ends with 2 and writes nothing") {
    const Run huge = run({ladder_of_copies()}, {"--size", "999999999999999"});
    CHECK(huge.exit_code == 2);
    CHECK(huge.json.is_null());
    CHECK(run({ladder_of_copies()}, {"--size", "many"}).exit_code == 2);
}

TEST_CASE("tables are written into a page, found fresh after that, and stale when the page is changed") {
    ladder::Ladder copies = ladder_of_copies();
    copies.table("greeting", [] { return std::string("hello\n"); });
    const testing::TemporaryFolder folder;
    const std::string page = folder / "page.md";
    const auto write = [&](const std::string& text) { std::ofstream(page) << text; };
    const auto run_tables = [&](bool check) {
        std::vector<std::string> arguments = {"99-copies", "--tables", page};
        if (check) arguments.emplace_back("--check");
        std::vector<char*> argv;
        for (std::string& argument : arguments) argv.push_back(argument.data());
        return copies.run(static_cast<int>(argv.size()), argv.data());
    };
    write(
        "<!-- table:greeting begin -->\n<!-- table:greeting end -->\n<!-- table:measured begin -->\n"
        "<!-- table:measured end -->\n");
    CHECK(run_tables(true) == 1);
    CHECK(run_tables(false) == 0);
    CHECK(run_tables(true) == 0);
    std::stringstream text;
    text << std::ifstream(page).rdbuf();
    CHECK(text.str().find("hello") != std::string::npos);
    write("<!-- table:greeting begin -->\nhallo\n<!-- table:greeting end -->\n");
    CHECK(run_tables(true) == 1);
    write("<!-- table:no-such-tool at all begin -->\n<!-- table:no-such-tool at all end -->\n");
    CHECK(run_tables(false) == 1);
    write("<!-- table:unknown begin -->\n<!-- table:unknown end -->\n");
    CHECK(run_tables(false) == 1);
}

TEST_CASE("arrays have types of their own, and an element that is missing is found in integers too") {
    const Run right = run({ladder_of_types()}, {});
    CHECK(right.exit_code == 0);
    CHECK(right.json.at("ladder") == "widen");
    ladder::Ladder types = ladder_of_types();
    types.rung({1, "short", ""}, [](const Call& call) { widen_on_device(call, call.size[0] - 1); });
    const Run wrong = run({types}, {});
    CHECK(wrong.exit_code == 1);
    const std::string failure = rung(wrong.json, "short").at("failure");
    CHECK(failure.find("1 of 333 elements are wrong; the first is (332): got -") == 0);
    CHECK(failure.find("as if never written") != std::string::npos);
}

TEST_CASE("a version that takes an array for another type than it has ends the run with a sentence") {
    ladder::Ladder types = ladder_of_types();
    types.rung({1, "floats", ""}, [](const Call& call) {
        widen_on_host({call.size, {{call.out(), {}}}, {}});
    });
    CHECK(run({types}, {}).exit_code == 1);
    CHECK_THROWS_WITH(static_cast<void>(Call{{1}, {{nullptr, ladder::ElementType::Uint8}}, {}}.in<double>()),
                      "a version takes input 0 for an array of double, and the problem says uint8");
}

TEST_CASE("a version can be left out at some sizes, with its reason") {
    ladder::Ladder copies = ladder_of_copies();
    ladder::Extras extras;
    extras.skipped_at = [](const Size& size) {
        return std::string(size[0] > 100 ? "it takes too long" : "");
    };
    copies.rung({1, "slow", ""}, copy_on_device, extras);
    CHECK(rung(run({copies}, {}).json, "slow").at("skipped") == "it takes too long");
    CHECK(rung(run({copies}, {"--size", "100"}).json, "slow").at("ok") == true);
}

TEST_CASE("two ladders run one after the other, or one of them is chosen; a size is of one ladder") {
    const std::vector<ladder::Ladder> two = {ladder_of_copies(), ladder_of_types()};
    const Run both = run(two, {});
    CHECK(both.exit_code == 0);
    REQUIRE(both.json.size() == 2);
    CHECK(both.json[0].at("size") == nlohmann::json({1000}));
    CHECK(both.json[1].at("ladder") == "widen");
    const Run one = run(two, {"--ladder", "widen", "--size", "7"});
    CHECK(one.exit_code == 0);
    CHECK(one.json.at("size") == nlohmann::json({7}));
    CHECK(run(two, {"--size", "7"}).exit_code == 2);
    CHECK(run(two, {"--ladder", "widen", "--rung", "elsewhere"}).exit_code == 2);
    CHECK(run(two, {"--rung", "elsewhere"}).json.at("chapter") == "99-copies");
}

TEST_CASE("a ladder on request runs only where it is named") {
    ladder::Problem problem = ladder_of_types().problem();
    problem.name = "widen-more";
    problem.on_request = true;
    ladder::Ladder more(problem);
    more.baseline("on_host", widen_on_host);
    more.table("greeting", [] { return std::string("of the longer name\n"); });
    const std::vector<ladder::Ladder> all = {ladder_of_types(), more};
    CHECK(run(all, {}).json.at("ladder") == "widen");
    CHECK(run(all, {"--size", "5"}).json.at("ladder") == "widen");
    CHECK(run(all, {"--ladder", "widen-more"}).json.at("ladder") == "widen-more");
    CHECK(run(all, {"--ladder", "widen-less"}).exit_code == 2);
    const testing::TemporaryFolder folder;
    const std::string page = folder / "page.md";
    std::ofstream(page)
        << "<!-- table:widen-more-greeting begin -->\n<!-- table:widen-more-greeting end -->\n";
    CHECK(run(all, {"--tables", page}).exit_code == 0);
    std::stringstream text;
    text << std::ifstream(page).rdbuf();
    CHECK(text.str().find("of the longer name") != std::string::npos);
}

TEST_CASE("a size with as many extents as only one ladder has chooses that ladder") {
    ladder::Problem square = ladder_of_copies().problem();
    square.name = "square";
    square.size_on_gpu = square.size_on_emulator = {3, 4};
    square.reference = [](const Call& call) {
        std::memcpy(call.out(), call.in(), call.size[0] * call.size[1] * sizeof(float));
    };
    ladder::Ladder squares(square);
    squares.baseline("on_host", square.reference);
    const Run chosen = run({ladder_of_types(), squares}, {"--size", "5x2"});
    CHECK(chosen.exit_code == 0);
    CHECK(chosen.json.at("ladder") == "square");
    CHECK(run({ladder_of_types(), squares}, {"--size", "5"}).json.at("ladder") == "widen");
}

TEST_CASE("on a page the tables of several ladders carry their names") {
    ladder::Ladder copies = ladder_of_copies();
    copies.table("greeting", [] { return std::string("not this one\n"); });
    ladder::Ladder types = ladder_of_types();
    types.table("greeting", [] { return std::string("hello\n"); });
    const testing::TemporaryFolder folder;
    const std::string page = folder / "page.md";
    std::ofstream(page) << "<!-- table:widen-greeting begin -->\n<!-- table:widen-greeting end -->\n"
                        << "<!-- table:widen-measured begin -->\n<!-- table:widen-measured end -->\n";
    CHECK(run({copies, types}, {"--tables", page}).exit_code == 0);
    std::stringstream text;
    text << std::ifstream(page).rdbuf();
    CHECK(text.str().find("hello") != std::string::npos);
    CHECK(text.str().find("not this one") == std::string::npos);
    CHECK(text.str().find("No results are committed yet") != std::string::npos);
    CHECK(run({copies, types}, {"--tables", page, "--check"}).exit_code == 0);
}

TEST_CASE(
    "inputs of floating point are whole numbers where a problem asks for them, and are not where it does "
    "not") {
    for (const bool whole : {false, true}) {
        CAPTURE(whole);
        ladder::Problem problem = ladder_of_copies().problem();
        problem.inputs = [whole](const Size& size) {
            return std::vector<Array>{{size, ladder::ElementType::Float, -8, 8, whole}};
        };
        std::vector<float> seen;
        ladder::Ladder copies(problem);
        copies.rung({1, "right", ""}, copy_on_device);
        copies.baseline("sees", [&](const Call& call) {
            seen.assign(call.in(), call.in() + call.size[0]);
            copy_on_host(call);
        });
        CHECK(run({copies}, {}).exit_code == 0);
        CHECK(seen.size() == 1000);
        const auto fractions =
            std::count_if(seen.begin(), seen.end(), [](float x) { return x != std::floor(x); });
        CHECK((fractions == 0) == whole);
        const auto [least, largest] = std::minmax_element(seen.begin(), seen.end());
        CHECK(*least <= -7);
        CHECK(*least >= -8);
        CHECK(*largest >= 7);
        CHECK(*largest <= 8);
    }
}

namespace {

// Thirds of the input, which no float holds exactly.
ladder::Ladder ladder_of_thirds(double tolerance) {
    ladder::Problem problem;
    problem.chapter = "99-thirds";
    problem.size_syntax = "N";
    problem.size_on_emulator = problem.size_on_gpu = {100};
    problem.inputs = [](const Size& size) {
        return std::vector<Array>{{size, ladder::ElementType::Float, 1, 2}};
    };
    problem.output = [](const Size& size) { return Array{size}; };
    problem.work = [](const Size& size) { return static_cast<double>(size[0]); };
    problem.metric = ladder::kTeraflops;
    ladder::Rounding rounding;
    rounding.reference = [](const Call& call, double* exact, double* magnitude) {
        for (std::size_t i = 0; i < call.size[0]; ++i) exact[i] = magnitude[i] = call.in()[i] / 3.0;
    };
    rounding.tolerance = [tolerance](const Size&) { return tolerance; };
    problem.rounding = rounding;
    ladder::Ladder thirds(problem);
    thirds.baseline("thirds", [](const Call& call) {
        for (std::size_t i = 0; i < call.size[0]; ++i) call.out()[i] = call.in()[i] / 3;
    });
    return thirds;
}

}  // namespace

TEST_CASE("a rounded result is right within its tolerance, and its error is reported") {
    const Run right = run({ladder_of_thirds(6e-8)}, {});
    CHECK(right.exit_code == 0);
    CHECK(rung(right.json, "thirds").at("error_largest") > 1e-9);
    CHECK(rung(right.json, "thirds").at("error_largest") < 6e-8);
    CHECK(run({ladder_of_thirds(1e-10)}, {}).exit_code == 1);
    ladder::Ladder coarse = ladder_of_thirds(1e-10);
    ladder::Extras extras;
    extras.tolerance = [](const Size&) { return 1e-2; };
    coarse.baseline(
        "coarse",
        [](const Call& call) {
            for (std::size_t i = 0; i < call.size[0]; ++i) call.out()[i] = call.in()[i] * 0.333f;
        },
        extras);
    CHECK(rung(run({coarse}, {}).json, "coarse").at("ok") == true);
}
