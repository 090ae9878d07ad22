// Test support: a PTX kernel for each row of the instruction table, so that a GPU can run the same rows.
//
// Thread i of kernel row_K computes row K for operand set i. Operands and results take 64 bits each in memory.
// Sources 0 to 3 and the carry flag are arrays of kTuples, one after the other; then results and carry flags follow
// in the same way.
#pragma once

#include <string>

#include "emulator/test/support/row_inputs.hpp"

namespace simt::exec::row_test {

inline std::string register_type(Element element) {
    switch (element) {
        case Element::Pred:
            return "pred";
        case Element::B16:
            return "b16";
        case Element::B32:
            return "b32";
        case Element::B64:
            return "b64";
        case Element::F32:
            return "f32";
        default:
            return "f64";
    }
}

// From the 64-bit register %raw to operand register `name`, and back.
inline std::string unpack(Element element, const std::string& name) {
    switch (element) {
        case Element::Pred:
            return "setp.ne.u64 " + name + ", %raw, 0;\n";
        case Element::B16:
            return "cvt.u16.u64 " + name + ", %raw;\n";
        case Element::B32:
            return "cvt.u32.u64 " + name + ", %raw;\n";
        case Element::F32:
            return "cvt.u32.u64 %word, %raw;\nmov.b32 " + name + ", %word;\n";
        default:
            return "mov.b64 " + name + ", %raw;\n";
    }
}
inline std::string pack(Element element, const std::string& name) {
    switch (element) {
        case Element::Pred:
            return "selp.u64 %raw, 1, 0, " + name + ";\n";
        case Element::B16:
            return "cvt.u64.u16 %raw, " + name + ";\n";
        case Element::B32:
            return "cvt.u64.u32 %raw, " + name + ";\n";
        case Element::F32:
            return "mov.b32 %word, " + name + ";\ncvt.u64.u32 %raw, %word;\n";
        default:
            return "mov.b64 %raw, " + name + ";\n";
    }
}

inline std::string load(int array) {
    return "ld.global.u64 %raw, [%in+" + std::to_string(8 * kTuples * array) + "];\n";
}

inline std::string kernel_text(const Row& row, std::size_t number) {
    const std::string opcode = row.opcode;
    const bool subtracts = opcode.substr(0, 3) == "sub";
    std::string text = ".visible .entry row_" + std::to_string(number) +
                       "(.param .u64 in_parameter, .param .u64 out_parameter) {\n"
                       ".reg .b64 %raw, %in, %out, %offset;\n"
                       ".reg .b32 %block, %size, %thread, %word, %flag, %unused;\n";
    for (int k = 0; k < row.operands; ++k)
        text += ".reg ." + register_type(row.element[k]) + " %operand" + std::to_string(k) + ";\n";
    text +=
        "mov.u32 %block, %ctaid.x;\nmov.u32 %size, %ntid.x;\nmov.u32 %thread, %tid.x;\n"
        "mad.lo.u32 %thread, %block, %size, %thread;\nmul.wide.u32 %offset, %thread, 8;\n"
        "ld.param.u64 %in, [in_parameter];\nld.param.u64 %out, [out_parameter];\n"
        "add.u64 %in, %in, %offset;\nadd.u64 %out, %out, %offset;\n";
    std::string operands = "%operand0";
    for (int k = 1; k < row.operands; ++k) {
        const std::string name = "%operand" + std::to_string(k);
        text += load(k - 1) + unpack(row.element[k], name);
        operands += ", " + (opcode == "lop3.b32" && k == 4 ? std::to_string(kLop3Table) : name);
    }
    // Turns the flag into a carry (all ones plus the flag) or a borrow (zero minus the flag).
    if (row.uses_carry)
        text += load(4) + unpack(Element::B32, "%flag") +
                (subtracts ? "sub.cc.u32 %unused, 0, %flag;\n" : "add.cc.u32 %unused, %flag, 0xffffffff;\n");
    text += opcode + " " + operands + ";\n";
    if (row.uses_carry)
        text += std::string(subtracts ? "subc" : "addc") + ".u32 %flag, 0, 0;\nand.b32 %flag, %flag, 1;\n" +
                pack(Element::B32, "%flag") + "st.global.u64 [%out+" + std::to_string(8 * kTuples) +
                "], %raw;\n";
    return text + pack(row.element[0], "%operand0") + "st.global.u64 [%out], %raw;\nret;\n}\n";
}

// Every `parts`-th row, starting at `part`.
inline std::string module_text(std::span<const Row* const> rows, std::size_t part, std::size_t parts) {
    std::string text = ".version 9.0\n.target sm_90\n.address_size 64\n";
    for (std::size_t k = part; k < rows.size(); k += parts) text += kernel_text(*rows[k], k);
    return text;
}

}  // namespace simt::exec::row_test
