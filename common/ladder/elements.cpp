// See elements.hpp.
#include "common/ladder/elements.hpp"

#include <stdexcept>

namespace ladder {

std::string to_string(ElementType type) {
    switch (type) {
        case ElementType::Float:
            return "float";
        case ElementType::Double:
            return "double";
        case ElementType::Int32:
            return "int32";
        case ElementType::Int64:
            return "int64";
        case ElementType::Uint8:
            return "uint8";
    }
    return "";
}

void* ArrayPointer::expect(ElementType wanted, const std::string& name) const {
    if (type == wanted) return data;
    throw std::runtime_error("a version takes " + name + " for an array of " + to_string(wanted) +
                             ", and the problem says " + to_string(type));
}

}  // namespace ladder
