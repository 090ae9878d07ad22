// The command line of `simt`, parsed with the table of loader/option_table.hpp.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace simt::launcher {

struct CommandLine {
    std::vector<std::string> command;              // the program and its arguments
    std::map<std::string, std::string> variables;  // for the library
    int error_exitcode = 0;                        // 0: not given
    std::string answer;                            // --help, --version: print this and stop
};

// Throws Refused with a sentence that names the mistake and what to type.
CommandLine read_command_line(int argc, const char* const* argv);

}  // namespace simt::launcher
