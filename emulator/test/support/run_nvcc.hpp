// For tests that compare with nvcc's real output: compiles a text and returns the file and the messages.
#pragma once

#include <doctest/doctest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "common/testing/temporary_folder.hpp"

namespace simt::loader {

struct Compiled {
    std::string messages;     // what nvcc and ptxas printed
    std::vector<char> bytes;  // the file
};

// Runs nvcc with these options on a file k.cu with this text. Uses the nvcc and g++ that the Makefile found, else
// those in PATH. A failure of nvcc fails the test.
inline Compiled run_nvcc(const std::string& options, const std::string& text) {
    const ::testing::TemporaryFolder folder;
    std::ofstream(folder / "k.cu") << text;
    const auto environment = [](const char* name) -> std::string {
        const char* const value = std::getenv(name);
        return value == nullptr ? "" : value;
    };
    const std::string found = environment("NVCC_FOUND"), host = environment("NVCC_HOST");
    const std::string nvcc = (found.empty() ? "nvcc" : found) + (host.empty() ? "" : " -ccbin " + host);
    const std::string command = "cd " + folder.path() + " && " + nvcc + " " + options + " -o out k.cu 2>&1";
    Compiled result;
    std::FILE* pipe = popen(command.c_str(), "r");
    REQUIRE(pipe != nullptr);
    std::array<char, 4096> buffer;
    while (const std::size_t length = std::fread(buffer.data(), 1, buffer.size(), pipe)) {
        result.messages.append(buffer.data(), length);
    }
    const int status = pclose(pipe);
    std::ifstream file(folder / "out", std::ios::binary);
    result.bytes.assign(std::istreambuf_iterator<char>(file), {});
    REQUIRE_MESSAGE(status == 0, command << "\n" << result.messages);
    return result;
}

}  // namespace simt::loader
