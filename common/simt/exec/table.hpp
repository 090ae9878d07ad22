// The instruction table: which PTX opcodes exist, the handler of each, and the element types of its operands.
//
// Rows cover the data-processing instructions: registers in, registers out. Adding one means one row in one family file
// under exec/ops/ and one line in the test beside it. Instructions that address memory or decide where a warp goes next
// have handlers in exec/memory.cpp, exec/control.cpp … and are chosen by the decoder.
#pragma once

#include <span>
#include <string_view>

#include "common/simt/exec/op.hpp"

namespace simt::exec {

// The width and kind of one operand's row. B8 has no register of its own: PTX keeps 8-bit values in 16-bit ones.
enum class Element : u8 { None, Pred, B8, B16, B32, B64, F32, F64 };

struct Row {
    const char* opcode;   // the whole opcode, every spelling a row of its own: "add.f32", "add.rn.f32"
    Handler handler;
    u8 operands;          // destination included
    Element element[6];   // destination first; the decoder checks register widths and fills immediates by these
};

// The row for an opcode in the best variant that this CPU runs (AVX-512, AVX2, any x86-64), or nullptr.
const Row* find_row(std::string_view opcode);

// Every row, for the test that runs each of them, and "avx512", "avx2" or "generic". SIMT_ISA in the environment
// picks a lower variant than the CPU's best.
std::span<const Row* const> all_rows();
const char* instruction_set();

// One family per file in exec/ops/, one function per variant of it; table.cpp lists them.
#define SIMT_DECLARE_FAMILIES(isa)              \
    namespace isa {                             \
    std::span<const Row> integer_rows();        \
    std::span<const Row> logic_rows();          \
    std::span<const Row> compare_rows();        \
    std::span<const Row> float_rows();          \
    std::span<const Row> double_rows();         \
    std::span<const Row> rounding_rows();       \
    std::span<const Row> approximate_rows();    \
    std::span<const Row> convert_rows();        \
    std::span<const Row> carry_rows();          \
    }
SIMT_DECLARE_FAMILIES(generic)
SIMT_DECLARE_FAMILIES(avx2)
SIMT_DECLARE_FAMILIES(avx512)
#undef SIMT_DECLARE_FAMILIES

}  // namespace simt::exec
