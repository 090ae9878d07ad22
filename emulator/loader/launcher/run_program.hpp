// Runs a program with the emulator's CUDA runtime in front of NVIDIA's.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "emulator/loader/launcher/program.hpp"

namespace simt::launcher {

struct Outcome {
    int exit_code = 0;
    int signal = 0;            // that killed it; 0: none
    bool findings = false;     // a check reported something
    bool report_lost = false;  // it ended before it could report
};

// arguments: those after the program's name. variables: added to the environment. Standard streams, terminal signals
// and the exit code are the program's. Throws Refused if it cannot be started.
Outcome run_program(const Program& program, const std::vector<std::string>& arguments,
                    std::map<std::string, std::string> variables);

// Dies of the signal that killed the program, so that a shell or a script sees what it would see without simt. Returns if none did.
void end_like(const Outcome& outcome);

}  // namespace simt::launcher
