// The settings that the launcher `simt` passes to the library: environment variables, read and checked in one place.
//
// The launcher sets them from its options (loader/option_table.hpp lists both). A program that runs without the
// launcher may have them set by hand.
#pragma once

#include <string>
#include <variant>

#include "emulator/check/findings.hpp"
#include "emulator/integers.hpp"
#include "emulator/trace/trace.hpp"

namespace simt::runtime {

struct Settings {
    std::string json;            // SIMT_JSON: file to write at the end; empty: none
    std::string sarif;           // SIMT_SARIF: file for the findings at the end; empty: none
    bool error_lines = false;    // SIMT_ERROR_LINES=1: findings begin with "FILE:LINE: error:"
    bool table = false;          // SIMT_TABLE=1: a report of the launches on stderr at the end
    bool lines = false;          // SIMT_LINES=1: with all source lines
    int width = 0;               // SIMT_WIDTH: columns of the report; 0: the terminal's
    std::string models;          // SIMT_MODEL=cc1.3,cc2.0: access models to count by
    std::string kernel;          // SIMT_KERNEL: pattern of the kernels to report; empty: all
    u64 launch_skip = 0;         // SIMT_LAUNCH_SKIP: how many matching launches to leave out first
    u64 launch_count = ~u64{0};  // SIMT_LAUNCH_COUNT: how many to report after those
    bool kill = false;           // SIMT_KILL=yes|no: end the program after the last of them
    check::Checks checks;     // SIMT_CHECKS=all|none, or a list of memcheck, racecheck, initcheck, synccheck
    bool past_stray = false;  // SIMT_CONTINUE=1: a launch goes on after an access where no allocation is
    bool leak_check = false;  // SIMT_LEAK_CHECK=full|no
    u64 print_limit = 100;    // SIMT_PRINT_LIMIT: findings to print; 0: all
    bool random_schedule = false;  // SIMT_SCHEDULE=ordered|random
    u64 seed = 1;                  // SIMT_SEED
    u64 max_instructions = 0;      // SIMT_MAX_INSTRUCTIONS: warp instructions of a launch; 0: no limit
    int devices = 1;               // SIMT_DEVICES: how many the program finds
    int threads = 0;               // SIMT_THREADS: host threads; 0: all
    bool quiet = false;            // SIMT_QUIET=1: findings are counted and kept for the JSON, not printed
    std::string trace;             // SIMT_TRACE: file for the accesses of chosen warps; empty: none
    trace::Selection trace_of;     // SIMT_TRACE_OF=0,0,0:0|0,0,0|all|all/16
    u64 trace_limit = 100'000;     // SIMT_TRACE_LIMIT: accesses to record; 0: all
    int process = 0;               // SIMT_PROCESS: the process that simt started; 0: there is no launcher
    int findings_fd = -1;  // SIMT_FINDINGS_FD: a byte is written here when a check first reports something
};

// The settings, or a sentence that says which variable is wrong and which values it may have.
std::variant<Settings, std::string> parse_settings(const char* (*variable)(const char* name));

// This process's settings. A wrong variable ends the process with that sentence and exit code 2.
const Settings& settings();

}  // namespace simt::runtime
