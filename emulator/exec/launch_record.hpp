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
    InvalidPc,  // cudaErrorInvalidPc: a call to an address without a function
    Trap,       // cudaErrorLaunchFailure (trap), also a deadlock that was broken
    Assert,
    Timeout,      // cudaErrorLaunchTimeout: more instructions than --max-instructions allows
    Unsupported,  // a feature that the emulator lacks: message names it
};

struct Launch {
    u64 id = 0;          // 1, 2, … in launch order
    std::string kernel;  // demangled, with its parameters
    std::string mangled;
    Dim3 grid, block;
    u32 registers = 0, static_shared = 0, dynamic_shared = 0;
    double occupancy = 0;         // theoretical, 0 … 1
    u32 resident_blocks = 0;      // on a multiprocessor; 0: not known
    std::string occupancy_limit;  // "registers", "warps and blocks", …
    bool reported = true;         // false: --kernel or --launch-range leaves it out
    Status status = Status::Ok;
    std::string message;     // a sentence when status is not Ok
    std::string unchecked;   // a sentence: which checks were not possible; mostly empty
    std::string printed;     // by the kernel's printf, in block order
    std::string assertions;  // the text of failed assertions, a line each
    cost::Counters counters;
    std::vector<cost::ModelCounters> models;  // those asked for with --model
    std::vector<cost::LineCounters> lines;    // by file and line
    std::vector<check::Finding>
        findings;             // by block, then instruction: the same for any number of host threads
    double host_seconds = 0;  // emulation time; never show it as the GPU's
};

}  // namespace simt::exec
