// To find the instruction by which two machines part: a program that also stores each value that it folds into its sum, a
// word a fold and thread, in the order of its text (a loop leaves the last round's). Functions store nothing.
#pragma once

#include "emulator/test/random/program.hpp"

namespace simt::random_ptx {

struct Traced {
    Program program;  // its kernel has one more parameter: the trace
    u32 folds = 0;
    u64 bytes() const { return u64{4} * folds * program.threads * program.blocks; }
};

Traced traced(const Program& program);

}  // namespace simt::random_ptx
