// Reads and validates the SIMT_ environment variables; see settings.hpp for what each means.
#include "common/simt/runtime/settings.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace simt::runtime {
namespace {

std::optional<int> whole_number(std::string_view text, int lowest, int highest) {
    int value = 0;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failed != std::errc{} || end != text.data() + text.size() || value < lowest || value > highest)
        return {};
    return value;
}

std::optional<bool> flag(std::string_view text) {
    if (text == "0" || text == "1") return text == "1";
    return {};
}

std::string wrong(const char* name, std::string_view value, const char* expected) {
    return fmt::format("the environment variable {} is '{}'; it must be {}", name, value, expected);
}

}  // namespace

std::variant<Settings, std::string> parse_settings(const char* (*variable)(const char* name)) {
    Settings result;
    if (const char* text = variable("SIMT_JSON")) result.json = text;
    if (const char* text = variable("SIMT_TABLE")) {
        const auto value = flag(text);
        if (!value) return wrong("SIMT_TABLE", text, "0 or 1");
        result.table = *value;
    }
    if (const char* text = variable("SIMT_QUIET")) {
        const auto value = flag(text);
        if (!value) return wrong("SIMT_QUIET", text, "0 or 1");
        result.quiet = *value;
    }
    if (const char* text = variable("SIMT_CHECKS")) {
        const std::string_view value = text;
        if (value != "all" && value != "none") return wrong("SIMT_CHECKS", value, "all or none");
        result.checks = value == "all";
    }
    if (const char* text = variable("SIMT_THREADS")) {
        const auto value = whole_number(text, 0, 4096);
        if (!value) return wrong("SIMT_THREADS", text, "a number from 0 (all processors) to 4096");
        result.threads = *value;
    }
    if (const char* text = variable("SIMT_FINDINGS_FD")) {
        const auto value = whole_number(text, 0, 1 << 20);
        if (!value) return wrong("SIMT_FINDINGS_FD", text, "the number of an open file");
        result.findings_fd = *value;
    }
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
