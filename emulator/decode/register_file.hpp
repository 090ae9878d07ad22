// The rows of a function's register file: registers, constants, special registers, and values that ops pass to each other. A slot
// is a row's byte offset in the file.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "emulator/decode/code.hpp"
#include "emulator/decode/instruction_parts.hpp"
#include "emulator/decode/register_lives.hpp"

namespace simt::exec {

class RegisterFile {
  public:
    // Each constant and special register is entered into `code` when it gets its row; finish() enters the rest.
    RegisterFile(const RegisterTypes& types, const LastUses& last_uses, FunctionCode& code)
        : types_(types), last_uses_(last_uses), code_(code) {}

    u32 allocate_row(u8 bytes);  // of an element; 0: a predicate
    u32 scratch(u8 bytes);       // for results that no op reads
    u32 constant(u8 bytes, u64 bits);
    u32 special(ptx::Special which);  // 32 bits
    // The row of a register, allocated at the first call. Throws simt::Error if the register is not declared.
    RegisterRow register_named(const std::string& name);
    RegisterRow carry();                   // CC.CF
    u32 watched(const std::string& name);  // index into FunctionCode::watched, entered at the first call
    // Call this after each item. It frees the rows of the registers that no later item names.
    void release_registers(u32 item);
    void finish();

  private:
    u32 allocate_register(const std::string& name, u8 bytes);

    const RegisterTypes& types_;
    const LastUses& last_uses_;
    FunctionCode& code_;
    u32 row_bytes_ = 0, predicate_next_ = 0, predicate_end_ = 0;
    std::unordered_map<std::string, RegisterRow> registers_;
    // Registers that may share rows, by the last item that names them.
    std::map<u32, std::vector<std::string>> ending_;
    std::map<u8, std::vector<u32>> spare_rows_;  // by bytes of an element
    std::map<std::pair<u8, u64>, u32> constants_;
    std::map<ptx::Special, u32> specials_;
    std::map<u8, u32> scratch_;
};

}  // namespace simt::exec
