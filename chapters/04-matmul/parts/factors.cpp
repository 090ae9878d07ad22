// See factors.hpp.
#include "chapters/04-matmul/parts/factors.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

namespace matmul {
namespace {

float number(const std::string& option, const std::string& text) {
    char* end = nullptr;
    const float value = std::strtof(text.c_str(), &end);
    if (text.empty() || *end != '\0' || !std::isfinite(value))
        throw std::invalid_argument(option + " needs a number after it, not '" + text + "'");
    return value;
}

}  // namespace

std::string name_of(const Factors& factors) {
    if (plain(factors)) return "";
    char text[64];
    std::snprintf(text, sizeof text, "alpha %g, beta %g", double{factors.alpha}, double{factors.beta});
    return text;
}

Factors take_factors(std::vector<std::string>& arguments) {
    Factors factors;
    std::vector<std::string> others;
    std::string of_the_lesson;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string option = arguments[i].substr(0, arguments[i].find('='));
        if (option == "--bench" || option == "--loops" || option == "--tables") of_the_lesson = option;
        if (option != "--alpha" && option != "--beta") {
            others.push_back(arguments[i]);
            continue;
        }
        std::string text;
        if (option.size() < arguments[i].size()) {
            text = arguments[i].substr(option.size() + 1);
        } else if (++i < arguments.size()) {
            text = arguments[i];
        }
        (option == "--alpha" ? factors.alpha : factors.beta) = number(option, text);
    }
    if (!plain(factors) && !of_the_lesson.empty())
        throw std::invalid_argument(of_the_lesson + " is about C = A * B: leave out --alpha and --beta");
    arguments = others;
    return factors;
}

}  // namespace matmul
