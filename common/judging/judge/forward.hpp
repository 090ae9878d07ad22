// What stands in a judge for the functions and constants of the answer. forwards.sh writes a table entry for each.
#pragma once

#include "common/judging/messages.hpp"

namespace judging {

// A function of the answer: its parameters are so many integers or pointers, and so many floating-point numbers.
struct Forward {
    const char* name;  // mangled
    std::uint64_t integers, floats;
    const char* sizes;  // bytes of each parameter, a digit each
};

// A function of this program that stands for one of the answer.
struct Function {
    const void* address;
    const Forward* forward;
};

// A constant of the answer, and this program's copy.
struct Constant {
    const char* name;
    std::uint64_t bytes;
    void* copy;
};

}  // namespace judging

extern "C" {

// Calls the function in the answer's process. registers: as they were when the judge called it; stack: its arguments there.
void judging_call(const judging::Forward* forward, judging::Registers* registers, const std::uint64_t* stack,
                  judging::Results* results);

// These functions, up to one without an address.
extern const judging::Function judging_functions[];

// The answer's constants, up to one without a name.
extern const judging::Constant judging_constants[];

}  // extern "C"
