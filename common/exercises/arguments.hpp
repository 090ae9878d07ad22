// What build/exercises was asked to do: its commands, the options of each, and their help.
#pragma once

#include <string>
#include <vector>

namespace exercises {

struct Arguments {
    std::string command;             // "check"; empty with --help alone
    bool help = false;               // print usage(command), do nothing else
    std::vector<std::string> ids;    // "02.1", as they were written
    std::vector<std::string> files;  // of grade: the answers
    std::string answer;              // --answer FILE; empty: the learner's own file
    bool reset = false;              // --reset
    bool built = false;              // --built: make has built what is graded
    bool write_pages = false;        // --write-pages
    unsigned jobs = 0;               // --jobs N; 0: one for each of the CPU's threads
};

// Reads the words after the program's name; --help stands wherever it likes. Throws std::invalid_argument with a sentence
// that names the word that is wrong and says what would be right.
Arguments parse_arguments(const std::vector<std::string>& words);

// The help of one command, or of all for a name that is none.
std::string usage(const std::string& command);

}  // namespace exercises
