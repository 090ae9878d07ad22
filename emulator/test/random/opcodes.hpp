// The data-processing instructions that random programs are made of: a list in a file, so that programs can be written where
// the emulator is not built (a machine with a GPU), and stay what they were when the instruction table grows.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "emulator/integers.hpp"

namespace simt::random_ptx {

struct Opcode {
    std::string name;  // "add.rn.ftz.f32"
    std::string
        elements;  // a letter an operand, destination first: p predicate, h 16, w 32, d 64 bits, f float, g double
    bool uses_carry = false;

    bool has(const char* part) const;  // "ftz": whether it is a part of the name
    std::string root() const;          // "add"
    std::string type() const;          // the last part: "f32"
    std::string result_type() const;   // the destination's: of a conversion the last but one part
    bool computes_floats() const;      // an operand is a float of any width, packed ones too
};

// Lines "opcode,elements,carry" behind a line of names.
std::vector<Opcode> read_opcodes(std::istream& in);

// Those of opcodes.csv, read once, in the repository's root.
const std::vector<Opcode>& listed();
void write_opcodes(std::ostream& out, const std::vector<Opcode>& opcodes);

// Approximations have no bits to compare.
bool is_exact(const std::string& opcode);

}  // namespace simt::random_ptx
