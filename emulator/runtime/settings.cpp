// Reads the SIMT_ environment variables. loader/option_table.cpp lists their values, settings.hpp their meaning.
#include "emulator/runtime/settings.hpp"
#include "emulator/check/findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "emulator/loader/option_table.hpp"

namespace simt::runtime {
namespace {

using Look = const char* (*)(const char* name);

// A sentence about the first variable with a wrong value; empty if all are right.
std::string wrong_variable(Look variable) {
    for (const loader::Option& option : loader::table()) {
        if (option.variable[0] == '\0') continue;
        const char* const text = variable(option.variable);
        if (text == nullptr) continue;
        if (const auto expected = loader::must_be(option, text))
            return fmt::format("the environment variable {} is '{}'; it must be {}", option.variable, text,
                               *expected);
    }
    return {};
}

// memcheck has no flag: accesses on which a GPU faults are always reported.
check::Checks checks_named(std::string_view list) {
    const auto names = loader::split(list, ',');
    const auto has = [&](std::string_view name) { return std::ranges::count(names, name) != 0; };
    check::Checks checks(has("all"));
    checks.races |= has("racecheck");
    checks.initialisation |= has("initcheck");
    checks.synchronisation |= has("synccheck");
    return checks;
}

}  // namespace

std::variant<Settings, std::string> parse_settings(Look variable) {
    if (std::string sentence = wrong_variable(variable); !sentence.empty()) return sentence;
    Settings result;
    // Each line keeps the default if the variable is not set.
    const auto text = [&](const char* name, std::string& value) {
        if (const char* const given = variable(name)) value = given;
    };
    const auto flag = [&](const char* name, bool& value) {
        if (const char* const given = variable(name)) value = std::string_view(given) == "1";
    };
    const auto number = [&](const char* name, auto& value) {
        if (const char* const given = variable(name))
            value = static_cast<std::remove_reference_t<decltype(value)>>(*loader::whole_number(given));
    };
    text("SIMT_JSON", result.json);
    text("SIMT_SARIF", result.sarif);
    flag("SIMT_ERROR_LINES", result.error_lines);
    flag("SIMT_TABLE", result.table);
    flag("SIMT_LINES", result.lines);
    number("SIMT_WIDTH", result.width);
    text("SIMT_MODEL", result.models);
    text("SIMT_KERNEL", result.kernel);
    number("SIMT_LAUNCH_SKIP", result.launch_skip);
    number("SIMT_LAUNCH_COUNT", result.launch_count);
    if (const char* const given = variable("SIMT_KILL")) result.kill = std::string_view(given) == "yes";
    if (const char* const given = variable("SIMT_CHECKS")) result.checks = checks_named(given);
    if (const char* const given = variable("SIMT_LEAK_CHECK"))
        result.leak_check = std::string_view(given) == "full";
    flag("SIMT_CONTINUE", result.past_stray);
    number("SIMT_PRINT_LIMIT", result.print_limit);
    if (const char* const given = variable("SIMT_SCHEDULE"))
        result.random_schedule = std::string_view(given) == "random";
    number("SIMT_SEED", result.seed);
    number("SIMT_DEVICES", result.devices);
    number("SIMT_MAX_INSTRUCTIONS", result.max_instructions);
    number("SIMT_THREADS", result.threads);
    text("SIMT_TRACE", result.trace);
    if (const char* const given = variable("SIMT_TRACE_OF")) result.trace_of = *loader::parse_warps(given);
    number("SIMT_TRACE_LIMIT", result.trace_limit);
    flag("SIMT_QUIET", result.quiet);
    number("SIMT_PROCESS", result.process);
    number("SIMT_FINDINGS_FD", result.findings_fd);
    return result;
}

const Settings& settings() {
    static const Settings result = [] {
        const auto parsed = parse_settings([](const char* name) -> const char* { return std::getenv(name); });
        if (const auto* sentence = std::get_if<std::string>(&parsed)) {
            std::fprintf(stderr, "simt: %s\n", sentence->c_str());
            std::_Exit(2);
        }
        return std::get<Settings>(parsed);
    }();
    return result;
}

}  // namespace simt::runtime
