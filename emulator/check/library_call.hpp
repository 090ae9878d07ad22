// Checks a call of a library that computes on the device: which undefined bytes it reads, what it defines, and what it races
// with.
#pragma once

#include <vector>

#include "emulator/check/rows.hpp"

namespace simt::check {

// A matrix, a vector or a number that a library's call uses, within one allocation.
struct Operand {
    const char* name;  // "matrix A"
    Rows rows;
    bool read, written;
};

// Call it after the work. call: "cublasSgemm". position is nullptr if nothing can run beside it.
std::vector<Finding> library_call(memory::AddressSpace& space, const Checks& checks, const char* call,
                                  const std::vector<Operand>& operands, const StreamPosition* position);

}  // namespace simt::check
