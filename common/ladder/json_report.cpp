// The report for programs. Written by hand, as chapter programs use no library but CUDA's. See report.hpp.
#include <array>
#include <cmath>
#include <cstdio>

#include "common/ladder/report.hpp"

namespace ladder {

std::string json_string(const std::string& text) {
    std::string result = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        constexpr unsigned char kFirstPrintable = 0x20;
        if (c == '"' || c == '\\') {
            result += std::string("\\") + c;
        } else if (byte < kFirstPrintable) {
            std::array<char, 8> escape{};
            std::snprintf(escape.data(), escape.size(), "\\u%04x", byte);
            result += escape.data();
        } else {
            result += c;
        }
    }
    return result + "\"";
}

namespace {

std::string json_number(double value) {
    if (!std::isfinite(value)) return "null";  // JSON has neither NaN nor infinity
    std::array<char, 64> text{};
    constexpr double kExactWholes = 9007199254740992;  // 2^53
    const bool whole = value == std::floor(value) && std::fabs(value) < kExactWholes;
    std::snprintf(text.data(), text.size(), whole ? "%.0f" : "%.9g", value);
    return text.data();
}

std::string member(const std::string& key, const std::string& value) {
    return json_string(key) + ":" + value;
}

const char* kind_name(Kind kind) {
    switch (kind) {
        case Kind::Baseline:
            return "baseline";
        case Kind::BaselineRoof:
            return "baseline_roof";
        case Kind::Roof:
            return "roof";
        case Kind::Rung:
            return "rung";
    }
    return "";
}

std::string rung(const Row& row, const Metric& metric) {
    std::string text =
        "{" + member("name", json_string(row.name)) + "," + member("kind", json_string(kind_name(row.kind)));
    if (row.mode != Mode::Cold) text += "," + member("mode", json_string(mode_name(row.mode)));
    if (!row.skipped.empty()) return text + "," + member("skipped", json_string(row.skipped)) + "}";
    text += "," + member("ok", row.ok() ? "true" : "false");
    if (!row.ok()) text += "," + member("failure", json_string(row.failure));
    if (row.time_ms) {
        text += "," + member("time_ms", json_number(row.time_ms->value));
        text += "," + member("time_ms_low", json_number(row.time_ms->low));
        text += "," + member("time_ms_high", json_number(row.time_ms->high));
        text += "," + member(metric.key, json_number(*row.rate));
    }
    if (row.share) text += "," + member("share_of_roof", json_number(row.share->value));
    if (row.errors) {
        text += "," + member("error_largest", json_number(row.errors->largest));
        text += "," + member("error_rms", json_number(row.errors->rms));
    }
    if (!row.counters.empty()) {
        std::string counters;
        for (const auto& [key, value] : row.counters) {
            counters += (counters.empty() ? "" : ",") + member(key, json_number(value));
        }
        text += "," + member("counters", "{" + counters + "}");
    }
    return text + "}";
}

}  // namespace

std::string json_report(const Result& result) {
    std::string size;
    for (const std::size_t extent : result.size) size += (size.empty() ? "" : ",") + std::to_string(extent);
    std::string rungs;
    for (const Row& row : result.rows) rungs += (rungs.empty() ? "\n  " : ",\n  ") + rung(row, result.metric);
    const std::string ladder =
        result.ladder.empty() ? "" : member("ladder", json_string(result.ladder)) + ",";
    return "{" + member("chapter", json_string(result.chapter)) + "," + ladder +
           member("device", json_string(result.machine.device)) + "," +
           member("emulated", result.machine.emulated ? "true" : "false") + "," +
           member("size", "[" + size + "]") + "," + member("seed", std::to_string(result.seed)) + "," +
           member("rungs", "[" + rungs + "]") + "}\n";
}

std::string json_report(const std::vector<Result>& results) {
    if (results.size() == 1) return json_report(results.front());
    std::string text;
    for (const Result& result : results) text += (text.empty() ? "" : ",\n") + json_report(result);
    return "[" + text + "]\n";
}

}  // namespace ladder
