// See arguments.hpp.
#include "chapters/01-first-kernel/parts/arguments.hpp"

#include <stdexcept>

namespace picture {

Arguments arguments(int argc, char** argv) {
    Arguments result;
    for (int i = 0; i < argc; ++i) {
        const std::string argument = argv[i];
        const std::size_t equals = argument.find('=');
        const std::string option = argument.substr(0, equals);
        if (i == 0 || (option != "--picture" && option != "--output")) {
            result.others.push_back(argv[i]);
            continue;
        }
        std::string& file = option == "--picture" ? result.picture : result.output;
        if (equals != std::string::npos) {
            file = argument.substr(equals + 1);
        } else if (++i < argc) {
            file = argv[i];
        }
        if (file.empty()) throw std::invalid_argument(option + " needs a file after it");
    }
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
