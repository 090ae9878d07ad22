// The record of a launch that has ended: exec returns it, the runtime keeps it and the reports read it.
#pragma once

#include <string>
#include <vector>

#include "emulator/check/findings.hpp"
#include "emulator/cost/counters.hpp"
#include "emulator/integers.hpp"

namespace simt::exec {

enum class Status {
    Ok,
    IllegalAddress,     // cudaErrorIllegalAddress
    MisalignedAddress,  // cudaErrorMisalignedAddress
    IllegalInstruction,
    InvalidPc,  // cudaErrorInvalidPc: a call to an address where no function is
    Trap,       // cudaErrorLaunchFailure: the kernel executed trap, or the emulator ended a deadlock
    Assert,
    Timeout,      // cudaErrorLaunchTimeout: more instructions than --max-instructions allows
    Unsupported,  // the kernel needs a feature that the emulator lacks; Launch::message names it
    Interrupted,  // the program was ended meanwhile (Options::interrupt): what ran until then is counted
};

struct Launch {
    u64 id = 0;          // 1, 2, … in launch order
    std::string kernel;  // demangled, with its parameters
    std::string mangled;
    int device = -1;       // on which it ran; -1: there is only one
    check::Site launcher;  // where a kernel has launched it; its kernel is empty if the host has
    Dim3 grid, block;
    u32 registers = 0, static_shared = 0, dynamic_shared = 0;
    double occupancy = 0;         // theoretical, 0 … 1
    u32 resident_blocks = 0;      // how many fit on a multiprocessor; 0: not known
    std::string occupancy_limit;  // what limits the occupancy: "registers", "warps and blocks", …
    bool reported = true;         // false: --kernel or --launch-range leaves it out
    Status status = Status::Ok;
    std::string message;     // if status is not Ok: a sentence that says what happened
    std::string unchecked;   // a sentence that says which checks were not possible; mostly empty
    std::string printed;     // the kernel's printf output, in block order
    std::string assertions;  // the text of failed assertions, a line each
    cost::Counters counters;
    bool machine_known =
        false;             // counters.joined_… are those of the machine code; else nothing is known of it
    u64 longest_warp = 0;  // the ops of the warp that executed most
    std::vector<cost::ModelCounters> models;  // of the models asked for with --model
    std::vector<cost::LineCounters> lines;    // sorted by file and line
    // Sorted by block, then instruction, so that the number of host threads makes no difference.
    std::vector<check::Finding> findings;
    double host_seconds = 0;  // how long the emulation took; never show it as the GPU's time
};

}  // namespace simt::exec
