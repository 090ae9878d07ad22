// The handlers of the instruction table (isa/isa.hpp), one set for each instruction set of the host.
#pragma once

#include <array>
#include <span>

#include "emulator/decode/op.hpp"
#include "emulator/isa/families.hpp"

namespace simt::exec {

struct HandlerSet {
    const char* name;  // "avx512", "avx2" or "generic": any x86-64
    std::array<std::span<const Handler>, isa::kFamilies> families;
};

// The sets that this CPU runs, best first.
std::span<const HandlerSet> handler_sets();

// From the best set, or from the one that the environment variable SIMT_ISA names.
Handler handler_of(isa::Id id);

}  // namespace simt::exec
