// See settings.hpp.
#include "common/grade/settings.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace grade {

Settings read_settings() {
    const std::string path = "build/grade/settings";
    Settings settings;
    settings.root = std::filesystem::current_path();
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        std::string key, word;
        words >> key;
        while (words >> word) {
            if (key == "compiler") settings.compiler.push_back(word);
            if (key == "linker") settings.linker.push_back(word);
            if (key == "library") settings.library = word;
            if (key == "device") settings.device = word;
        }
    }
    if (settings.compiler.empty() || settings.linker.empty() || settings.device.empty())
        throw std::runtime_error(path + " is not there: use make grade, which writes it.");
    return settings;
}

}  // namespace grade
