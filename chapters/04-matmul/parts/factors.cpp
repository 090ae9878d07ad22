// See factors.hpp.
#include "chapters/04-matmul/parts/factors.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

#include "common/ladder/take_option.hpp"

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
    const auto take = [&](const char* option, float& factor) {
        if (const auto text = ladder::take_option(arguments, option)) factor = number(option, *text);
    };
    take("--alpha", factors.alpha);
    take("--beta", factors.beta);
    for (const std::string& argument : arguments) {
        const std::string option = argument.substr(0, argument.find('='));
        if (!plain(factors) && (option == "--bench" || option == "--loops" || option == "--tables"))
            throw std::invalid_argument(option + " is about C = A * B: leave out --alpha and --beta");
    }
    return factors;
}

}  // namespace matmul
