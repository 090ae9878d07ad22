// Whole runs of a small ladder whose device versions are copies: what is right, what is wrong, and how a run ends.
#include "common/ladder/ladder.hpp"

#include <cuda_runtime_api.h>
#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "common/cuda/check.hpp"
#include "common/cuda/counters.hpp"

namespace {

using ladder::Call;
using ladder::Size;

std::size_t bytes(const Call& call) { return call.size[0] * sizeof(float); }

void copy_on_host(const Call& call) { std::memcpy(call.output, call.inputs[0], bytes(call)); }

void copy_on_device(const Call& call) {
    CUDA_CHECK(cudaMemcpy(call.output, call.inputs[0], bytes(call), cudaMemcpyDeviceToDevice));
}

void copy_all_but_the_last(const Call& call) {
    CUDA_CHECK(
        cudaMemcpy(call.output, call.inputs[0], bytes(call) - sizeof(float), cudaMemcpyDeviceToDevice));
}

void ask_for_an_impossible_copy(const Call& call) {
    CUDA_CHECK(cudaMemcpy(call.output, call.inputs[0], bytes(call), static_cast<cudaMemcpyKind>(77)));
}

ladder::Ladder ladder_of_copies() {
    ladder::Problem problem;
    problem.chapter = "99-copies";
    problem.size_syntax = "N";
    problem.size_on_emulator = {1000};
    problem.size_on_gpu = {1000};
    problem.inputs = [](const Size& size) { return std::vector<Size>{size}; };
    problem.output = [](const Size& size) { return size; };
    problem.work = [](const Size& size) { return 2.0 * sizeof(float) * static_cast<double>(size[0]); };
    problem.metric = ladder::kGigabytesPerSecond;
    problem.reference = copy_on_host;
    ladder::Ladder copies(problem);
    copies.baseline("on_host", copy_on_host);
    copies.roof("cudaMemcpy", copy_on_device);
    copies.rung("right", copy_on_device);
    ladder::Extras extras;
    extras.skipped = "it needs another machine";
    copies.rung("elsewhere", copy_on_device, extras);
    return copies;
}

struct Run {
    int exit_code;
    nlohmann::json json;
};

// Runs with the arguments and --json, and reads what was written.
Run run(const ladder::Ladder& ladder, std::vector<std::string> arguments) {
    const std::string file = std::filesystem::temp_directory_path() / "ladder_test.json";
    std::filesystem::remove(file);
    arguments.insert(arguments.begin(), "99-copies");
    arguments.insert(arguments.end(), {"--json", file});
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    Run result;
    result.exit_code = ladder.run(static_cast<int>(argv.size()), argv.data());
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
    const Run right = run(ladder_of_copies(), {});
    CHECK(right.exit_code == 0);
    CHECK(right.json.at("chapter") == "99-copies");
    CHECK(rung(right.json, "right").at("ok") == true);
    CHECK(rung(right.json, "on_host").contains("gb_per_s"));
    CHECK(rung(right.json, "elsewhere").at("skipped") == "it needs another machine");
}

TEST_CASE("on the emulator nothing that ran on the device has a time, on a GPU all of it has") {
    const Run right = run(ladder_of_copies(), {});
    CHECK(right.json.at("emulated") == gpu::emulator::present());
    CHECK(rung(right.json, "right").contains("time_ms") == !gpu::emulator::present());
}

TEST_CASE("one element that a version does not write makes the run end with 1") {
    ladder::Ladder copies = ladder_of_copies();
    copies.rung("short", copy_all_but_the_last);
    const Run wrong = run(copies, {});
    CHECK(wrong.exit_code == 1);
    CHECK(rung(wrong.json, "right").at("ok") == true);
    CHECK(rung(wrong.json, "short").at("ok") == false);
    const std::string failure = rung(wrong.json, "short").at("failure");
    CHECK(failure.find("1 of 1000 elements are wrong; the first is (999): got NaN, as if never written") ==
          0);
}

TEST_CASE("what a version of before left in the output helps nobody: outputs are poisoned in between") {
    ladder::Ladder copies = ladder_of_copies();
    copies.rung("nothing", [](const Call&) {});
    CHECK(run(copies, {}).exit_code == 1);
}

TEST_CASE("a CUDA error is a version's failure, and the versions after it still run") {
    ladder::Ladder copies = ladder_of_copies();
    copies.rung("impossible", ask_for_an_impossible_copy);
    copies.rung("after", copy_on_device);
    const Run wrong = run(copies, {});
    CHECK(wrong.exit_code == 1);
    const std::string failure = rung(wrong.json, "impossible").at("failure");
    CHECK(failure.find("ladder_test.cpp") != std::string::npos);
    CHECK(failure.find("cudaErrorInvalidMemcpyDirection") != std::string::npos);
    CHECK(rung(wrong.json, "after").at("ok") == true);
}

TEST_CASE("only the chosen versions run, at the chosen size") {
    const Run chosen = run(ladder_of_copies(), {"--rung", "right", "--size", "37"});
    CHECK(chosen.exit_code == 0);
    CHECK(chosen.json.at("rungs").size() == 1);
    CHECK(chosen.json.at("size") == nlohmann::json({37}));
}

TEST_CASE("a size that does not fit ends with 2 and writes nothing") {
    const Run huge = run(ladder_of_copies(), {"--size", "999999999999999"});
    CHECK(huge.exit_code == 2);
    CHECK(huge.json.is_null());
    CHECK(run(ladder_of_copies(), {"--size", "many"}).exit_code == 2);
}

TEST_CASE("tables are written into a page, found fresh after that, and stale when the page is changed") {
    ladder::Ladder copies = ladder_of_copies();
    copies.table("greeting", [] { return std::string("hello\n"); });
    const std::string page = std::filesystem::temp_directory_path() / "ladder_test.md";
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
