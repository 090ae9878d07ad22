// Test support: the opcodes whose results depend only on their operands, each with its handler in an instruction set.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "emulator/exec/table.hpp"

namespace simt::exec {

struct Row {
    const char* opcode;
    Handler handler;
    u8 operands;
    Element element[6];
    bool uses_carry;
};

// The set's rows, ordered by opcode.
inline std::span<const Row* const> rows_of(const HandlerSet& set) {
    struct Rows {
        std::vector<Row> rows;
        std::vector<const Row*> list;
    };
    static std::map<std::string, Rows> known;
    Rows& found = known[set.name];
    if (found.rows.empty()) {
        for (const isa::Opcode* opcode : isa::all_opcodes()) {
            if (!opcode->own_handler || opcode->kind == isa::Kind::Internal ||
                opcode->kind == isa::Kind::SpaceTest)
                continue;
            Row row{opcode->name.c_str(),
                    set.families[opcode->id.family][opcode->id.index],
                    opcode->operands,
                    {},
                    (opcode->flags & isa::kCarry) != 0};
            std::copy(std::begin(opcode->element), std::end(opcode->element), row.element);
            found.rows.push_back(row);
        }
        for (const Row& row : found.rows) found.list.push_back(&row);
    }
    return found.list;
}

inline std::span<const Row* const> all_rows() { return rows_of(handler_sets().front()); }

// The row of an opcode in the best instruction set; nullptr if this is not a whole opcode.
inline const Row* find_row(const std::string& opcode) {
    for (const Row* row : all_rows())
        if (opcode == row->opcode) return row;
    return nullptr;
}

}  // namespace simt::exec
