// The arguments of build/course: its commands, the options of each, and their help.
#pragma once

#include <string>
#include <vector>

namespace course {

struct Arguments {
    std::string command;               // "check"; empty with --help alone
    bool help = false;                 // print usage(command), do nothing else
    std::vector<std::string> ids;      // "02.1", as typed
    std::vector<std::string> program;  // of try: the file, and behind it its program's arguments
    std::string answer;                // --answer FILE; empty: the learner's own file
    bool reset = false;                // --reset
    bool all = false;                  // --all
    bool force = false;                // --force
    bool html = false;                 // --html
    bool built = false;                // --built: make has already built the programs
    bool write_pages = false;          // --write-pages
    std::string seed;                  // --seed N; empty: the sizes and data of every run
    unsigned jobs = 0;                 // --jobs N; 0: one for each of the CPU's threads
};

// Parses the words after the program's name; --help may stand anywhere. Throws std::invalid_argument with a sentence
// that names the wrong word and says what would be right.
Arguments parse_arguments(const std::vector<std::string>& words);

// The help of one command; of all if there is no such command.
std::string usage(const std::string& command);

}  // namespace course
