// Where in global memory a kernel may write, as far as its text shows: which of its parameters and variables the addresses
// of its stores and atomics are computed from. What only other pointers lead to is read at most, so no race can be there
// and the reads of it need not be remembered (check/races/written_arrays.hpp).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "emulator/ptx/module.hpp"

namespace simt::exec {

struct WriteTargets {
    bool anywhere = false;  // an address comes from memory, a call, or pieces of a register
    std::vector<u32>
        parameters;  // bytes into the kernel's parameters of 64-bit values that addresses begin with
    std::vector<u64> variables;  // device addresses
};

// What the names in a kernel stand for.
struct NamedPlaces {
    std::function<std::optional<u32>(const std::string&)> parameter;  // of the kernel: its offset
    std::function<std::optional<u64>(const std::string&)> variable;   // in global memory: its address
    std::function<bool(const std::string&)> elsewhere;                // in shared or local memory
};

// writers: the instructions of `kernel` that may write to global memory.
WriteTargets find_write_targets(const ptx::Function& kernel,
                                const std::vector<const ptx::Instruction*>& writers,
                                const NamedPlaces& places);

}  // namespace simt::exec
