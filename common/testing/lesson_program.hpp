// Runs a program of a chapter, for tests of its output, of the emulator's reports, and of its exit code.
#pragma once

#include <doctest/doctest.h>
#include <sys/wait.h>

#include <cstdio>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>

#include "common/testing/temporary_folder.hpp"

namespace lesson {

struct Ending {
    int exit_code = -1;
    std::string output;  // of the program
    std::string report;  // standard error, of the emulator and of the program

    bool reports(const std::string& words) const { return report.find(words) != std::string::npos; }
    bool prints(const std::string& words) const { return output.find(words) != std::string::npos; }
};

inline std::string text_of(const std::string& file) {
    std::stringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

// Runs build/COMMAND on the emulator.
inline Ending run_built(const std::string& command, const std::string& simt_options = "") {
    const testing::TemporaryFolder folder;
    const std::string errors = folder / "errors";
    const std::string line = "build/simt " + simt_options + " build/" + command + " 2>" + errors;
    Ending ending;
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(line.c_str(), "r"), pclose);
    REQUIRE(pipe);
    for (int c = 0; (c = std::fgetc(pipe.get())) != EOF;) ending.output += static_cast<char>(c);
    ending.exit_code = WEXITSTATUS(pclose(pipe.release()));
    ending.report = text_of(errors);
    return ending;
}

// Checks that build/COMMAND ends with code 2, prints nothing on standard output, and says these words on standard
// error.
inline void refuses(const std::string& command, const std::string& words) {
    CAPTURE(command);
    const Ending ending = run_built(command);
    CHECK(ending.exit_code == 2);
    CHECK(ending.output.empty());
    CHECK(ending.reports(words));
}

}  // namespace lesson
