// Runs a program with the emulator's CUDA runtime in front of NVIDIA's.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "emulator/loader/launcher/program.hpp"

namespace simt::launcher {

struct Outcome {
    int exit_code = 0;      // 128 + the signal's number if one killed it
    bool findings = false;  // a check reported something
};

// arguments: those after the program's name. variables: added to the environment. Standard streams, terminal signals
// and the exit code are the program's. Throws Refused if it cannot be started.
Outcome run_program(const Program& program, const std::vector<std::string>& arguments,
                    std::map<std::string, std::string> variables);

}  // namespace simt::launcher
