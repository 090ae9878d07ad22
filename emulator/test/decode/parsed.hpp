// For tests of passes: what parse() makes of a body (support/run_ptx.hpp says what it finds).
#pragma once

#include <string>

#include "emulator/test/support/run_ptx.hpp"

namespace simt::exec {

struct Parsed {
    explicit Parsed(const std::string& body, const std::string& declarations = "")
        : module(ptx::parse(kernel_text(body, declarations))) {}

    const ptx::Function& kernel() const { return module.functions.back(); }
    // Instruction n of the body.
    const ptx::Instruction* at(u32 n) const { return &kernel().body[kPrologueInstructions + n]; }

    ptx::Module module;
};

}  // namespace simt::exec
