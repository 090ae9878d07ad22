// Shapes on the command line of the programs about warps: "48", "8x8", "4x8x2", always in CUDA's order, x first.
// Threads are named as in the text, with x last: T(z,y,x).
#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>

namespace warps {

// The text is not a shape; what() is a sentence for a person.
struct BadShape : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

struct Shape {
    unsigned x = 1, y = 1, z = 1;
    unsigned dimensions = 1;  // how many numbers were given

    unsigned long long threads() const { return static_cast<unsigned long long>(x) * y * z; }
};

// Parses "4x8x2". Throws BadShape for anything but one to `most_dimensions` numbers between 1 and 99,999,999.
inline Shape parse_shape(const std::string& text, unsigned most_dimensions = 3) {
    Shape shape;
    unsigned* const extent[] = {&shape.x, &shape.y, &shape.z};
    shape.dimensions = 0;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find('x', at), text.size());
        const std::string number = text.substr(at, end - at);
        const bool digits = !number.empty() && number.find_first_not_of("0123456789") == std::string::npos;
        if (digits && number.size() > 8)
            throw BadShape("'" + text + "' is too large: no number may be above 99,999,999.");
        if (!digits || std::stoul(number) == 0 || shape.dimensions == most_dimensions) {
            const std::string forms[] = {"48", "48 or 8x8", "48, 8x8 or 4x8x2"};
            throw BadShape("'" + text + "' is no shape. Write one like " + forms[most_dimensions - 1] +
                           ": x comes first, and every number is at least 1.");
        }
        *extent[shape.dimensions++] = static_cast<unsigned>(std::stoul(number));
        at = end + 1;
    }
    return shape;
}

// The same, for a block of threads.
inline Shape parse_block(const std::string& text) {
    constexpr unsigned kMostThreads = 1024, kMostZ = 64;
    const Shape block = parse_shape(text);
    if (block.threads() > kMostThreads)
        throw BadShape("A block has at most 1024 threads, and " + text + " are " +
                       std::to_string(block.threads()) + ".");
    if (block.z > kMostZ)
        throw BadShape("A block has at most 64 threads in z, and " + text + " has " +
                       std::to_string(block.z) + ".");
    return block;
}

// "8x8", with as many numbers as were typed.
inline std::string name(const Shape& shape) {
    std::string text = std::to_string(shape.x);
    if (shape.dimensions > 1) text += "x" + std::to_string(shape.y);
    if (shape.dimensions > 2) text += "x" + std::to_string(shape.z);
    return text;
}

// T(3,7) is the thread with threadIdx.y = 3 and threadIdx.x = 7 of a block of two dimensions.
inline std::string thread_name(const Shape& block, unsigned x, unsigned y, unsigned z) {
    std::string text = std::to_string(x) + ")";
    if (block.dimensions > 1) text = std::to_string(y) + "," + text;
    if (block.dimensions > 2) text = std::to_string(z) + "," + text;
    return "T(" + text;
}

}  // namespace warps
