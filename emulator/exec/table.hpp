// The handlers of the instruction table (isa/isa.hpp), one set for each instruction set of the host.
#pragma once

#include <span>
#include <string_view>

#include "emulator/decode/op.hpp"

namespace simt::exec {

// In the best set that this CPU runs (AVX-512, AVX2, any x86-64), or the one that SIMT_ISA in the environment names.
Handler handler_of(isa::Id id);

// That set: "avx512", "avx2" or "generic". The sets that this CPU runs, best first, and the handlers of one of them.
const char* instruction_set();
std::span<const char* const> instruction_sets();
Handler handler_in(std::string_view instruction_set, isa::Id id);

}  // namespace simt::exec
