// What the launcher `simt` tells the library: environment variables, read and checked in one place.
//
// The launcher sets them from its options; a program that is run without it may have them set by hand.
#pragma once

#include <optional>
#include <string>
#include <variant>

namespace simt::runtime {

struct Settings {
    std::string json;      // SIMT_JSON: file to write at the end; empty: none
    bool table = false;    // SIMT_TABLE=1: a table of the launches on stderr at the end
    bool checks = true;    // SIMT_CHECKS=all|none
    int threads = 0;       // SIMT_THREADS: host threads; 0: all
    bool quiet = false;    // SIMT_QUIET=1: findings are counted and kept for the JSON, not printed
    int findings_fd = -1;  // SIMT_FINDINGS_FD: a byte is written here when a check first reports something
};

// The settings, or a sentence that says which variable is wrong and what it may be.
std::variant<Settings, std::string> parse_settings(const char* (*variable)(const char* name));

// This process's settings. A wrong variable ends the process with the sentence and exit code 2.
const Settings& settings();

}  // namespace simt::runtime
