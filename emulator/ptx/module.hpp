// A PTX module as data: the parser returns it and the decoder reads it. Nothing here executes anything.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/integers.hpp"
#include "emulator/isa/isa.hpp"
#include "emulator/ptx/special_registers.hpp"
#include "emulator/ptx/types.hpp"

namespace simt::ptx {

enum class Space : u8 { None, Register, Param, Local, Shared, Global, Const, Generic };

// A place in the program's source, from .file and .loc (-lineinfo). line 0: unknown.
struct Place {
    u32 file = 0;  // key of Module::files
    u32 line = 0;
    bool operator==(const Place&) const = default;
};

struct Operand {
    enum class Kind : u8 {
        // name: "%r1". negated: !%p1, or vmad's -%r1. A video instruction's "%r1.b0" has a Sink named "b0" as elements[0].
        Register,
        Special,    // name: "%tid.x", "%laneid", "%clock64" …; and `special`
        Immediate,  // bits; type says how it was written
        Symbol,     // the address of a variable, a function or a label: name + offset
        Address,    // [base + offset]: elements[0] is the base (Register, Symbol or Immediate)
        Vector,     // {a, b, c, d}: elements; also the results and the arguments of a call, (a, b)
        Pair,       // p|q: elements[0], elements[1]
        Sink,       // _
    };
    Kind kind = Kind::Sink;
    bool negated = false;
    ptx::Special special = ptx::Special::None;
    Type type = Type::None;  // Immediate: S64 for integers, F32 for 0f…, F64 for 0d… and decimal fractions
    u64 bits = 0;            // Immediate: two's complement, or the bits of the float in the low end
    s64 offset = 0;          // Symbol, Address
    std::string name;        // Register, Special, Symbol
    std::vector<Operand> elements;  // Address, Vector, Pair
};

struct Instruction {
    std::string guard;           // "%p1", or empty
    bool guard_negated = false;  // @!%p1
    std::string opcode;          // as written: "ld.global.nc.f32"
    // The opcode split at its dots: "ld", "global", "nc", "f32". "::" stays inside a part.
    std::vector<std::string> parts;
    const isa::Opcode* isa = nullptr;  // its row in the instruction table; never nullptr after parsing
    std::vector<Operand> operands;
    u32 ptx_line = 0;           // 1-based line of the PTX text
    std::vector<Place> places;  // source line, innermost first: places[k+1] is where places[k] was inlined

    bool is(isa::Kind kind) const { return isa->kind == kind; }
    bool is(isa::Memory memory) const { return isa->memory == memory; }
    // Whether one of the opcode's parts is `part`: a space, a modifier, a type.
    bool has(std::string_view part) const {
        return std::find(parts.begin(), parts.end(), part) != parts.end();
    }
};

// A variable in any space: of the module (.global .const .shared), of a function (.local .shared, call .param), or a
// parameter.
struct Variable {
    struct Relocation {
        u64 offset;          // bytes into the variable
        u32 width;           // bytes to write
        std::string symbol;  // the symbol whose address it is
        s64 addend;
        bool generic;  // generic(symbol): a generic address
    };
    std::string name;  // unique in the module or, for a variable of a function, in the function
    Space space = Space::None;
    Type type = Type::None;
    u32 align = 1;
    u64 size = 0;          // bytes; 0 for `extern .shared x[]`
    std::vector<u8> data;  // initial bytes; zeros follow
    std::vector<Relocation> relocations;
    bool external = false;  // .extern
    bool managed = false;   // .attribute(.managed): host and all devices share it
};

struct Register {
    std::string name;
    Type type;
};

struct Function {
    std::string name;  // mangled
    bool entry = false;
    bool has_body = false;
    std::vector<Variable> returns, parameters;
    // Names that inner scopes declare again have become unique (scopes.hpp).
    std::vector<Register> registers;  // %r<37> is %r0 … %r36
    std::vector<Variable> variables;  // the function's own, in order of appearance
    std::vector<Instruction> body;
    std::map<std::string, u32> labels;  // label -> index into body (body.size() for one at the end)
    // Lists of .branchtargets for brx.idx, by label.
    std::map<std::string, std::vector<std::string>> branch_targets;
    // Each .callprototype, by label; only returns and parameters are filled in.
    std::map<std::string, Function> prototypes;
    Dim3 max_threads{0, 0, 0};     // .maxntid; 0: absent
    Dim3 required_block{0, 0, 0};  // .reqntid; 0: absent
    Dim3 cluster{0, 0, 0};         // .reqnctapercluster; 0: absent
    u32 ptx_line = 0;
};

struct Module {
    std::string target;  // "sm_90"
    bool debug = false;  // .target …, debug (nvcc -G)
    std::vector<Variable> variables;
    std::vector<Function> functions;   // also those that are declared but have no body
    std::map<u32, std::string> files;  // .file index -> path
};

}  // namespace simt::ptx
