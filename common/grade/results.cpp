// See results.hpp.
#include "common/grade/results.hpp"

#include <fcntl.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "common/grade/files.hpp"
#include "common/grade/text.hpp"

namespace grade {
namespace {

using nlohmann::json;

constexpr std::size_t kLargestResult = 16 << 20;  // bytes

std::string text_of(const std::string& text) { return printable(text, Keep::kLines); }

std::vector<std::string> texts_of(const std::vector<std::string>& all) {
    std::vector<std::string> result;
    for (const std::string& text : all) result.push_back(text_of(text));
    return result;
}

json json_of(const Cost& cost) { return {{"seconds", cost.seconds}, {"cpu_seconds", cost.cpu_seconds}}; }

Cost cost_of(const json& all) { return {all.at("seconds"), all.at("cpu_seconds")}; }

}  // namespace

bool all_passed(const course::Outcome& outcome, const std::string& device) {
    const auto has_passed = [](const course::TestResult& test) { return test.status == "passed"; };
    return outcome.passed() && std::ranges::any_of(outcome.tests, has_passed) &&
           std::ranges::all_of(outcome.tests, [&](const course::TestResult& test) {
               return has_passed(test) || (device == "gpu" && test.of_counts);
           });
}

std::string to_json(const Result& result) {
    json tests = json::array();
    for (const course::TestResult& test : result.tests)
        tests.push_back({{"name", text_of(test.name)},
                         {"status", test.status},
                         {"messages", texts_of(test.messages)},
                         {"of_counts", test.of_counts}});
    const json all = {{"exercise", result.exercise},
                      {"hash", result.hash},
                      {"passed", result.passed},
                      {"tests", tests},
                      {"compiler_errors", text_of(result.compiler_errors)},
                      {"errors", texts_of(result.errors)},
                      {"text", text_of(result.text)},
                      {"printed", text_of(result.printed)},
                      {"counts", result.counts},
                      {"seconds", result.seconds},
                      {"compiling", json_of(result.compiling)},
                      {"running", json_of(result.running)},
                      {"isolation", result.isolation},
                      {"device", result.device},
                      {"seed", result.seed}};
    return all.dump(1) + "\n";
}

std::optional<Result> read_result(const std::string& path) {
    std::string text;
    if (!read_bounded(AT_FDCWD, path, kLargestResult, text).empty()) return std::nullopt;
    const json all = json::parse(text, nullptr, false);
    if (!all.is_object()) return std::nullopt;
    try {
        Result result;
        for (const json& test : all.at("tests"))
            result.tests.push_back(
                {test.at("name"), test.at("status"), test.at("messages"), test.at("of_counts")});
        all.at("exercise").get_to(result.exercise);
        all.at("hash").get_to(result.hash);
        all.at("passed").get_to(result.passed);
        all.at("compiler_errors").get_to(result.compiler_errors);
        all.at("errors").get_to(result.errors);
        all.at("text").get_to(result.text);
        all.at("printed").get_to(result.printed);
        all.at("counts").get_to(result.counts);
        all.at("seconds").get_to(result.seconds);
        result.compiling = cost_of(all.at("compiling"));
        result.running = cost_of(all.at("running"));
        all.at("isolation").get_to(result.isolation);
        all.at("device").get_to(result.device);
        all.at("seed").get_to(result.seed);
        return result;
    } catch (const json::exception&) {
        return std::nullopt;
    }
}

}  // namespace grade
