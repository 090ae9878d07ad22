// See files.hpp.
#include "common/ladder/files.hpp"

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace ladder {

std::string read_file(const std::string& path) {
    std::ifstream stream(path, std::ios::binary);
    std::stringstream text;
    text << stream.rdbuf();
    if (!stream) throw std::invalid_argument("cannot read " + path);
    return text.str();
}

void write_file(const std::string& path, const std::string& text) {
    std::ofstream stream(path, std::ios::binary);
    stream << text;
    stream.close();
    if (!stream) throw std::invalid_argument("cannot write " + path);
}

}  // namespace ladder
