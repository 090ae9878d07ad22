// What an H200 stored: lines "program,digests" behind lines that begin with '#' and a line of names.
#pragma once

#include <fstream>
#include <map>
#include <string>

namespace simt::random_ptx {

inline std::map<std::string, std::string> read_digests(const std::string& path) {
    std::ifstream file(path);
    std::map<std::string, std::string> digests;
    for (std::string line; std::getline(file, line);) {
        const std::size_t comma = line.find(',');
        if (comma != std::string::npos && line[0] != '#')
            digests[line.substr(0, comma)] = line.substr(comma + 1);
    }
    return digests;
}

}  // namespace simt::random_ptx
