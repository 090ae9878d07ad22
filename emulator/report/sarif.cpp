// See sarif.hpp.
#include "emulator/report/sarif.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>
#include <utility>

#include "emulator/report/json.hpp"
#include "emulator/report/names.hpp"
#include "emulator/report/text.hpp"

namespace simt::report {
namespace {

using check::Finding;
using check::Site;
using Object = nlohmann::ordered_json;

// The report without "simt: "; its first line is a sentence.
std::string text_of(const Finding& finding) {
    constexpr std::string_view kTool = "simt: ";
    std::string text = describe(finding);
    if (text.starts_with(kTool)) text.erase(0, kTool.size());
    while (text.ends_with('\n')) text.pop_back();
    return text;
}

std::string headline_of(const Finding& finding) {
    const std::string text = text_of(finding);
    return text.substr(0, text.find('\n'));
}

bool has_line(const Site& site) { return !site.file.empty() && site.line != 0; }

Object location_of(const Site& site) {
    Object location = Object::object();
    if (has_line(site))
        location["physicalLocation"] = {{"artifactLocation", {{"uri", uri_of(shown_path(site.file))}}},
                                        {"region", {{"startLine", site.line}}}};
    if (!site.kernel.empty())
        location["logicalLocations"] =
            Object::array({{{"fullyQualifiedName", site.kernel}, {"kind", "function"}}});
    return location;
}

// The other places of a finding, in words.
std::vector<std::pair<const Site*, const char*>> others_of(const Finding& finding) {
    std::vector<std::pair<const Site*, const char*>> places;
    if (finding.has_other && has_line(finding.other.site))
        places.emplace_back(&finding.other.site, "the other thread is here");
    if (finding.has_use && has_line(finding.used))
        places.emplace_back(&finding.used, "the value is used here");
    return places;
}

Object result_of(const Finding& finding, std::size_t rule) {
    Object result = {{"ruleId", fault_name(finding.fault)},
                     {"ruleIndex", rule},
                     {"level", "error"},
                     {"message", {{"text", text_of(finding)}}},
                     {"locations", Object::array()},
                     {"occurrenceCount", finding.times}};
    if (Object location = location_of(finding.access.site); !location.empty())
        result["locations"].push_back(std::move(location));
    for (const auto& [site, words] : others_of(finding)) {
        Object location = location_of(*site);
        location["message"] = {{"text", words}};
        result["relatedLocations"].push_back(std::move(location));
    }
    return result;
}

Object rule_of(check::Fault fault) {
    std::string words = fault_name(fault);
    std::ranges::replace(words, '_', ' ');
    return {{"id", fault_name(fault)}, {"shortDescription", {{"text", words}}}};
}

}  // namespace

std::string uri_of(std::string_view path) {
    std::string uri = path.starts_with('/') ? "file://" : "";
    for (const char c : path) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                           std::string_view("-._~/").find(c) != std::string_view::npos;
        uri += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return uri;
}

void write_sarif(std::ostream& out, const std::vector<Finding>& findings, std::string_view ended) {
    Object rules = Object::array(), results = Object::array();
    std::vector<check::Fault> faults;
    for (const Finding& finding : findings) {
        const auto known = std::ranges::find(faults, finding.fault);
        results.push_back(result_of(finding, static_cast<std::size_t>(known - faults.begin())));
        if (known != faults.end()) continue;
        faults.push_back(finding.fault);
        rules.push_back(rule_of(finding.fault));
    }
    Object invocation = {{"executionSuccessful", ended.empty()}};
    if (!ended.empty()) invocation["exitCodeDescription"] = "the program " + std::string(ended);
    const Object log = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                        {"version", "2.1.0"},
                        {"runs", Object::array({{{"tool", {{"driver", {{"name", "simt"}, {"rules", rules}}}}},
                                                 {"invocations", Object::array({invocation})},
                                                 {"columnKind", "unicodeCodePoints"},
                                                 {"results", results}}})}};
    out << log.dump(2, ' ', false, Object::error_handler_t::replace) << "\n";
}

std::string error_lines(const Finding& finding) {
    const Site& site = finding.access.site;
    if (!has_line(site)) return {};
    std::string lines =
        fmt::format("{}:{}: error: {}\n", shown_path(site.file), site.line, headline_of(finding));
    for (const auto& [place, words] : others_of(finding))
        lines += fmt::format("{}:{}: note: {}\n", shown_path(place->file), place->line, words);
    return lines;
}

}  // namespace simt::report
