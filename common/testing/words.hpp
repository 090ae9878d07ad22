// What a test asks of a message: that it has these facts, whatever stands between them.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace testing {

inline bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

// The first of these words that the text lacks behind the one before it; empty if it has all of them, in this order.
inline std::string missing(std::string_view text, std::initializer_list<std::string> words) {
    for (const std::string& word : words) {
        const std::size_t place = text.find(word);
        if (place == std::string_view::npos) return word;
        text.remove_prefix(place + word.size());
    }
    return "";
}

}  // namespace testing
