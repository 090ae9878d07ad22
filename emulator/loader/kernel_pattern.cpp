// See kernel_pattern.hpp.
#include "emulator/loader/kernel_pattern.hpp"

#include <fmt/format.h>

#include <utility>

#include "emulator/report/names.hpp"

namespace simt::loader {
namespace {

constexpr std::string_view kExpression = "regex:";
constexpr std::string_view kNamePrefixes[] = {"kernel_name=", "kne="};
constexpr std::string_view kPartPrefixes[] = {"kernel_substring=", "kns="};

bool remove_prefix(std::string_view& text, std::string_view prefix) {
    if (!text.starts_with(prefix)) return false;
    text.remove_prefix(prefix.size());
    return true;
}

}  // namespace

std::string function_name(std::string_view demangled) {
    const std::string whole = report::kernel_name(demangled);
    // The name begins after the last :: outside template arguments and ends before the first < after that.
    std::size_t begin = 0;
    int depth = 0;
    for (std::size_t k = 0; k < whole.size(); ++k) {
        depth += (whole[k] == '<' || whole[k] == '(') - (whole[k] == '>' || whole[k] == ')');
        if (depth == 0 && whole.compare(k, 2, "::") == 0) begin = k + 2;
    }
    return whole.substr(begin, whole.find('<', begin) - begin);
}

KernelPattern::KernelPattern(std::string_view pattern) {
    if (remove_prefix(pattern, kExpression)) {
        how_ = How::Expression;
        expression_ = std::regex(pattern.begin(), pattern.end());
    }
    for (const std::string_view prefix : kPartPrefixes)
        if (how_ == How::Name && remove_prefix(pattern, prefix)) how_ = How::Part;
    for (const std::string_view prefix : kNamePrefixes)
        if (how_ == How::Name && remove_prefix(pattern, prefix)) break;
    text_ = pattern;
}

bool KernelPattern::matches(std::string_view demangled, std::string_view mangled) const {
    switch (how_) {
        case How::Name:
            return text_ == function_name(demangled) || text_ == mangled || text_ == demangled ||
                   text_ == report::kernel_name(demangled);
        case How::Part:
            return demangled.find(text_) != std::string_view::npos ||
                   mangled.find(text_) != std::string_view::npos;
        case How::Expression:
            return std::regex_search(function_name(demangled), expression_);
    }
    return false;
}

std::string wrong_pattern(std::string_view pattern) {
    if (pattern.empty()) return "a kernel's name, or regex: and an expression";
    try {
        const KernelPattern made(pattern);
        return {};
    } catch (const std::regex_error&) {
        return "a kernel's name, or regex: and a regular expression (ECMAScript's), which this is not";
    }
}

}  // namespace simt::loader
