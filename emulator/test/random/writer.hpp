// Writes one kernel. A statement is written where it stands, with what is known there: which lanes are together (a register
// that holds their mask, or none), whether all threads of the block come here, how deep it is nested.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "emulator/test/random/program.hpp"

namespace simt::random_ptx {

struct Context {
    std::string mask;    // the register that holds the lanes that are here together; "": not known
    bool block = false;  // all threads of the block that have not exited come here the same number of times
    bool function = false;
    bool exits = false;  // lanes may exit anywhere
    u32 depth = 0;
    std::string on_break, on_continue;  // labels, where lanes may jump to them
};

class Writer {
  public:
    Writer(const std::vector<Opcode>& opcodes, u32 number);
    Program program();

  private:
    // writer.cpp
    void declare_function(const std::string& name, bool with_mask);
    std::string kernel_body();
    void prologue();
    void epilogue();
    void statements(const Context& context, u32 count);
    void statement(const Context& context);

    // flow.cpp
    void if_else(const Context& context);
    void loop(const Context& context);
    void switch_on(const Context& context);
    void leave(const Context& context);
    void early_exit(Context& context);
    void call(const Context& context);
    std::string condition(bool block);  // writes a comparison, returns the predicate's name

    // data.cpp
    void data(const Context& context);
    std::string source(const Opcode& opcode, std::size_t operand);
    void canonical_halves(const Opcode& opcode, const std::string& name);
    void fold(char element, const std::string& name);  // into the accumulator
    void fresh_value(char element, const std::string& name);

    // memory.cpp; which: type, width and operation
    void private_global(u32 which);
    void private_shared(u32 which);
    void local(u32 which);
    void generic(u32 which);
    void private_atomic(u32 which);
    void common_atomic(u32 which);
    void vector_access(const std::string& space, const std::string& base, u32 bytes, u32 which);

    // together.cpp
    void exchange_in_block(const Context& context);
    void exchange_in_warp(const Context& context);
    void exchange_by_halves(const Context& context);
    void reduce_in_block(const Context& context);
    void collective(const Context& context);

    u32 below(u32 n) { return static_cast<u32>(random_() % n); }
    bool chance(u32 percent) { return below(100) < percent; }
    void line(const std::string& text) { text_ += text + "\n"; }
    std::string label() { return "L" + std::to_string(number_) + "_" + std::to_string(names_++); }
    std::string fresh(const char* type);  // a register of its own
    std::string variable(char element);   // one of those that programs compute with
    static std::string number(u64 value) { return std::to_string(value); }

    const std::vector<Opcode>& opcodes_;
    u32 number_;
    std::mt19937_64 random_;
    std::vector<Opcode> deck_;  // this program's opcodes; taken in turn
    std::size_t next_ = 0;
    std::string text_, declarations_, functions_;
    std::vector<std::string> function_names_[2];  // without and with a mask
    u32 names_ = 0;
    u32 budget_ = 0;  // statements left
    u32 blocks_, threads_;
    bool collectives_, exits_;
};

}  // namespace simt::random_ptx
