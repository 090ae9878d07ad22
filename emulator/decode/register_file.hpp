// The rows of a function's register file: of its registers, of constants and special registers, and of what ops leave for one
// another. A row is known by its slot, its place in the file.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "emulator/decode/code.hpp"
#include "emulator/decode/operand_registers.hpp"
#include "emulator/decode/register_lives.hpp"

namespace simt::exec {

class RegisterFile {
  public:
    // code: gets the constants and special registers that have rows, and at finish() all else.
    RegisterFile(const RegisterTypes& types, const LastUses& last_uses, FunctionCode& code)
        : types_(types), last_uses_(last_uses), code_(code) {}

    u32 allocate_row(u8 bytes);  // of an element; 0: a predicate
    u32 scratch(u8 bytes);       // what is written there nobody reads
    u32 constant(u8 bytes, u64 bits);
    // The row of a special register (32 bits), or nullopt for those that have to be computed when they are read.
    std::optional<u32> special(const std::string& name);
    // The row of a register, which it gets when it is named first. Throws simt::Error if it is not declared.
    RegisterRow register_named(const std::string& name);
    RegisterRow carry();  // CC.CF
    // Behind an item: rows that its registers shared are free for others.
    void release_registers(u32 item);
    void finish();

  private:
    u32 allocate_register(const std::string& name, u8 bytes);

    const RegisterTypes& types_;
    const LastUses& last_uses_;
    FunctionCode& code_;
    u32 row_bytes_ = 0, predicate_next_ = 0, predicate_end_ = 0;
    std::unordered_map<std::string, RegisterRow> registers_;
    std::map<u32, std::vector<std::string>>
        ending_;  // registers that share rows, by the item that names them last
    std::map<u8, std::vector<u32>> spare_rows_;  // by bytes of an element
    std::map<std::pair<u8, u64>, u32> constants_;
    std::map<Special, u32> specials_;
    std::map<u8, u32> scratch_;
};

}  // namespace simt::exec
