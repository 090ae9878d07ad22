// See arguments.hpp.
#include "chapters/01-first-kernel/parts/arguments.hpp"

#include <stdexcept>

#include "common/ladder/take_option.hpp"

namespace picture {

Arguments arguments(int argc, char** argv) {
    Arguments result;
    result.others.assign(argv, argv + argc);
    const auto file = [&](const char* option) {
        const auto value = ladder::take_option(result.others, option);
        if (value && value->empty())
            throw std::invalid_argument(std::string(option) + " needs a file after it");
        return value.value_or("");
    };
    result.picture = file("--picture");
    result.output = file("--output");
    if (result.picture.empty() && !result.output.empty()) {
        throw std::invalid_argument("--output is for the picture of --picture FILE");
    }
    for (const std::string other : result.others) {
        if (!result.picture.empty() && other.substr(0, other.find('=')) == "--ladder") {
            throw std::invalid_argument("--picture runs the ladder grey and no other: leave out --ladder");
        }
    }
    return result;
}

}  // namespace picture
