// Finds a rung by its name in a chapter's list of them, for tests and small programs.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace ladder {

// Throws std::invalid_argument where there is none.
template <class Rung>
Rung named(const std::string& name, const std::vector<Rung>& rungs) {
    for (const Rung& rung : rungs) {
        if (name == rung.name) return rung;
    }
    throw std::invalid_argument("there is no rung '" + name + "'");
}

}  // namespace ladder
