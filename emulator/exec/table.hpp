// The instruction table: which PTX opcodes exist, the handler of each, and the element types of its operands.
//
// Rows cover the data-processing instructions: registers in, registers out. Adding one means one row in one
// family file under exec/ops/ and one line in the test beside it. Instructions that address memory or decide
// where a warp goes next have handlers in ops/load_store.cpp, ops/control.cpp … and are chosen by the decoder.
#pragma once

#include <span>
#include <string_view>

#include "emulator/decode/op.hpp"

namespace simt::exec {

// The width and kind of one operand's row. 8-bit values have no rows of their own: PTX keeps them in 16-bit
// registers, and so do the conversions from and to them.
enum class Element : u8 { None, Pred, B16, B32, B64, F32, F64 };

struct Row {
    const char* opcode;  // the whole opcode, every spelling a row of its own: "add.f32", "add.rn.f32"
    Handler handler;
    u8 operands;              // destination included
    Element element[6];       // destination first; what the decoder checks registers and fills immediates by
    bool uses_carry = false;  // works on CC.CF: slot[kCarrySlot] names the predicate row that holds it
};

constexpr int kCarrySlot = 5;

// The row for an opcode in the best variant that this CPU runs (AVX-512, AVX2, any x86-64), or nullptr.
const Row* find_row(std::string_view opcode);
// The same whatever order the opcode's modifiers stand in, since ptxas takes "min.s32.relu" for "min.relu.s32"; the types
// keep theirs.
const Row* find_row_in_any_order(std::string_view opcode);

// Every row with a PTX name (none of those that begin with '~'), for the test that runs each of them, and "avx512", "avx2" or "generic". SIMT_ISA in the
// environment picks a lower variant than the CPU's best.
std::span<const Row* const> all_rows();
const char* instruction_set();

// The variants that this CPU runs, best first, and every row of one of them. An unknown name has no rows.
std::span<const char* const> instruction_sets();
std::span<const Row* const> rows_of(std::string_view instruction_set);

// One family per file in exec/ops/, one function per variant of it. Data families compute results from registers; the
// others move a warp through the program, and their rows have names that begin with '~' for the decoder to ask for.
#define SIMT_DATA_FAMILIES(family)                                                                           \
    family(integer) family(multiply) family(divide) family(packed) family(bits) family(logic) family(select) \
        family(compare_integer) family(compare_float) family(float) family(double) family(float_rounding)    \
            family(double_rounding) family(approximate) family(convert_integer) family(convert_float)        \
                family(convert_float_integer) family(convert_half) family(convert_half_integer)              \
                    family(carry)
#define SIMT_WARP_FAMILIES(family)                                                                        \
    family(load_store) family(load_beside) family(atomic) family(copy_async) family(move) family(control) \
        family(collective) family(fence) family(run) family(system_call)
#define SIMT_FAMILIES(family) SIMT_DATA_FAMILIES(family) SIMT_WARP_FAMILIES(family)
#define SIMT_DECLARE_FAMILY(name) std::span<const Row> name##_rows();
namespace generic {
SIMT_FAMILIES(SIMT_DECLARE_FAMILY)
}
namespace avx2 {
SIMT_FAMILIES(SIMT_DECLARE_FAMILY)
}
namespace avx512 {
SIMT_FAMILIES(SIMT_DECLARE_FAMILY)
}
#undef SIMT_DECLARE_FAMILY

}  // namespace simt::exec
