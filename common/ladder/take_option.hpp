// Options of a chapter's own, taken out of the arguments before the ladders read the rest.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace ladder {

// Removes "OPTION VALUE" and "OPTION=VALUE" from the arguments, and returns the last value: empty if it is missing,
// nothing if the option does not occur. Text is char* or std::string.
template <class Text>
std::optional<std::string> take_option(std::vector<Text>& arguments, const std::string& option) {
    std::optional<std::string> value;
    for (auto at = arguments.begin(); at != arguments.end();) {
        const std::string argument = *at;
        if (argument.substr(0, argument.find('=')) != option) {
            ++at;
            continue;
        }
        at = arguments.erase(at);
        if (argument.size() > option.size()) {
            value = argument.substr(option.size() + 1);
        } else if (at != arguments.end()) {
            value = *at;
            at = arguments.erase(at);
        } else {
            value = "";
        }
    }
    return value;
}

}  // namespace ladder
